// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/veilplan/veil/pomdp/tabular"
)

// table holds rows of probabilities during parsing. A later value replaces an earlier one.
type table struct {
	width int
	rows  [][]tabular.Chance
	from  []place // where each row was last written
}

// place is a position in the text; its zero value is none.
type place struct{ line, column int32 }

func (t token) place() place { return place{int32(t.line), int32(t.column)} }

func newTable(width, rows int) table {
	return table{width, make([][]tabular.Chance, rows), make([]place, rows)}
}

// set stores one probability.
func (p *parser) set(t *table, row, column int, x float64) error {
	list := t.rows[row]
	i, found := slices.BinarySearchFunc(list, uint32(column), func(c tabular.Chance, column uint32) int { return cmp.Compare(c.Index, column) })
	if found {
		list[i].P = x
		return p.room.Step(1)
	}
	if err := p.room.Take(1, addedSize); err != nil {
		return err
	}
	t.rows[row] = slices.Insert(list, i, tabular.Chance{Index: uint32(column), P: x})
	return p.room.Step(len(list) - i)
}

// replace stores a whole row, reusing the memory of the former one if it suffices, and returns by
// how much the table has grown.
func (p *parser) replace(t *table, row int, list []tabular.Chance) (grown int, err error) {
	old := t.rows[row]
	if cap(old) < len(list) {
		if err := p.room.Take(len(list), tabular.ChanceSize); err != nil {
			return 0, err
		}
		old = make([]tabular.Chance, 0, len(list))
	}
	grown = len(list) - len(t.rows[row])
	t.rows[row] = append(old[:0], list...)
	return grown, p.room.Step(1 + len(list))
}

// appendSparse appends the entries of a row that are not zero.
func appendSparse(list []tabular.Chance, row []float64) []tabular.Chance {
	for i, p := range row {
		if p != 0 {
			list = append(list, tabular.Chance{Index: uint32(i), P: p})
		}
	}
	return list
}

// normalised drops zeros and removes rounding errors. It changes row, and returns the sum it had.
func normalised(row []tabular.Chance) (_ []tabular.Chance, sum float64, err error) {
	for _, c := range row {
		if !(c.P >= 0 && c.P <= 1+Rounding) {
			return nil, 0, fmt.Errorf("probability %v is not in [0, 1]", c.P)
		}
		sum += c.P
	}
	if math.Abs(sum-1) > Rounding {
		return nil, 0, fmt.Errorf("probabilities sum to %v, not 1", sum)
	}
	row = slices.DeleteFunc(row, func(c tabular.Chance) bool { return c.P == 0 })
	if math.Abs(sum-1) > tabular.Slack/2 { // reading a written row back must not change it
		for i := range row {
			row[i].P /= sum
		}
	}
	return row, sum, nil
}

// rules holds the rewards during parsing, in order.
type rules struct {
	list []rule
	of   map[[2]int][]int32 // by action and state, either of which may be all
}

// rule is one line R; any of its names may be all.
type rule struct {
	next, seen int32
	value      float64
}

func (r *rules) add(a, s, next, seen int, value float64) {
	if r.of == nil {
		r.of = map[[2]int][]int32{}
	}
	key := [2]int{a, s}
	r.of[key] = append(r.of[key], int32(len(r.list)))
	r.list = append(r.list, rule{int32(next), int32(seen), value})
}

// matching appends the rules that apply to an action in a state, last first.
func (r *rules) matching(dst []int32, a, s int) []int32 {
	for _, key := range [4][2]int{{a, s}, {a, all}, {all, s}, {all, all}} {
		dst = append(dst, r.of[key]...)
	}
	slices.SortFunc(dst, func(i, j int32) int { return cmp.Compare(j, i) })
	return dst
}

// reward returns a function for [tabular.Tables]. It is fast when called for one action and
// state after the other.
func (r *rules) reward(sign float64) func(a, s, next, o int) float64 {
	at, here := [2]int{all, all}, []int32(nil)
	return func(a, s, next, o int) float64 {
		if at != [2]int{a, s} {
			at, here = [2]int{a, s}, r.matching(here[:0], a, s)
		}
		for _, i := range here {
			if x := &r.list[i]; (x.next == all || int(x.next) == next) && (x.seen == all || int(x.seen) == o) {
				return sign*x.value + 0 // no negative zero
			}
		}
		return 0
	}
}
