// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math/bits"
	"slices"
)

// block is a position: its hidden states as rows of packed readings, and the same
// table turned by columns into one bit set of rows per (action, reading). A set of
// rows, such as the part of the position that answers an action with some reading,
// is a slice of w words.
type block struct {
	n, w, r int      // rows, words per bit set, words per row
	rows    []uint64 // n·r
	cols    []column // the actions still worth searching
	groups  []group
	masks   []uint64
	tops    []uint64 // ends of the cliques of the cover, see segments
	key     []hash   // key of the position, one hash per symmetry

	stiff  bool // too few rows conflict for a cover to pay
	pieces []piece
}

// column is an action: the rows in which it is fatal, and a group of rows per reading.
type column struct {
	act    int32 // number of the action in the problem
	nibble int32 // its index in the row
	lo, hi int32 // its groups
	off    int32 // its fatal rows in masks
	deaths int32 // number of fatal rows
}

// group is the set of rows with one reading of one action.
type group struct {
	seen uint8
	n    int32
	off  int32
}

func (b *block) fatal(c *column) []uint64 { return b.masks[int(c.off) : int(c.off)+b.w] }
func (b *block) mask(g *group) []uint64   { return b.masks[int(g.off) : int(g.off)+b.w] }
func (b *block) of(c *column) []group     { return b.groups[c.lo:c.hi] }
func (b *block) row(i int) []uint64       { return b.rows[i*b.r : i*b.r+b.r] }

// bound returns an upper bound on the states won among a set of rows.
func (b *block) bound(set []uint64) int { return segments(set, b.tops) }

// of returns the column's reading in a row.
func (c *column) of(row []uint64) uint64 {
	return row[c.nibble/perWord] >> (c.nibble % perWord * 4) & 15
}

// gather makes b the position of the given rows of p, with the columns of p and its clique cover.
// It has room for the rows. When it is stopped, b is unusable.
func (b *block) gather(p *block, set []uint64, n int, cov *cover) {
	b.cols = append(b.cols[:0], p.cols...)
	b.groups = append(b.groups[:0], p.groups...)
	b.setSize(n, p.r)
	cov.find(p, set, n)
	b.stiff = n <= coverRows && (p.stiff && p.n <= coverRows || 2*len(cov.ends) > n)
	at := 0
	for part := range slices.Chunk(cov.order, span) {
		if cov.pace.toil(len(part) * b.r) {
			return
		}
		b.copyRows(p, part, at)
		at += len(part)
	}
	for _, end := range cov.ends {
		b.endClique(int(end) - 1)
	}
	b.closeWords()
}

// copyRows copies some rows of p to row at and after.
func (b *block) copyRows(p *block, from []int32, at int) {
	if b.r == 1 {
		to := b.rows[at:]
		for i, f := range from {
			to[i] = p.rows[f]
		}
		return
	}
	for i, f := range from {
		copy(b.row(at+i), p.row(int(f)))
	}
}

// piece is a run of readings that moves together when rows are repacked.
type piece struct {
	mask     uint64
	from, to int32 // words
	rot      int32
}

// repack writes the readings of the columns side by side if that makes the rows shorter. Rows get
// shorter and columns keep their order, so no reading is overwritten before it is read.
func (b *block) repack(pace *pace) {
	r := words(len(b.cols), perWord)
	if r == 0 || r >= b.r {
		return
	}
	b.pieces = b.pieces[:0]
	for c := range b.cols {
		b.move(b.cols[c].nibble, int32(c))
		b.cols[c].nibble = int32(c)
	}
	for i := range b.n {
		if i%span == 0 && pace.toil(min(span, b.n)*b.r) {
			return
		}
		row, word, to := b.row(i), uint64(0), int32(0)
		for _, p := range b.pieces {
			if p.to != to {
				b.rows[i*r+int(to)] = word
				word, to = 0, p.to
			}
			word |= bits.RotateLeft64(row[p.from]&p.mask, int(p.rot))
		}
		b.rows[i*r+int(to)] = word
	}
	b.r, b.rows = r, b.rows[:b.n*r]
}

// move adds a reading to the pieces.
func (b *block) move(from, to int32) {
	p := piece{Fatal << (from % perWord * 4), from / perWord, to / perWord, (to - from) * 4 & 63}
	if k := len(b.pieces) - 1; k >= 0 && b.pieces[k].from == p.from && b.pieces[k].to == p.to && b.pieces[k].rot == p.rot {
		b.pieces[k].mask |= p.mask
		return
	}
	b.pieces = append(b.pieces, p)
}

// topBetween reports whether a clique ends at a row in [lo, hi).
func (b *block) topBetween(lo, hi int) bool {
	if lo/64 != hi/64 {
		if b.tops[lo/64]>>(lo%64) != 0 || b.tops[hi/64]<<(63-hi%64)<<1 != 0 {
			return true
		}
		for i := lo/64 + 1; i < hi/64; i++ {
			if b.tops[i] != 0 {
				return true
			}
		}
		return false
	}
	return b.tops[lo/64]>>(lo%64)<<(64-(hi-lo)) != 0
}

func (b *block) setSize(n, r int) {
	b.n, b.w, b.r = n, words(n, 64), r
	b.tops = grow(b.tops, b.w)
	clear(b.tops)
}

func (b *block) endClique(i int) { b.tops[i/64] |= 1 << (i % 64) }

// closeWords ends a clique at the end of each word and at the last row.
func (b *block) closeWords() {
	for i := range b.tops {
		b.tops[i] |= 1 << 63
	}
	if b.n%64 != 0 {
		b.tops[b.w-1] |= ^uint64(0) << (b.n%64 - 1)
	}
}

// fill computes the masks of the columns from the rows. The groups present before determine the
// expected readings, and masks has room for all. When it is stopped, b is unusable.
func (b *block) fill(pace *pace) {
	off := 0
	for i := range b.cols {
		c := &b.cols[i]
		c.off = int32(off)
		off += b.w
		for g := c.lo; g < c.hi; g++ {
			b.groups[g].off = int32(off)
			off += b.w
		}
	}
	var m [64]uint64
	for chunk := range b.w {
		if pace.toil(len(b.groups)) {
			return
		}
		rows := min(64, b.n-chunk*64)
		valid := ^uint64(0) >> (64 - rows)
		next := 0
		for j := range b.r {
			end := next
			for end < len(b.cols) && int(b.cols[end].nibble)/perWord == j {
				end++
			}
			if end > next {
				b.load(&m, chunk, rows, j)
				b.split(&m, b.cols[next:end], chunk, valid)
			}
			next = end
		}
	}
	b.recount(pace)
}

// load puts word j of the rows of a chunk into m and transposes it.
func (b *block) load(m *[64]uint64, chunk, rows, j int) {
	src := b.rows[chunk*64*b.r+j:]
	for i := range rows {
		m[i] = src[i*b.r]
	}
	transposeRows(m, rows)
}

// split writes the masks of some columns for a chunk of up to 64 rows. m is one word of these rows,
// transposed: an entry has one bit of every row, and the readings of a column take four entries.
func (b *block) split(m *[64]uint64, cols []column, chunk int, valid uint64) {
	for i := range cols {
		c := &cols[i]
		q := int(c.nibble) % perWord * 4
		p0, p1, p2, p3 := m[q&63], m[(q+1)&63], m[(q+2)&63], m[(q+3)&63]
		b.masks[int(c.off)+chunk] = p0 & p1 & p2 & p3
		for g := c.lo; g < c.hi; g++ {
			k := uint64(b.groups[g].seen)
			v := (p0 ^ (k&1 - 1)) & (p1 ^ (k>>1&1 - 1)) & (p2 ^ (k>>2&1 - 1)) & (p3 ^ (k>>3 - 1))
			b.masks[int(b.groups[g].off)+chunk] = v & valid
		}
	}
}

// recount drops the empty groups.
func (b *block) recount(pace *pace) {
	out := int32(0)
	for i := range b.cols {
		if b.n > broadRows && pace.toil(b.w) {
			return
		}
		c := &b.cols[i]
		c.deaths = int32(count(b.fatal(c)))
		left := int32(b.n) - c.deaths
		lo := out
		for g := c.lo; g < c.hi; g++ {
			gr := b.groups[g]
			if left == 0 {
				break
			}
			if gr.n = int32(count(b.mask(&gr))); gr.n > 0 {
				left -= gr.n
				b.groups[out] = gr
				out++
			}
		}
		c.lo, c.hi = lo, out
	}
	b.groups = b.groups[:out]
}
