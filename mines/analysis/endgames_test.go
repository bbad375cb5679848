// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/minestest"
	"github.com/veilplan/veil/mines/network"
)

// guessing is a random position in which nothing is safe, with what each move is worth.
type guessing struct {
	view   mines.View
	solver *count.Solver
	values analysis.Values
}

// someGuessing finds such a position of at least so many layouts.
func someGuessing(t *testing.T, r *rand.Rand, rules mines.Rules, least float64) guessing {
	t.Helper()
	for {
		v := minestest.SomeView(t, r, rules)
		s := count.NewSolver(rules, count.Limit{})
		for _, step := range []func() error{func() error { return s.Load(v) }, s.Deduce, s.Weigh} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		a, err := count.Analyse(v, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Untouched() || len(s.TakeSafe()) > 0 || s.LogLayouts() < math.Log2(least) || s.LogLayouts() > 14 {
			continue
		}
		search, err := analysis.NewSearch(t.Context(), a, analysis.SearchConfig{})
		if err != nil {
			t.Fatal(err)
		}
		values, err := search.Run(t.Context(), veil.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		return guessing{v, s, values}
	}
}

// worth returns the exact chance to win after opening a cell.
func (g *guessing) worth(t *testing.T, c mines.Cell) float64 {
	t.Helper()
	win, ok := g.values.Of(c)
	if !ok {
		t.Fatalf("%v: no value of %d", g.view.Marks, c)
	}
	return win.Float()
}

// TestEndgames: endgames have the values and moves of the exact search, also when they are
// remembered from a position elsewhere.
func TestEndgames(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	ends := analysis.NewEndgames(1 << 14)
	for i := range testsize.Of(30, 150, 150) {
		g := someGuessing(t, r, mines.Rules{Width: 4 + i%2, Height: 4, Mines: 4, First: mines.Any}, 2)
		for range 2 {
			c, win, ok, err := ends.Solve(t.Context(), g.solver)
			if err != nil || !ok || win.Compare(g.values.Value) != 0 || !slices.Contains(g.values.Proved, c) {
				t.Fatalf("%v: %d worth %v, want one of %v worth %v (%v, %v)", g.view.Marks, c, win, g.values.Proved, g.values.Value, ok, err)
			}
		}
	}
	g := someGuessing(t, r, mines.Rules{Width: 4, Height: 4, Mines: 4, First: mines.Any}, 20)
	if _, _, ok, err := analysis.NewEndgames(2).Solve(t.Context(), g.solver); ok || err != nil {
		t.Errorf("a large position was solved (%v)", err)
	}
}

// TestLearnedAtTheEnd: with exact leaves the learned policy plays perfectly.
func TestLearnedAtTheEnd(t *testing.T) {
	net, err := network.Standard()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 0))
	rules := mines.Rules{Width: 5, Height: 4, Mines: 5, First: mines.Any}
	ends := analysis.NewEndgames(1 << 14)
	p := heuristic.NewLearned(rules, net, heuristic.LearnedConfig{Within: 1e-9, Cells: 100, Off: 100, Ends: ends.Value})
	for range testsize.Of(4, 15, 15) {
		g := someGuessing(t, r, rules, 2)
		c, win, ok, err := p.Guess(g.solver)
		if err != nil || !ok || math.Abs(win-g.values.Value.Float()) > 1e-9 || g.worth(t, c) < g.values.Value.Float()-1e-9 {
			t.Fatalf("%v: %d worth %v, want %v (%v)", g.view.Marks, c, win, g.values.Value, err)
		}
	}
}

// TestRollouts: playing on loses less than half as much as the learned policy by itself, on small
// boards, which it was not trained on; and the same seed gives the same choice.
func TestRollouts(t *testing.T) {
	net, err := network.Standard()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(8, 0))
	rules := mines.Rules{Width: 5, Height: 4, Mines: 6, First: mines.Any}
	learned := heuristic.NewLearned(rules, net, heuristic.LearnedConfig{Within: 0.5})
	lowest := heuristic.NewLowestRisk(rules)
	then := func(s *count.Solver) (mines.Cell, bool, error) {
		c, ok := lowest.Guess(s)
		return c, ok, nil
	}
	rollouts := heuristic.NewRollouts(rules, learned, then, analysis.NewEndgames(30).Value, heuristic.RolloutsConfig{Cells: 20, Games: 256, Slack: 0.5})
	positions := uint64(testsize.Of(5, 20, 20))
	var plain, played float64
	for i := range positions {
		g := someGuessing(t, r, rules, 100)
		c, _, _, err := learned.Guess(g.solver)
		if err != nil {
			t.Fatal(err)
		}
		plain += g.values.Value.Float() - g.worth(t, c)
		first, _, err := rollouts.Guess(t.Context(), rand.New(rand.NewPCG(1, i)), g.solver)
		if err != nil {
			t.Fatal(err)
		}
		played += g.values.Value.Float() - g.worth(t, first)
		if again, _, err := rollouts.Guess(t.Context(), rand.New(rand.NewPCG(1, i)), g.solver); err != nil || again != first {
			t.Errorf("the same seed chose %d, then %d (%v)", first, again, err)
		}
	}
	t.Logf("mean loss: learned %.4f, with rollouts %.4f", plain/float64(positions), played/float64(positions))
	if played > plain/2 {
		t.Errorf("rollouts lose %.4f in all, the learned policy %.4f", played, plain)
	}
}
