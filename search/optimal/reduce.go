// SPDX-License-Identifier: BSD-3-Clause

package optimal

// reduce computes the masks of a block and drops the actions that cannot matter: those known or
// fatal in every row, and the dead ones. An action is dead if it has one reading wherever it is
// safe; it reveals nothing, so performing it last loses nothing. It stays dead in every
// sub-position. When it is stopped, b is unusable.
func (s *Solver) reduce(b *block) {
	if !s.renew(&b.masks, (len(b.cols)+len(b.groups))*b.w) {
		return
	}
	if b.fill(&s.pace); s.stopped {
		return
	}
	out := b.cols[:0]
	for _, c := range b.cols {
		k := c.hi - c.lo
		if k == 0 || k == 1 && (c.deaths == 0 || !s.cfg.NoDead) {
			continue
		}
		out = append(out, c)
	}
	b.cols = out
	b.repack(&s.pace)
}

// within reports whether set meets at most one group of c.
func (b *block) within(set []uint64, c *column) bool {
	found := false
	for i := c.lo; i < c.hi; i++ {
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
