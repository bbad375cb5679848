// SPDX-License-Identifier: BSD-3-Clause

package retro

import (
	"math/bits"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
)

// edge is a try from a placement and its effect for every square of the bare king.
type edge struct {
	try     krieg.Move
	to      int             // the placement it leads to, turned by back
	back    ending.Symmetry // maps the canonical placement to the one of this edge
	table   *ending.Table   // the table it leads to, if not this ending's
	place   ending.Place    // the placement in that table
	refused uint64          // squares of the king where the try is refused
	mates   uint64          // squares where it mates
	safe    uint64          // squares to which the king may go in reply
	heard   []uint64        // the other squares, by the directions of check; without those where it stalemates or loses a man
}

// edgesOf returns the tries of White's men. The bare king never stands in the way of a
// man other than a pawn: there it would be in check on White's turn. So only the king
// and pawns are ever refused.
func (b *builder) edgesOf(p ending.Place, number map[ending.Place]int) []edge {
	pos := b.Material.Position(p)
	universe := b.Material.Universe(p)
	var l chess.Moves
	pos.Tries(&l)
	var edges []edge
	for _, m := range l.Slice() {
		if pos.IsPawnCapture(m) {
			continue
		}
		after := pos
		after.Make(m)
		e := edge{try: m, refused: universe & refuses(&pos, m)}
		if !b.aim(&e, &after, number) {
			continue
		}
		e.survey(&after, universe&^e.refused)
		if e.mates != 0 || len(e.heard) > 0 {
			edges = append(edges, e)
		}
	}
	return edges
}

// aim sets the placement that the edge leads to; false if no known ending has it.
func (b *builder) aim(e *edge, after *krieg.Position, number map[ending.Place]int) bool {
	m, place, ok := ending.PlaceOf(after)
	if !ok {
		return false
	}
	if m == b.Material {
		canonical, y := m.Canonical(place)
		e.to, e.back = number[canonical], y.Inverse()
		return true
	}
	e.place = place
	for _, t := range b.Into {
		if t.Material == m {
			e.table = t
		}
	}
	return e.table != nil
}

// refuses returns the squares of the bare king where a try is refused: adjacent to the king's
// destination, or in the way of a pawn.
func refuses(pos *krieg.Position, m krieg.Move) uint64 {
	switch pos.KindAt(m.From()) {
	case chess.King:
		return chess.KingAttacks(m.To())
	case chess.Pawn:
		return m.To().Bit() | (m.From() + 8).Bit()
	default:
		return 0
	}
}

// survey classifies the squares on which the try is made by the result.
func (e *edge) survey(after *krieg.Position, from uint64) {
	men := after.Men(krieg.White)
	by := after.Attacked(krieg.White)
	attacked := by.Any()
	// Lines continue through the square that the king leaves, so it may not step on a square that
	// is attacked on the board without it.
	e.safe = ^attacked &^ men
	keeps := from &^ around(men&^attacked)
	moves := around(e.safe)
	e.mates = keeps & attacked &^ moves
	if quiet := keeps & moves &^ attacked; quiet != 0 {
		e.heard = append(e.heard, quiet)
	}
	var checked [32]uint64
	for left := keeps & moves & attacked; left != 0; left &= left - 1 {
		s := krieg.Square(bits.TrailingZeros64(left))
		board := *after
		board.Put(s, krieg.Black, chess.King)
		checked[board.CheckDirections()&31] |= s.Bit()
	}
	for _, squares := range checked {
		if squares != 0 {
			e.heard = append(e.heard, squares)
		}
	}
	e.heard = slices.Clip(e.heard)
}

// around returns the squares adjacent to a set of squares, and those of the set that are adjacent
// to each other.
func around(b uint64) uint64 {
	const fileA, fileH = 0x0101010101010101, 0x8080808080808080
	sides := b&^fileH<<1 | b&^fileA>>1
	row := b | sides
	return sides | row<<8 | row>>8
}
