// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/minestest"
)

// wins reports whether the lowest-risk policy wins the game of a state, step by step and with
// a fresh solver for each.
func wins(t *testing.T, m *mines.Model, s mines.State) bool {
	t.Helper()
	guess := heuristic.NewLowestRisk(m.Rules())
	for m.Status(&s) == veil.Open {
		solver := count.NewSolver(m.Rules(), count.Limit{})
		for _, step := range []func() error{func() error { return solver.Load(m.View(&s)) }, solver.Deduce, solver.Weigh} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		c, ok := mines.Cell(0), false
		for d := range mines.Cell(m.Rules().Cells()) {
			if !s.Open.Has(d) && solver.Certainty(d) == count.CertainSafe {
				c, ok = d, true
			}
		}
		if !ok {
			c, _ = guess.Guess(solver)
		}
		m.Step(nil, &s, c)
	}
	return m.Status(&s) == veil.Won
}

// TestContinueIsUnbiased: on average over what may be hidden, playing on without meeting
// mines scores what the policy really wins.
func TestContinueIsUnbiased(t *testing.T) {
	rules := mines.Rules{Width: 4, Height: 4, Mines: 5, First: mines.Any}
	m, err := mines.NewModel(rules, mines.Won)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(21, 0))
	for range 6 {
		b, err := count.NewPosterior(m, minestest.SomeView(t, r, rules), count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := NewPowers(m, PowersConfig{Layouts: 1}).At(b, OutlookConfig{})
		if err != nil {
			t.Fatal(err)
		}
		const games = 600
		var won, difference sample
		for range games {
			s := b.Sample(r)
			x := 0.0
			if wins(t, m, s) {
				x = 1
			}
			won.add(x)
			difference.add(o.Continue(r, &s) - x)
		}
		if d := difference.mean(); math.Abs(d) > 4*difference.deviation()+1e-9 {
			t.Errorf("%v: the policy wins %.3f, playing on scores %.3f more", b.View().Marks, won.mean(), d)
		}
	}
}

// TestContinueKnowsSmallPositions: with few layouts left it scores their exact value.
func TestContinueKnowsSmallPositions(t *testing.T) {
	rules := mines.Rules{Width: 4, Height: 3, Mines: 3, First: mines.Any}
	m, err := mines.NewModel(rules, mines.Won)
	if err != nil {
		t.Fatal(err)
	}
	r, powers, seen := rand.New(rand.NewPCG(22, 0)), NewPowers(m, PowersConfig{Layouts: 100}), 0
	for range 40 {
		b, err := count.NewPosterior(m, minestest.SomeView(t, r, rules), count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if _, safe := b.Safe(); safe || b.LogLayouts() > math.Log2(90) {
			continue
		}
		cfg := OutlookConfig{}
		if seen%2 == 0 {
			cfg.Ends = NewEndgames(100)
		}
		o, err := powers.At(b, cfg)
		if err != nil {
			t.Fatal(err)
		}
		a, err := count.Analyse(b.View(), count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		search, err := NewSearch(t.Context(), a, SearchConfig{MaxLayouts: 1000})
		if err != nil {
			t.Fatal(err)
		}
		values, err := search.Run(t.Context(), veil.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		s := b.Sample(r)
		if got, want := o.Continue(r, &s), values.Value.Float(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", b.View().Marks, got, want)
		}
		seen++
	}
	if seen < 5 {
		t.Errorf("only %d positions", seen)
	}
}

// TestCandidates: the policy's cell comes first, and no symmetry exchanges two candidates.
func TestCandidates(t *testing.T) {
	rules := mines.Rules{Width: 5, Height: 5, Mines: 6, First: mines.Safe}
	m, err := mines.NewModel(rules, mines.Won)
	if err != nil {
		t.Fatal(err)
	}
	r, powers := rand.New(rand.NewPCG(23, 0)), NewPowers(m, PowersConfig{})
	views := []mines.View{mines.NewView(rules), mines.NewView(rules).With(12, 2)}
	for range 20 {
		views = append(views, minestest.SomeView(t, r, rules))
	}
	for i, v := range views {
		b, err := count.NewPosterior(m, v, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := powers.At(b, OutlookConfig{})
		if err != nil {
			t.Fatal(err)
		}
		list, symmetries := o.AppendCandidates(nil, b), v.Symmetries()
		if i == 0 && (len(list) != 6 || list[0] != 0) {
			t.Errorf("first clicks %v, want the 6 that differ, r1c1 first", list)
		}
		if c, safe := b.Safe(); safe && (len(list) != 1 || list[0] != c) {
			t.Errorf("%v: %v although %d is safe", v.Marks, list, c)
		}
		for j, c := range list {
			if v.Untouched() || b.Certainty(c) == count.CertainSafe {
				continue
			}
			if b.Certainty(c) != count.Unsure || j > 0 && (twin(c, symmetries) != c || c == twin(list[0], symmetries)) {
				t.Errorf("%v: candidate %d of %v is %v, its twin %d", v.Marks, j, list, b.Certainty(c), twin(c, symmetries))
			}
		}
	}
}

// exactWins returns what best play wins after each cell of a position.
func exactWins(t *testing.T, v mines.View) (wins map[mines.Cell]float64, value float64) {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	search, err := NewSearch(t.Context(), a, SearchConfig{MaxLayouts: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	values, err := search.Run(t.Context(), veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	wins = map[mines.Cell]float64{}
	for _, m := range values.Moves {
		wins[m.Cell] = m.Win.Float()
	}
	return wins, values.Value.Float()
}

// TestInterchangeable: best play wins as often after either of two interchangeable cells. Bounds
// by the endgames contain what best play wins, and are that where the position is small.
func TestInterchangeable(t *testing.T) {
	rules := mines.Rules{Width: 6, Height: 2, Mines: 4, First: mines.Any}
	m, err := mines.NewModel(rules, mines.Won)
	if err != nil {
		t.Fatal(err)
	}
	r, pairs, small := rand.New(rand.NewPCG(24, 0)), 0, 0
	for range 80 {
		b, err := count.NewPosterior(m, minestest.SomeView(t, r, rules), count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if _, safe := b.Safe(); safe || b.View().Untouched() {
			continue
		}
		o, err := NewPowers(m, PowersConfig{}).At(b, OutlookConfig{Ends: NewEndgames(50)})
		if err != nil {
			t.Fatal(err)
		}
		wins, value := exactWins(t, b.View())
		for c, x := range wins {
			for d, y := range wins {
				if c < d && b.Certainty(c) == count.Unsure && b.Certainty(d) == count.Unsure && o.interchangeable(c, d) {
					if pairs++; math.Abs(x-y) > 1e-12 {
						t.Errorf("%v: %d wins %v, %d wins %v", b.View().Marks, c, x, d, y)
					}
				}
			}
		}
		lo, hi := o.Bounds(b)
		if lo > value+1e-9 || hi < value-1e-9 {
			t.Errorf("%v: bounds [%v, %v], exactly %v", b.View().Marks, lo, hi, value)
		}
		if hi-lo < 1e-12 {
			small++
		}
	}
	if pairs < 20 || small < 5 {
		t.Errorf("%d pairs of cells, %d small positions: the test shows too little", pairs, small)
	}
}
