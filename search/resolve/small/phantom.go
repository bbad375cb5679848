// SPDX-License-Identifier: BSD-3-Clause

package small

import "math/bits"

// Phantom is tic-tac-toe on a board that neither player sees. A try on a square that the other
// occupies is refused: the player learns of it, tries again, and the other hears nothing.
type Phantom struct {
	Width, Height int
	Row           int // length of a winning row
	// Both players know the stones of the start: equal numbers, or one more of the first player, and
	// then the second acts.
	Start [2]uint16
}

// Stones is a state of phantom tic-tac-toe.
type Stones struct {
	own   [2]uint16 // by player
	known [2]uint16 // stones of the other that a player knows
	moves int8
	over  bool
	won   int8
}

// Begin returns the start.
func (g Phantom) Begin() Stones {
	moves := int8(bits.OnesCount16(g.Start[0] | g.Start[1]))
	return Stones{own: g.Start, known: [2]uint16{g.Start[1], g.Start[0]}, moves: moves}
}

// Turn returns who acts.
func (Phantom) Turn(s Stones) int {
	if s.over {
		return 3
	}
	return int(s.moves % 2)
}

func (g Phantom) open(s Stones) uint16 {
	p := s.moves % 2
	return uint16(1)<<(g.Width*g.Height) - 1 - (s.own[p] | s.known[p])
}

// Actions returns the number of squares that the player may try.
func (g Phantom) Actions(s Stones) int { return bits.OnesCount16(g.open(s)) }

// Chance is not asked: the game has none.
func (Phantom) Chance(Stones, int) float64 { return 0 }

// Next tries the a-th open square. The player hears 1 if it is refused; both hear 2 after a stone.
func (g Phantom) Next(s Stones, a int) (Stones, [2]uint64) {
	open := g.open(s)
	for range a {
		open &= open - 1
	}
	square := open & -open
	p := s.moves % 2
	if s.own[1-p]&square != 0 {
		s.known[p] |= square
		heard := [2]uint64{}
		heard[p] = 1
		return s, heard
	}
	s.own[p] |= square
	s.moves++
	if g.wins(s.own[p]) {
		s.over, s.won = true, 1-2*p
	} else if s.own[0]|s.own[1] == uint16(1)<<(g.Width*g.Height)-1 {
		s.over = true
	}
	return s, [2]uint64{2, 2}
}

// wins reports a row of stones.
func (g Phantom) wins(stones uint16) bool {
	for at := range g.Width * g.Height {
		for _, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			x, y, n := at%g.Width, at/g.Width, 0
			for x >= 0 && x < g.Width && y < g.Height && stones>>(y*g.Width+x)&1 != 0 {
				x, y, n = x+step[0], y+step[1], n+1
			}
			if n >= g.Row {
				return true
			}
		}
	}
	return false
}

// Value returns 1 if the first player has won, -1 if the second has.
func (Phantom) Value(s Stones) float64 { return float64(s.won) }
