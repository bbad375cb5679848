// SPDX-License-Identifier: BSD-3-Clause

package explain

import "github.com/veilplan/veil/mines"

// Conflict is a minimal reason why no layout fits a view: the numbers, and the mine count if Count
// is set, cannot all be right, but they can if any one is left out.
type Conflict struct {
	Numbers []mines.Cell // in reading order
	Count   bool
}

// Conflict returns a contradiction. It reports false if there is none.
func (r *Reasoner) Conflict() (Conflict, bool, error) {
	use, count, found, err := r.q.conflict()
	if !found || err != nil {
		return Conflict{}, false, err
	}
	return Conflict{Numbers: r.q.numbers(use), Count: count}, true, nil
}

// conflict searches for one number that cannot be right, then for few numbers close to each other,
// and uses the mine count last.
func (q *clues) conflict() (use []int, count, found bool, err error) {
	for i, c := range q.list {
		if c.impossible() {
			return []int{i}, false, true, nil
		}
	}
	bad, hard, err := q.contradictory()
	if bad == nil {
		bad = hard // search small neighbourhoods for a conflict
	}
	if bad != nil {
		use, err = q.tightest(bad, len(hard) > 0, err)
		return use, false, use != nil, err
	}
	if !q.hasCount() {
		return nil, false, false, nil
	}
	use, found, err = q.countConflict()
	return use, true, found, err
}

// contradictory returns the first connected set of clues that no layout satisfies, or nil, and all
// clues whose set was too hard to decide.
func (q *clues) contradictory() (bad, hard []int, err error) {
	done := make([]bool, len(q.list))
	for _, i := range q.all() {
		if done[i] {
			continue
		}
		linked := q.component([]int{i})
		for _, j := range linked {
			done[j] = true
		}
		ok, failed := q.possible(linked, false, assumption{cell: noCell})
		switch {
		case failed != nil:
			hard, err = append(hard, linked...), failed
		case !ok:
			return linked, nil, nil
		}
	}
	return nil, hard, err
}

// maxRadius limits the neighbourhoods that are searched where no conflict is known to exist.
const maxRadius = 2

// tightest returns a minimal conflict among clues: the first found in the smallest neighbourhood of
// any of them. If unknown is set, the clues may not clash: then it searches nearby only and returns
// the given error if it finds nothing.
func (q *clues) tightest(bad []int, unknown bool, err error) ([]int, error) {
	clash := func(part []int) (bool, error) {
		ok, err := q.possible(part, false, assumption{cell: noCell})
		return !ok && err == nil, err
	}
	for radius := 1; !unknown || radius <= maxRadius; radius++ {
		for _, i := range bad {
			near := q.within(i, radius)
			ok, err := clash(near)
			if err != nil {
				return nil, err
			}
			if ok {
				return minimise(near, clash)
			}
		}
	}
	return nil, err
}

// within returns the clues at most radius links away from i, nearest first.
func (q *clues) within(i, radius int) []int {
	var near []int
	q.spread([]int{i}, func(ring []int) bool {
		near = append(near, q.byDistance(ring, q.list[i].at)...)
		radius--
		return radius >= 0
	})
	return near
}

// countConflict searches for clues that the mine count contradicts.
func (q *clues) countConflict() (use []int, found bool, err error) {
	clash := func(part []int) (bool, error) {
		ok, err := q.possible(part, true, assumption{cell: noCell})
		return !ok && err == nil, err
	}
	for _, use := range [][]int{nil, q.disjoint(noCell, false), q.disjoint(noCell, true), q.all()} {
		ok, err := clash(use)
		if err != nil {
			return nil, false, err
		}
		if ok {
			use, err = minimise(use, clash)
			return use, err == nil, err
		}
	}
	return nil, false, nil
}
