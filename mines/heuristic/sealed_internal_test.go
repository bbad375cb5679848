// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/minestest"
)

// TestSealed: what drawn layouts say about sealed pairs is what all layouts say, counted by the
// definition of a sealed pair.
func TestSealed(t *testing.T) {
	rules := mines.Rules{Width: 5, Height: 3, Mines: 7, First: mines.Any}
	r, matter := rand.New(rand.NewPCG(3, 4)), 0
	for range 8 {
		s := count.NewSolver(rules, count.Limit{})
		for _, step := range []func() error{func() error { return s.Load(minestest.SomeView(t, r, rules)) }, s.Deduce, s.Weigh} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		all, err := s.List(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		x := newSealing(rules)
		x.estimate(s, 5000)
		want := throughAll(rules, s, all)
		for c := range mines.Cell(rules.Cells()) {
			if s.Certainty(c) != count.Unsure || want[c] < 0 {
				continue
			}
			if got := x.through(c); math.Abs(got-want[c]) > 0.04 {
				t.Errorf("%s gets through with %.3f, of all layouts with %.3f", rules.Name(c), got, want[c])
			}
			if want[c] < 0.97 {
				matter++
			}
		}
	}
	if matter < 20 {
		t.Errorf("sealed pairs mattered to %d cells only", matter)
	}
}

// throughAll returns for every cell the mean chance to get through the sealed pairs of the layouts
// in which it is safe, -1 if there are none.
func throughAll(rules mines.Rules, s *count.Solver, all *count.Listing) []float64 {
	sum, n := make([]float64, rules.Cells()), make([]float64, rules.Cells())
	for i := range all.Len() {
		layout := make(mines.Layout, rules.Cells())
		for c := range layout {
			layout[c] = s.Certainty(mines.Cell(c)) == count.CertainMine
		}
		for k, c := range all.Cells {
			layout[c] = all.Mine(i, k)
		}
		in, pairs := sealedBy(rules, s, layout)
		for c, mined := range layout {
			if mined {
				continue
			}
			left := pairs
			if in[c] {
				left--
			}
			n[c]++
			sum[c] += math.Pow(0.5, float64(left))
		}
	}
	for c := range sum {
		if sum[c] /= n[c]; n[c] == 0 {
			sum[c] = -1
		}
	}
	return sum
}

// sealedBy finds sealed pairs by their definition, no two of which share a cell.
func sealedBy(rules mines.Rules, s *count.Solver, layout mines.Layout) (in []bool, pairs int) {
	in = make([]bool, len(layout))
	free := func(c mines.Cell) bool { return !in[c] && s.Certainty(c) == count.Unsure }
	for a := range mines.Cell(len(layout)) {
		for b := a + 1; b < mines.Cell(len(layout)); b++ {
			if free(a) && free(b) && layout[a] != layout[b] && walled(rules, layout, a, b) {
				in[a], in[b] = true, true
				pairs++
			}
		}
	}
	return in, pairs
}

// walled reports whether every other cell that touches only one of two cells is a mine.
func walled(rules mines.Rules, layout mines.Layout, a, b mines.Cell) bool {
	na, nb := rules.AppendNeighbours(nil, a), rules.AppendNeighbours(nil, b)
	for c := range mines.Cell(len(layout)) {
		if c != a && c != b && slices.Contains(na, c) != slices.Contains(nb, c) && !layout[c] {
			return false
		}
	}
	return true
}
