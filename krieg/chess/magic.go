// SPDX-License-Identifier: BSD-3-Clause

package chess

import "math/bits"

// magic maps the men on a slider's lines to its entry in the attack table: the
// product gathers the relevant bits of mask at the top ("magic bitboards").
type magic struct {
	mask   uint64
	factor uint64
	base   uint32
	shift  uint8
}

// index is masked to the table's size, which spares a bounds check.
func (m *magic) index(occ uint64) uint64 {
	return (uint64(m.base) + (occ & m.mask * m.factor >> (m.shift & 63))) & (1<<17 - 1)
}

func (t *tables) buildMagics() {
	base := uint32(0)
	for s := range Square(64) {
		t.rook[s] = magic{mask: rookMask(s), factor: rookFactors[s], base: base}
		base = t.fill(&t.rook[s], raysFrom(s, [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}))
	}
	for s := range Square(64) {
		t.bishop[s] = magic{mask: bishopMask(s), factor: bishopFactors[s], base: base}
		base = t.fill(&t.bishop[s], raysFrom(s, [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}))
	}
}

// fill writes the attacks for every subset of the mask and returns the next free
// entry.
func (t *tables) fill(m *magic, rays [4]ray) uint32 {
	n := popCount(m.mask)
	m.shift = uint8(64 - n)
	for occ, more := uint64(0), true; more; more = occ != 0 {
		t.slider[m.index(occ)] = rays[0].attacks(occ) | rays[1].attacks(occ) | rays[2].attacks(occ) | rays[3].attacks(occ)
		occ = (occ - m.mask) & m.mask
	}
	return m.base + 1<<n
}

// ray holds a slider's line in one direction. Every program that links this package fills the
// tables before it begins, and walking square by square would take four times as long.
type ray struct {
	squares uint64
	beyond  [64]uint64 // the squares that a man on a square of the ray hides
	rising  bool       // towards higher squares
}

func raysFrom(s Square, directions [4][2]int) (rays [4]ray) {
	for i, d := range directions {
		r := &rays[i]
		r.squares, r.rising = walk(s, 0, d[0], d[1]), 8*d[1]+d[0] > 0
		for left := r.squares; left != 0; left &= left - 1 {
			man := first(left)
			r.beyond[man] = walk(man, 0, d[0], d[1])
		}
	}
	return rays
}

// attacks returns the squares up to and including the first man.
func (r *ray) attacks(occ uint64) uint64 {
	men := r.squares & occ
	switch {
	case men == 0:
		return r.squares
	case r.rising:
		return r.squares &^ r.beyond[first(men)]
	default:
		return r.squares &^ r.beyond[63-bits.LeadingZeros64(men)]
	}
}

// rookMask returns the squares whose men matter to a rook on s: the last square of
// a line is attacked whether it is empty or not.
func rookMask(s Square) uint64 {
	file, rank := fileA<<s.File(), rank1<<(s.Rank()*8)
	return (file&^(rank1|rank8) | rank&^(fileA|fileH)) &^ s.Bit()
}

func bishopMask(s Square) uint64 {
	return walkBishop(s, 0) &^ (rank1 | rank8 | fileA | fileH)
}
