// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"cmp"
	"errors"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// reason returns a minimal set of clues, and whether the mine count is needed with them, that gives
// c the value. It tries one number, then two, then all numbers nearby in growing rings, and the
// mine count last.
func (q *clues) reason(c mines.Cell, mine bool) (use []int, count bool, err error) {
	for _, i := range q.around[c] {
		if q.alone(i, mine) {
			return []int{i}, false, nil
		}
	}
	for _, i := range q.around[c] {
		if j, ok := q.partner(i, c, mine); ok {
			return []int{i, j}, false, nil
		}
	}
	switch q.judge(c, mine) {
	case byNothing:
		return nil, false, ErrNotCertain
	case byNumbers:
		use, err = q.nearby(c, mine)
		return use, false, err
	case byCount:
		use, err = q.withCount(c, mine)
		return use, true, err
	case tooHard:
	}
	if use, err = q.nearby(c, mine); errors.Is(err, ErrNotCertain) {
		err = veil.ErrTooHard // the mine count may still imply it
	}
	return use, false, err
}

// alone reports whether clue i gives all its cells the value.
func (q *clues) alone(i int, mine bool) bool {
	if mine {
		return q.list[i].need == len(q.list[i].cells)
	}
	return q.list[i].need == 0
}

// partner returns the first clue that, together with clue i, proves that c, a cell of i, is a mine
// or, if mine is false, safe.
func (q *clues) partner(i int, c mines.Cell, mine bool) (int, bool) {
	a := q.list[i]
	for _, j := range q.linked(i) {
		b := q.list[j]
		if slices.Contains(b.cells, c) {
			continue
		}
		// Two clues say more than each alone only if the difference of their needs
		// equals the number of cells that only the needier one touches.
		if mine && a.need-b.need == lacking(a.cells, b.cells) || !mine && b.need-a.need == lacking(b.cells, a.cells) {
			return j, true
		}
	}
	return 0, false
}

// linked returns the other clues that share a cell with clue i, ascending.
func (q *clues) linked(i int) []int {
	var others []int
	for _, c := range q.list[i].cells {
		for _, j := range q.around[c] {
			if j != i && !slices.Contains(others, j) {
				others = append(others, j)
			}
		}
	}
	slices.Sort(others)
	return others
}

// lacking returns how many of the cells are not among the others.
func lacking(cells, others []mines.Cell) int {
	n := 0
	for _, c := range cells {
		if !slices.Contains(others, c) {
			n++
		}
	}
	return n
}

// nearby returns a reason without the mine count.
func (q *clues) nearby(c mines.Cell, mine bool) (use []int, err error) {
	implied := false
	q.spread(q.around[c], func(ring []int) bool {
		use = append(use, q.byDistance(ring, c)...)
		implied, err = q.implies(use, false, c, mine)
		return !implied && err == nil
	})
	if err != nil || !implied {
		return nil, cmp.Or(err, ErrNotCertain)
	}
	return minimise(use, func(part []int) (bool, error) { return q.implies(part, false, c, mine) })
}

// withCount returns a reason that needs the mine count. Numbers that share no cell
// are tried first, because they are the easiest to add up.
func (q *clues) withCount(c mines.Cell, mine bool) ([]int, error) {
	implied := func(part []int) (bool, error) { return q.implies(part, true, c, mine) }
	for _, use := range [][]int{nil, q.disjoint(c, mine), q.byDistance(q.all(), c)} {
		ok, err := implied(use)
		if err != nil {
			return nil, err
		}
		if ok {
			return minimise(use, implied)
		}
	}
	return nil, ErrNotCertain
}

// disjoint picks clues that share no cell with each other or with c, those first that take the most
// mines (or, to show that c is a mine, the most safe cells) from the rest.
func (q *clues) disjoint(c mines.Cell, mine bool) []int {
	takes := func(i int) int {
		if mine {
			return len(q.list[i].cells) - q.list[i].need
		}
		return q.list[i].need
	}
	order := q.byDistance(q.all(), c)
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(takes(j), takes(i)), cmp.Compare(len(q.list[i].cells), len(q.list[j].cells)))
	})
	taken := map[mines.Cell]bool{c: true}
	var use []int
	for _, i := range order {
		if takes(i) <= 0 || slices.ContainsFunc(q.list[i].cells, func(d mines.Cell) bool { return taken[d] }) {
			continue
		}
		use = append(use, i)
		for _, d := range q.list[i].cells {
			taken[d] = true
		}
	}
	return use
}

// byDistance returns the clues sorted by their distance from c, then by position.
func (q *clues) byDistance(use []int, c mines.Cell) []int {
	row, col := q.view.RowCol(c)
	far := func(i int) int {
		y, x := q.view.RowCol(q.list[i].at)
		return max(y-row, row-y, x-col, col-x)
	}
	use = slices.Clone(use)
	slices.SortStableFunc(use, func(i, j int) int { return cmp.Or(cmp.Compare(far(i), far(j)), cmp.Compare(i, j)) })
	return use
}

// minimise drops clues, last ones first, as long as the rest is enough. enough must be monotone: it
// must stay true when a clue is added. Halves are tried before single clues, because most of a
// large set is usually idle.
func minimise(use []int, enough func([]int) (bool, error)) ([]int, error) {
	for size := max(len(use)/2, 1); ; size /= 2 {
		for end := len(use); end > 0; end = min(end-size, len(use)) {
			start := max(end-size, 0)
			rest := slices.Concat(use[:start], use[end:])
			ok, err := enough(rest)
			if err != nil {
				return nil, err
			}
			if ok {
				use = rest
			}
		}
		if size <= 1 {
			return use, nil
		}
	}
}
