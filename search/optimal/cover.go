// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

// coverMax is the largest position that gets a clique cover of its own; the work grows
// with the square of the size.
const coverMax = 1024

// cover is the working memory of renewCover.
type cover struct {
	cell  []int32  // column × reading → offset of the group's mask, -1 if fatal
	good  []int32  // offsets of the groups of one row
	bad   []int32  // offsets of the fatal masks beside them
	left  []uint64 // rows in no clique yet
	cand  []uint64 // rows that conflict with the whole clique
	order []int32  // rows, clique by clique
	ends  []int32  // ends of the cliques in order
	perm  []int32
	rows  []uint64
}

// renewCover partitions the rows greedily into cliques of the conflict graph. Two rows
// conflict if no action that is safe in both reads differently: whatever is done, they
// stay together until one of them is lost. So a clique holds at most one won state,
// and the number of cliques that a set meets bounds its value. That two states conflict
// does not depend on the position, so the cover serves the sub-positions as well.
//
// On the way it finds rows that another row stands for: y agrees with x wherever x is
// safe. It drops these, leaves the rest to the next round, and returns true.
func (s *Solver) renewCover(b *block) bool {
	cv := &s.cover
	cv.index(b)
	if !s.cfg.NoTwins && b.filter(func(i, _ int) bool { return !cv.standsFor(b, i) }) {
		return true
	}
	cv.left = grow(cv.left, b.w)
	for i := range cv.left {
		cv.left[i] = ^uint64(0)
	}
	cv.left[b.w-1] >>= (64 - b.n%64) % 64
	cv.order, cv.ends = cv.order[:0], cv.ends[:0]
	for w := range b.w {
		for cv.left[w] != 0 {
			cv.takeClique(b, w*64+bits.TrailingZeros64(cv.left[w]))
		}
	}
	cv.arrange(b)
	return false
}

// index makes cell.
func (cv *cover) index(b *block) {
	cv.cell = grow(cv.cell, len(b.cols)*16)
	for i := range b.cols {
		row := cv.cell[i*16 : i*16+16]
		for k := range row {
			row[k] = -1
		}
		for _, g := range b.of(&b.cols[i]) {
			row[g.seen] = g.off
		}
	}
}

// offsets lists the masks of the groups that row i belongs to.
func (cv *cover) offsets(b *block, i int) {
	row := b.row(i)
	cv.good, cv.bad = cv.good[:0], cv.bad[:0]
	for c := range b.cols {
		col := &b.cols[c]
		k := row[col.nibble/perWord] >> (col.nibble % perWord * 4) & 15
		if off := cv.cell[c*16+int(k)]; off >= 0 {
			cv.good = append(cv.good, off)
			cv.bad = append(cv.bad, col.off)
		}
	}
}

// standsFor reports whether another row agrees with row i wherever i is safe.
func (cv *cover) standsFor(b *block, i int) bool {
	cv.offsets(b, i)
	for w := range b.w {
		v := ^uint64(0)
		if w == b.w-1 {
			v >>= (64 - b.n%64) % 64
		}
		if w == i/64 {
			v &^= 1 << (i % 64)
		}
		for _, off := range cv.good {
			if v &= b.masks[int(off)+w]; v == 0 {
				break
			}
		}
		if v != 0 {
			return true
		}
	}
	return false
}

// takeClique grows a clique from row i and takes it out of left.
func (cv *cover) takeClique(b *block, i int) {
	from := i / 64
	cv.left[from] &^= 1 << (i % 64)
	cv.order = append(cv.order, int32(i))
	cv.cand = append(cv.cand[:0], cv.left...)
	for j := i; ; {
		j = cv.narrow(b, j, from)
		if j < 0 {
			break
		}
		from = j / 64
		cv.left[from] &^= 1 << (j % 64)
		cv.cand[from] &^= 1 << (j % 64)
		cv.order = append(cv.order, int32(j))
	}
	cv.ends = append(cv.ends, int32(len(cv.order)))
}

// narrow keeps the candidates, from word w on, that conflict with row i and returns the
// first of them, or -1.
func (cv *cover) narrow(b *block, i, w int) int {
	cv.offsets(b, i)
	good, bad := cv.good, cv.bad[:len(cv.good)]
	first := -1
	for ; w < b.w; w++ {
		v := cv.cand[w]
		if v == 0 {
			continue
		}
		for k, off := range good {
			if v &= b.masks[int(off)+w] | b.masks[int(bad[k])+w]; v == 0 {
				break
			}
		}
		cv.cand[w] = v
		if v != 0 && first < 0 {
			first = w*64 + bits.TrailingZeros64(v)
		}
	}
	return first
}

// arrange puts the rows of each clique side by side in one word where possible, largest
// cliques first, and marks the ends.
func (cv *cover) arrange(b *block) {
	cv.pack(b)
	cv.rows = append(cv.rows[:0], b.rows[:b.n*b.r]...)
	for to, from := range cv.perm {
		copy(b.row(to), cv.rows[int(from)*b.r:int(from)*b.r+b.r])
	}
}

// pack chooses the new order: perm[new] = old. Where no clique fits into what is left
// of a word, one is cut in two, which keeps the bound valid.
func (cv *cover) pack(b *block) {
	clear(b.tops)
	cv.perm = append(cv.perm[:0], cv.order...)
	for _, hi := range cv.ends {
		b.endClique(int(hi) - 1)
	}
	b.closeWords()
}
