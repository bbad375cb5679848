// SPDX-License-Identifier: BSD-3-Clause

package small

import (
	"math/bits"
	"slices"
)

// Ending is a Kriegspiel ending on a board of 4×4 squares: White has a king and a rook or queen, Black a king. White wins by mate in a number of moves; all else is a draw. A
// refusal keeps the turn, and both hear it, and checks with their direction. White's placement is
// one of some, Black's any square without check, all equally likely; neither knows the other's.
type Ending struct {
	Queen  bool
	Places [][2]int8 // squares of White's king and piece, 0 is a1, 4 is a2
	Moves  int8      // of White
	Flight bool      // Black acts first
	Blacks []int8    // squares of Black's king, or nil for all
}

// Men is a state of the ending.
type Men struct {
	king, piece, black int8
	dealt, over, mated bool
	blacks             bool // to move
	left               int8
	refused            uint32 // actions of this turn, by their number in the full list
}

const side = 4

// step returns the square at some distance, or -1.
func step(from int8, dx, dy int8) int8 {
	x, y := from%side+dx, from/side+dy
	if x < 0 || x >= side || y < 0 || y >= side {
		return -1
	}
	return y*side + x
}

// around returns the eight directions, those of a rook first.
func around() [8][2]int8 {
	return [8][2]int8{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
}

func near(a, b int8) bool {
	dx, dy := a%side-b%side, a/side-b/side
	return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1
}

// line returns 1 to 8, the direction in which White's piece attacks a square past its king, or 0.
func (g Ending) line(king, piece, target int8) uint64 {
	for i, d := range around() {
		if i >= 4 && !g.Queen {
			break
		}
		for s := step(piece, d[0], d[1]); s >= 0 && s != king; s = step(s, d[0], d[1]) {
			if s == target {
				return uint64(i) + 1
			}
		}
	}
	return 0
}

// deals lists the placements.
func (g Ending) deals() (list []Men) {
	for _, p := range g.Places {
		for black := range int8(side * side) {
			if (g.Blacks == nil || slices.Contains(g.Blacks, black)) && black != p[1] && !near(black, p[0]) && g.line(p[0], p[1], black) == 0 {
				list = append(list, Men{king: p[0], piece: p[1], black: black, dealt: true, blacks: g.Flight, left: g.Moves})
			}
		}
	}
	return list
}

// Turn returns who acts.
func (Ending) Turn(m Men) int {
	switch {
	case m.over:
		return 3
	case !m.dealt:
		return 2
	case m.blacks:
		return 1
	}
	return 0
}

// Actions returns the number of placements, or of tries.
func (g Ending) Actions(m Men) int {
	if !m.dealt {
		return len(g.deals())
	}
	return len(g.tries(m)) - bits.OnesCount32(m.refused)
}

// Chance returns the probability of a placement.
func (g Ending) Chance(Men, int) float64 { return 1 / float64(len(g.deals())) }

// tries lists the moves that are legal on a board with the player's men only: from and to.
func (g Ending) tries(m Men) (list [][2]int8) {
	own := m.king
	if m.blacks {
		own = m.black
	}
	for i, d := range around() {
		if to := step(own, d[0], d[1]); to >= 0 && (m.blacks || to != m.piece) {
			list = append(list, [2]int8{own, to})
		}
		if m.blacks || i >= 4 && !g.Queen {
			continue
		}
		for to := step(m.piece, d[0], d[1]); to >= 0 && to != m.king; to = step(to, d[0], d[1]) {
			list = append(list, [2]int8{m.piece, to})
		}
	}
	return list
}

// Next deals or tries.
func (g Ending) Next(m Men, a int) (Men, [2]uint64) {
	if !m.dealt {
		m := g.deals()[a]
		return m, [2]uint64{uint64(m.king)*16 + uint64(m.piece) + 1, uint64(m.black) + 1}
	}
	which := g.which(m, a)
	next, legal := g.move(m, g.tries(m)[which])
	if !legal {
		m.refused |= 1 << which
		return m, [2]uint64{1, 1}
	}
	heard := 2 + 2*g.check(next)
	if next.over {
		heard++
	}
	return next, [2]uint64{heard, heard}
}

// Try returns the squares from and to of a try.
func (g Ending) Try(m Men, a int) (from, to int8) {
	move := g.tries(m)[g.which(m, a)]
	return move[0], move[1]
}

// which returns the number of a try in the full list.
func (g Ending) which(m Men, a int) int {
	for which := 0; ; which++ {
		if m.refused>>which&1 != 0 {
			continue
		}
		if a == 0 {
			return which
		}
		a--
	}
}

func (g Ending) check(m Men) uint64 {
	if !m.blacks {
		return 0
	}
	return g.line(m.king, m.piece, m.black)
}

// move makes a move, or reports that it is illegal.
func (g Ending) move(m Men, move [2]int8) (Men, bool) {
	m.refused = 0
	if m.blacks {
		if g.attacked(m, move[1]) {
			return m, false
		}
		m.black, m.blacks = move[1], false
		m.over = m.black == m.piece
		return m, true
	}
	if move[0] == m.king {
		if m.king = move[1]; near(m.king, m.black) {
			return m, false
		}
	} else {
		m.piece = move[1]
	}
	m.left--
	m.blacks = true
	stuck := !g.flees(m)
	m.mated = stuck && g.check(m) != 0
	m.over = stuck || m.left == 0
	return m, true
}

// attacked reports whether White attacks a square to which Black's king goes. Its old square is
// empty then; capturing the piece is a move onto it.
func (g Ending) attacked(m Men, to int8) bool {
	return near(to, m.king) || to != m.piece && g.line(m.king, m.piece, to) != 0
}

// flees reports whether Black's king has a move.
func (g Ending) flees(m Men) bool {
	for _, d := range around() {
		if to := step(m.black, d[0], d[1]); to >= 0 && !g.attacked(m, to) {
			return true
		}
	}
	return false
}

// Value returns 1 for mate.
func (Ending) Value(m Men) float64 {
	if m.mated {
		return 1
	}
	return 0
}
