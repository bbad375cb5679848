// SPDX-License-Identifier: BSD-3-Clause

package chess

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
		base = t.fill(&t.rook[s], s, walkRook)
	}
	for s := range Square(64) {
		t.bishop[s] = magic{mask: bishopMask(s), factor: bishopFactors[s], base: base}
		base = t.fill(&t.bishop[s], s, walkBishop)
	}
}

// fill writes the attacks for every subset of the mask and returns the next free
// entry.
func (t *tables) fill(m *magic, s Square, attacks func(Square, uint64) uint64) uint32 {
	n := popCount(m.mask)
	m.shift = uint8(64 - n)
	for occ, more := uint64(0), true; more; more = occ != 0 {
		t.slider[m.index(occ)] = attacks(s, occ)
		occ = (occ - m.mask) & m.mask
	}
	return m.base + 1<<n
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
