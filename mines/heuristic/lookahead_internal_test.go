// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/minestest"
)

// TestLookahead: what the player thinks a guess is worth is what counting all layouts
// says, number by number.
func TestLookahead(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	rules := mines.Rules{Width: 5, Height: 4, Mines: 6, First: mines.Any}
	for range 60 {
		v := minestest.SomeView(t, r, rules)
		now := count.NewSolver(rules, count.Limit{})
		err := now.Load(v)
		if err == nil {
			err = now.Deduce()
		}
		if err == nil {
			err = now.Weigh()
		}
		if err != nil {
			t.Fatal(err)
		}
		f := NewLookahead(rules, now, LookaheadConfig{Within: 1e-12, Cells: 20})
		if err := f.list(v); err != nil {
			t.Fatal(err)
		}
		for i := range f.guesses {
			g := &f.guesses[i]
			got, err := f.worth(g, -1)
			if want := countedWorth(t, v, g.cell); err != nil || math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s of %v: %v, want %v (%v)", rules.Name(g.cell), v.Marks, got, want, err)
			}
		}
	}
}

// countedWorth is worth by counting layouts, in exact integers.
func countedWorth(t *testing.T, v mines.View, c mines.Cell) float64 {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	law, err := a.Law(c)
	if err != nil {
		t.Fatal(err)
	}
	worth := 0.0
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		after, err := a.Observe(c, shows)
		if err != nil {
			t.Fatal(err)
		}
		worth += veil.Ratio(count, a.Total(c)) * countedSafety(after)
	}
	return worth
}

func countedSafety(a *count.Analysis) float64 {
	first, second, hidden := 0.0, 0.0, 0
	for c, m := range a.View().Marks {
		certainty := a.Certainty(mines.Cell(c))
		if !m.IsHidden() || certainty == count.CertainMine {
			continue
		}
		if certainty == count.CertainSafe {
			return 1
		}
		hidden++
		safe := 1 - veil.Ratio(a.MineCount(mines.Cell(c)), a.Total(mines.Cell(c)))
		first, second = max(first, safe), max(second, min(first, safe))
	}
	if hidden == 0 {
		return 1
	}
	return (4*first + second) / 5
}
