// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/minestest"
)

// somePosition returns a random position with its risks weighed, and all its layouts.
func somePosition(t *testing.T, r *rand.Rand, rules mines.Rules) (*count.Solver, []mines.Layout) {
	t.Helper()
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
	layouts := make([]mines.Layout, all.Len())
	for i := range layouts {
		layouts[i] = make(mines.Layout, rules.Cells())
		for c := range layouts[i] {
			layouts[i][c] = s.Certainty(mines.Cell(c)) == count.CertainMine
		}
		for k, c := range all.Cells {
			layouts[i][c] = all.Mine(i, k)
		}
	}
	return s, layouts
}

// TestSealing: the chances of seals are their shares of all layouts, by the definition of a seal, and
// what is recorded of a cell is their sum.
func TestSealing(t *testing.T) {
	rules := mines.Rules{Width: 5, Height: 3, Mines: 7, First: mines.Any}
	r, matter := rand.New(rand.NewPCG(3, 4)), 0
	for range 12 {
		s, layouts := somePosition(t, r, rules)
		var all []choice
		for c := range mines.Cell(rules.Cells()) {
			if s.Certainty(c) == count.Unsure {
				all = append(all, choice{cell: c})
			}
		}
		x := newSealing(rules, count.Limit{})
		if err := errors.Join(x.begin(s), x.finish(s, all)); err != nil {
			t.Fatal(err)
		}
		pairs := make([]float64, rules.Cells())
		for i := range x.seals {
			sl := &x.seals[i]
			if _, ok := x.matters(s, sl, mostWalls, func(mines.Cell) bool { return true }); !ok {
				continue
			}
			got, err := x.chance(s, sl)
			if want := closedIn(rules, sl, layouts); err != nil || math.Abs(got-want) > 1e-9 {
				t.Fatalf("%+v closes with %v, in %v of all layouts (%v)", sl, got, want, err)
			}
			if sl.n == 1 {
				pairs[sl.cells[0][0]] += got
				pairs[sl.cells[1][0]] += got
			}
			if got > 0 {
				matter++
			}
		}
		for c := range pairs {
			if math.Abs(pairs[c]-x.pairs[c]) > 1e-9 {
				t.Errorf("%s has %v, want %v", rules.Name(mines.Cell(c)), x.pairs[c], pairs[c])
			}
		}
	}
	if matter < 50 {
		t.Errorf("only %d seals were possible", matter)
	}
}

// closedIn returns the share of the layouts in which a seal is closed with the mines in its first half.
func closedIn(rules mines.Rules, sl *seal, layouts []mines.Layout) float64 {
	n := 0
	for _, l := range layouts {
		if closed(rules, sl, l) {
			n++
		}
	}
	return float64(n) / float64(len(layouts))
}

func closed(rules mines.Rules, sl *seal, l mines.Layout) bool {
	for i, c := range sl.half(0) {
		if !l[c] || l[sl.cells[1][i]] {
			return false
		}
	}
	for c := range mines.Cell(len(l)) {
		if slices.Contains(sl.half(0), c) || slices.Contains(sl.half(1), c) || l[c] {
			continue
		}
		before, after := 0, 0 // what c shows of either half
		for _, n := range rules.AppendNeighbours(nil, c) {
			if slices.Contains(sl.half(0), n) {
				before++
			}
			if slices.Contains(sl.half(1), n) {
				after++
			}
		}
		if before != after {
			return false
		}
	}
	return true
}

// TestSealedNow: a pair in a corner that nothing can tell apart makes a guess of it nearly free.
func TestSealedNow(t *testing.T) {
	rules := mines.Rules{Width: 4, Height: 2, Mines: 3, First: mines.Any}
	s := count.NewSolver(rules, count.Limit{})
	for c, m := range map[mines.Cell]mines.Mark{2: mines.Mine, 6: mines.Mine, 3: 2, 7: 2} {
		if err := s.Set(c, m); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []mines.Cell{1, 5} { // open, between the pair and the mines
		if err := s.Set(c, 3); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Deduce(); err != nil {
		t.Fatal(err)
	}
	if err := s.Weigh(); err != nil {
		t.Fatal(err)
	}
	x := newSealing(rules, count.Limit{})
	if err := x.begin(s); err != nil {
		t.Fatal(err)
	}
	if got := x.easier(s, 0); math.Abs(got-1.9) > 1e-9 {
		t.Errorf("the factor is %v, want 1.9", got)
	}
}
