// SPDX-License-Identifier: BSD-3-Clause

package certcheck

import (
	"encoding/binary"
	"slices"
)

// searcher finds which numbers of mines a part can hold. It fixes the mines of one group after the
// other and narrows the range lo..hi of the rest. Groups that no sum connects any longer are
// searched separately, and a result is cached by what the sums of its groups still need (component
// caching, as in the model counters of Bayardo and Pehoushek, 2000).
//
// A set of mine counts is a []bool indexed by the count; an impossible part has the empty set.
// Without a total, only whether the set is empty is kept.
type searcher struct {
	part
	counted bool
	steps   int // left; 0 means given up
	stop    func() bool
	worked  int // since stop was asked last
	byGroup [][]int
	known   map[string][]bool
}

// search returns the mine counts of the part; after the steps have run out the result is
// meaningless.
func (s *searcher) search(q part) []bool {
	s.part, s.known = q, map[string][]bool{}
	s.byGroup = make([][]int, len(q.size))
	for i, c := range q.sums {
		for _, g := range c.groups {
			s.byGroup[g] = append(s.byGroup[g], i)
		}
	}
	groups := make([]int, len(q.size))
	for g := range groups {
		groups[g] = g
	}
	return s.settle(groups, make([]int, len(q.size)), slices.Clone(q.size))
}

// work counts n simple operations and from time to time calls stop.
func (s *searcher) work(n int) {
	const askEvery = 1 << 17 // about a hundred microseconds
	if s.worked += n; s.worked < askEvery || s.stop == nil {
		return
	}
	if s.worked = 0; s.stop() {
		s.steps = 0
	}
}

// settle narrows the groups and returns their mine counts. It overwrites lo and hi.
func (s *searcher) settle(groups, lo, hi []int) []bool {
	if !s.narrow(lo, hi) {
		return nil
	}
	fixed := 0
	var open []int
	for _, g := range groups {
		if lo[g] == hi[g] {
			fixed += lo[g]
		} else {
			open = append(open, g)
		}
	}
	if !s.counted {
		fixed = 0
	}
	total := s.add([]bool{true}, []bool{true}, fixed)
	for _, linked := range s.fallApart(open) {
		total = s.add(total, s.branch(linked, lo, hi), 0)
		if len(total) == 0 || s.steps == 0 {
			return nil
		}
	}
	return total
}

// branch tries every number of mines in the first of some connected groups.
func (s *searcher) branch(groups, lo, hi []int) []bool {
	key := s.key(groups, lo, hi)
	if counts, ok := s.known[key]; ok {
		return counts
	}
	g := groups[0]
	var counts []bool
	for n := lo[g]; n <= hi[g] && s.steps > 0; n++ {
		s.steps--
		lower, upper := slices.Clone(lo), slices.Clone(hi)
		lower[g], upper[g] = n, n
		counts = join(counts, s.settle(groups, lower, upper))
		if !s.counted && len(counts) > 0 {
			break
		}
	}
	if s.steps > 0 {
		s.known[key] = counts
	}
	return counts
}

// key returns a text that identifies connected groups and what the sums that touch them still need.
func (s *searcher) key(groups, lo, hi []int) string {
	var key []byte
	for _, g := range groups {
		key = binary.AppendUvarint(key, uint64(g))
		for _, i := range s.byGroup[g] {
			need := s.sums[i].mines
			for _, h := range s.sums[i].groups {
				if lo[h] == hi[h] {
					need -= lo[h]
				}
			}
			key = binary.AppendVarint(key, int64(need))
		}
	}
	return string(key)
}

// narrow applies every sum to the ranges of its groups until nothing changes; it
// reports false if a sum cannot hold.
func (s *searcher) narrow(lo, hi []int) bool {
	for changed := true; changed && s.steps > 0; {
		changed = false
		s.work(8 * len(s.sums)) // a number on a board has at most eight neighbours, so eight groups
		for _, c := range s.sums {
			least, most := 0, 0
			for _, g := range c.groups {
				least += lo[g]
				most += hi[g]
			}
			if c.mines < least || c.mines > most {
				return false
			}
			for _, g := range c.groups {
				l := max(lo[g], c.mines-(most-hi[g]))
				h := min(hi[g], c.mines-(least-lo[g]))
				if l != lo[g] || h != hi[g] {
					// least and most are stale now: come back to this sum.
					lo[g], hi[g], changed = l, h, true
					break
				}
			}
		}
	}
	return true
}

// fallApart returns the sets of the given groups that sums connect.
func (s *searcher) fallApart(groups []int) [][]int {
	var sets [][]int
	waiting := make([]bool, len(s.size))
	s.work(8 * len(s.size))
	for _, g := range groups {
		waiting[g] = true
	}
	for _, g := range groups {
		if !waiting[g] {
			continue
		}
		waiting[g] = false
		linked := []int{g}
		for k := 0; k < len(linked); k++ {
			for _, i := range s.byGroup[linked[k]] {
				for _, h := range s.sums[i].groups {
					if waiting[h] {
						waiting[h] = false
						linked = append(linked, h)
					}
				}
			}
		}
		slices.Sort(linked)
		sets = append(sets, linked)
	}
	return sets
}

// add returns all sums of a member of a, a member of b and the shift.
func (s *searcher) add(a, b []bool, shift int) []bool {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	sums := make([]bool, len(a)+len(b)-1+shift)
	for i, x := range a {
		if !x || s.steps == 0 {
			continue
		}
		s.work(len(b))
		for j, y := range b {
			if y {
				sums[i+j+shift] = true
			}
		}
	}
	return sums
}

// join returns the union of a and b.
func join(a, b []bool) []bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	both := slices.Clone(a)
	for i, x := range b {
		both[i] = both[i] || x
	}
	return both
}
