// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "slices"

// reduce drops the actions and rows that cannot matter, until nothing changes, and
// renews the clique cover. Every step keeps the value of the position.
func (s *Solver) reduce(b *block) {
	before := len(b.cols)
	for {
		b.fill()
		s.dropColumns(b)
		if len(b.cols) == 0 {
			return
		}
		if !s.cfg.NoTwins && len(b.cols) < before && s.dropTwins(b) {
			before = len(b.cols)
			continue
		}
		before = len(b.cols)
		if b.n > coverMax || s.cfg.NoCover {
			return
		}
		if !s.renewCover(b) {
			break
		}
	}
	b.fill()
}

// dropColumns drops the actions that are known, fatal in every row, dead (one reading
// wherever they are safe, so that doing them last loses nothing), or dominated.
func (s *Solver) dropColumns(b *block) {
	out := b.cols[:0]
	for _, c := range b.cols {
		k := c.hi - c.lo
		if k == 0 || k == 1 && (c.deaths == 0 || !s.cfg.NoDead) {
			continue
		}
		out = append(out, c)
	}
	b.cols = out
	if !s.cfg.NoDominated {
		s.dropDominated(b)
	}
}

// dropDominated drops every action x for which there is a y that is safe wherever x is
// and whose reading tells x's: doing y first is never worse.
func (s *Solver) dropDominated(b *block) {
	for i := 0; i < len(b.cols); i++ {
		for j := range b.cols {
			if i != j && b.dominates(&b.cols[j], &b.cols[i]) {
				b.cols = slices.Delete(b.cols, i, i+1)
				i--
				break
			}
		}
	}
}

// dominates reports whether y is safe wherever x is and tells x's reading there.
func (b *block) dominates(y, x *column) bool {
	if y.deaths > x.deaths || y.hi-y.lo < x.hi-x.lo || !subset(b.fatal(y), b.fatal(x)) {
		return false
	}
	for i := y.lo; i < y.hi; i++ {
		if !b.within(b.mask(&b.groups[i]), x) {
			return false
		}
	}
	return true
}

// within reports whether set meets at most one group of x.
func (b *block) within(set []uint64, x *column) bool {
	found := false
	for i := x.lo; i < x.hi; i++ {
		if disjoint(set, b.mask(&b.groups[i])) {
			continue
		}
		if found {
			return false
		}
		found = true
	}
	return true
}

// dropTwins drops rows that no remaining action tells from an earlier row. They differ
// only in dropped actions, so they conflict, and whichever of them is won, the other
// could have been instead.
func (s *Solver) dropTwins(b *block) bool {
	live := grow(s.live, b.r)
	clear(live)
	for i := range b.cols {
		live[b.cols[i].nibble/perWord] |= Fatal << (b.cols[i].nibble % perWord * 4)
	}
	s.live = live
	size := tableSize(b.n)
	slot := grow(s.slot, size)
	clear(slot)
	s.slot = slot
	return b.filter(func(i, out int) bool { return !s.seenRow(b, i, out, size-1) })
}

// seenRow reports whether one of the first out rows equals row i on the live columns,
// and remembers row i as number out if not.
func (s *Solver) seenRow(b *block, i, out, mask int) bool {
	h := uint64(0)
	for j, v := range b.row(i) {
		h = mix(h ^ v&s.live[j])
	}
	at := int(h) & mask
	for ; s.slot[at] != 0; at = (at + 1) & mask {
		if b.sameRow(i, int(s.slot[at])-1, s.live) {
			return true
		}
	}
	s.slot[at] = int32(out) + 1
	return false
}

func (b *block) sameRow(i, j int, live []uint64) bool {
	x, y := b.row(i), b.row(j)
	for k, v := range live {
		if (x[k]^y[k])&v != 0 {
			return false
		}
	}
	return true
}

// filter keeps the rows that keep says to, asking once per row in order and telling it
// the row's new number, and reports whether any was dropped.
func (b *block) filter(keep func(i, out int) bool) bool {
	out := 0
	ended := false // a clique ended at a dropped row
	for i := range b.n {
		top := b.top(i)
		if !keep(i, out) {
			ended = ended || top
			continue
		}
		if ended && out > 0 {
			b.endClique(out - 1)
		}
		ended = false
		copy(b.row(out), b.row(i))
		b.tops[out/64] &^= 1 << (out % 64)
		if top {
			b.endClique(out)
		}
		out++
	}
	if out == b.n {
		return false
	}
	b.shrink(out)
	return true
}

// shrink keeps the first n rows.
func (b *block) shrink(n int) {
	b.n, b.w = n, words(n, 64)
	b.rows = b.rows[:n*b.r]
	b.tops = b.tops[:b.w]
	b.closeWords()
}
