// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"slices"
	"strings"

	"github.com/veilplan/veil"
)

// miniature is Kriegspiel on a board of 4×4 squares without pawns, written only for clarity: the
// miniature board of Russell & Wolfe 2005, §4. White's men are capitals.
type miniature struct{}

// side is the number of ranks and of files.
const side = 4

// board is a position; the squares are a1, b1, …, d4.
type board struct {
	men   [side * side]byte
	black bool // Black is to move
}

// hop is a move.
type hop struct{ from, to int8 }

// call is an announcement of the referee.
type call struct {
	refused         bool
	capture         int8 // the square, or -1
	knight          bool // check by a knight
	rank, file      bool // check along it
	long, short     bool // check along the king's longer or shorter diagonal
	mate, stalemate bool
}

func square(name string) int8 { return int8(name[0]-'a') + side*int8(name[1]-'1') }

// parseBoard reads men such as "Kb1 Qa1 kd4": capitals are white.
func parseBoard(text string) (b board) {
	for man := range strings.FieldsSeq(text) {
		b.men[square(man[1:])] = man[0]
	}
	return b
}

// white reports the colour of a man.
func white(man byte) bool { return man >= 'A' && man <= 'Z' }

// kind returns a man as a capital.
func kind(man byte) byte {
	if white(man) {
		return man
	}
	return man - 'a' + 'A'
}

// ways returns the directions of a man, and whether it moves farther than one step.
func ways(man byte) (list [][2]int8, far bool) {
	straight := [][2]int8{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	oblique := [][2]int8{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	switch kind(man) {
	case 'R':
		return straight, true
	case 'B':
		return oblique, true
	case 'N':
		return [][2]int8{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}, false
	default:
		return append(straight, oblique...), kind(man) == 'Q'
	}
}

// reaches returns the squares to which a man could go, if only men for which stops holds are on the board.
func (b *board) reaches(from int8, stops func(man byte) bool) (to []int8) {
	list, far := ways(b.men[from])
	for _, way := range list {
		f, r := from%side, from/side
		for {
			f, r = f+way[0], r+way[1]
			if f < 0 || r < 0 || f >= side || r >= side {
				break
			}
			s := f + side*r
			man := b.men[s]
			if man != 0 && stops(man) && white(man) == white(b.men[from]) {
				break
			}
			to = append(to, s)
			if man != 0 && stops(man) || !far {
				break
			}
		}
	}
	return to
}

func anyMan(byte) bool { return true }

// after returns the board after a move.
func (b board) after(h hop) board {
	b.men[h.to], b.men[h.from] = b.men[h.from], 0
	b.black = !b.black
	return b
}

// king returns the square of a king.
func (b *board) king(man byte) int8 { return int8(strings.IndexByte(string(b.men[:]), man)) }

// attackers returns the squares of the men that attack a square, of one colour.
func (b *board) attackers(to int8, byWhite bool) (list []int8) {
	for from, man := range b.men {
		if man != 0 && white(man) == byWhite {
			for _, s := range b.reaches(int8(from), anyMan) {
				if s == to {
					list = append(list, int8(from))
				}
			}
		}
	}
	return list
}

// inCheck reports whether the king of a colour is attacked.
func (b *board) inCheck(isWhite bool) bool {
	return len(b.attackers(b.king(map[bool]byte{true: 'K', false: 'k'}[isWhite]), !isWhite)) > 0
}

// legal returns the legal moves of the side to move.
func (b *board) legal() (list []hop) {
	for from, man := range b.men {
		if man == 0 || white(man) == b.black {
			continue
		}
		for _, to := range b.reaches(int8(from), anyMan) {
			h := hop{int8(from), to}
			next := b.after(h)
			if kind(b.men[to]) != 'K' && !next.inCheck(!b.black) {
				list = append(list, h)
			}
		}
	}
	return list
}

// announce returns the announcement after a move.
func (b *board) announce(h hop) call {
	next := b.after(h)
	c := call{capture: -1}
	if b.men[h.to] != 0 {
		c.capture = h.to
	}
	toWhite := !next.black
	king := next.king(map[bool]byte{true: 'K', false: 'k'}[toWhite])
	for _, from := range next.attackers(king, !toWhite) {
		next.direction(&c, king, from)
	}
	if len(next.legal()) == 0 {
		c.mate = next.inCheck(toWhite)
		c.stalemate = !c.mate
	}
	return c
}

// direction adds the direction of a check.
func (b *board) direction(c *call, king, from int8) {
	f, r := from%side-king%side, from/side-king/side
	switch {
	case kind(b.men[from]) == 'N':
		c.knight = true
	case r == 0:
		c.rank = true
	case f == 0:
		c.file = true
	default:
		rising, falling := diagonals(king)
		long := rising > falling
		if f != r {
			long = falling > rising
		}
		c.long, c.short = c.long || long, c.short || !long
	}
}

// diagonals returns the lengths of the two diagonals through a square.
func diagonals(s int8) (rising, falling int8) {
	f, r := s%side, s/side
	return side - max(f-r, r-f), side - max(f+r-side+1, side-1-f-r)
}

func (miniature) AppendActions(dst []hop, b *board) []hop {
	for from, man := range b.men {
		if man != 0 && white(man) {
			for _, to := range b.reaches(int8(from), white) { // Black's men are hidden
				dst = append(dst, hop{int8(from), to})
			}
		}
	}
	return dst
}

func (miniature) AppendOutcomes(dst []veil.Outcome[board, call], b *board, h hop) []veil.Outcome[board, call] {
	if slices.Contains(b.legal(), h) {
		return append(dst, veil.Outcome[board, call]{State: b.after(h), Seen: b.announce(h), P: 1})
	}
	return append(dst, veil.Outcome[board, call]{State: *b, Seen: call{refused: true, capture: -1}, P: 1})
}

func (miniature) AppendReplies(dst []veil.Reply[board, call], b *board) []veil.Reply[board, call] {
	for _, h := range b.legal() {
		dst = append(dst, veil.Reply[board, call]{State: b.after(h), Seen: b.announce(h)})
	}
	return dst
}

func (miniature) Rejected(c call) bool { return c.refused }

func (miniature) Status(b *board) veil.Status {
	switch {
	case len(b.legal()) > 0:
		return veil.Open
	case b.black && b.inCheck(false):
		return veil.Won
	default:
		return veil.Lost
	}
}
