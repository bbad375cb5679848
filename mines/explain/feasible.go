// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"slices"

	"github.com/veilplan/veil/mines"
)

// totals returns the set of mine counts for which a layout exists among the cells that
// the clues in use and the assumption touch, and the number of those cells.
func (q *clues) totals(use []int, as assumption) (countSet, int, error) {
	s, ok := q.sweep(use, as)
	if !ok {
		return nil, s.touched, nil
	}
	got, err := s.run(true)
	return got, s.touched, err
}

// possible reports whether a layout satisfies the clues in use, the mine count if
// wanted, and the assumption.
func (q *clues) possible(use []int, count bool, as assumption) (bool, error) {
	s, ok := q.sweep(use, as)
	if !ok {
		return false, nil
	}
	got, err := s.run(count)
	if err != nil || !count {
		return len(got) > 0, err
	}
	return got.meets(q.left-(q.hidden-s.touched), q.left), nil
}

// implies reports whether the clues in use, with the mine count if wanted, force the value of the
// cell.
func (q *clues) implies(use []int, count bool, c mines.Cell, mine bool) (bool, error) {
	opposite, err := q.possible(use, count, assumption{c, !mine})
	return !opposite && err == nil, err
}

// sweep prepares the decision. It reports false if a clue cannot hold even alone.
func (q *clues) sweep(use []int, as assumption) (s *sweep, ok bool) {
	s = &sweep{poll: &q.poll, need: make([]int, len(use)), cells: make([]int, len(use))}
	ok = true
	if as.cell != noCell {
		s.touched++
		if as.mine {
			s.base++
		}
	}
	local := q.localNames(use)
	for k, i := range use {
		c := q.list[i]
		s.need[k], s.cells[k] = c.need, len(c.cells)
		if slices.Contains(c.cells, as.cell) {
			s.need[k] -= s.base
			s.cells[k]--
		}
		ok = ok && s.need[k] >= 0 && s.need[k] <= s.cells[k]
	}
	if ok {
		q.group(s, use, as.cell, local)
		s.order()
	}
	return s, ok
}

// localNames numbers the clues in use from 1; 0 stands for the others.
func (q *clues) localNames(use []int) []int32 {
	if q.local == nil {
		q.local = make([]int32, len(q.list))
	}
	clear(q.local)
	_ = q.work(len(q.list)/8 + 64*len(use)) // sweep.run stops
	for k, i := range use {
		q.local[i] = int32(k + 1)
	}
	return q.local
}

// group gathers the cells that touch the same clues in use into stages.
func (q *clues) group(s *sweep, use []int, skip mines.Cell, local []int32) {
	groups := make(map[[8]int32]int, 2*len(use))
	for k, i := range use {
		for _, c := range q.list[i].cells {
			var key [8]int32
			n, first := 0, k
			for _, j := range q.around[c] {
				if l := local[j]; l > 0 {
					key[n] = l
					n++
					first = min(first, int(l-1))
				}
			}
			if c == skip || first != k {
				continue // fixed, or gathered when its first clue was visited
			}
			s.touched++
			g, known := groups[key]
			if !known {
				g = len(s.stages)
				groups[key] = g
				s.stages = append(s.stages, stage{clues: key, n: n})
			}
			s.stages[g].size++
		}
	}
}
