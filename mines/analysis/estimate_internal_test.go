// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/minestest"
)

func known(t testing.TB, v mines.View) *count.Analysis {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestEstimateNarrows: an estimate is told ever better on the way, and telling it changes
// nothing of the end.
func TestEstimateNarrows(t *testing.T) {
	rules := mines.Rules{Width: 9, Height: 9, Mines: 10, First: mines.Safe}
	a := known(t, minestest.SomeView(t, rand.New(rand.NewPCG(3, 0)), rules))
	var told []veil.Value
	cfg := EstimateConfig{Games: 4000, Progress: func(e Estimated) { told = append(told, e.Moves[0].Estimate) }}
	got, err := Estimate(t.Context(), a, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(told) < 4 {
		t.Errorf("told %d times on the way: %v", len(told), told)
	}
	width := func(v veil.Value) float64 {
		lo, hi := v.Interval()
		return hi - lo
	}
	if first, last := width(told[0]), width(got.Moves[0].Estimate); last > 0.7*first {
		t.Errorf("the interval was %v wide at first and is %v at the end", first, last)
	}
	cfg.Progress = nil
	silent, err := Estimate(t.Context(), a, cfg)
	if err != nil || !reflect.DeepEqual(got, silent) {
		t.Errorf("telling changes the estimate: %v and %v, %v", got, silent, err)
	}
}

// TestEstimateAgainstEnumeration plays every layout that fits with a dumb player, so that what
// is estimated is known: the intervals of a position must all contain it about as often as they
// say. It is never more than what best play is worth.
func TestEstimateAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 0))
	rules := mines.Rules{Width: 4, Height: 4, Mines: 4, First: mines.Any}
	covered, signed := 0, 0.0
	positions := 60
	if testing.Short() {
		positions = 15
	}
	for range positions {
		var a *count.Analysis
		for a == nil || a.Layouts().Cmp(big.NewInt(300)) > 0 { // the dumb player plays them all
			canonical, _ := minestest.SomeView(t, r, rules).Canonical()
			a = known(t, canonical)
		}
		got, err := Estimate(t.Context(), a, EstimateConfig{Games: 1600, Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		best, all := optimum(t, a), true
		for i, m := range got.Moves {
			want := enumerated(t, a, m.Cell)
			lo, hi := m.Estimate.Interval()
			all = all && lo <= want+1e-12 && want <= hi+1e-12
			if optimal := best[m.Cell]; want > optimal+1e-9 {
				t.Errorf("%s of %v: the player wins %v, best play only %v", rules.Name(m.Cell), a.View().Marks, want, optimal)
			}
			if i == 0 {
				signed += m.Estimate.Float() - want
			}
		}
		if all {
			covered++
		}
	}
	t.Logf("all intervals hold in %d of %d positions; mean error of the recommended move %+.2f points",
		covered, positions, 100*signed/float64(positions))
	if covered*100 < positions*90 {
		t.Errorf("all intervals hold in only %d of %d positions", covered, positions)
	}
	if bias := math.Abs(signed / float64(positions)); bias > 0.01 {
		t.Errorf("the recommended move is worth %.2f points less than estimated", 100*bias)
	}
}

// enumerated returns the chance of the policy after a move, from every layout, by a player that
// shares no code with the playouts.
func enumerated(t *testing.T, a *count.Analysis, c mines.Cell) float64 {
	t.Helper()
	list, err := a.List(1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for i := range list.Len() {
		layout := make(mines.Layout, a.View().Cells())
		for d := range layout {
			layout[d] = a.Certainty(mines.Cell(d)) == count.CertainMine
		}
		for j, d := range list.Cells {
			layout[d] = list.Mine(i, j)
		}
		if dumbGame(t, a.View(), layout, c) {
			won++
		}
	}
	return float64(won) / float64(list.Len())
}

// dumbGame opens c and then all that is certainly safe or, where nothing is, the lowest risk.
func dumbGame(t *testing.T, v mines.View, layout mines.Layout, c mines.Cell) bool {
	t.Helper()
	lowest := heuristic.NewLowestRisk(v.Rules)
	for !layout[c] {
		v = v.With(c, mines.Mark(layout.Number(v.Rules, c)))
		s := count.NewSolver(v.Rules, count.Limit{})
		for _, step := range []func() error{func() error { return s.Load(v) }, s.Deduce, s.Weigh} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		next, ok := mines.Cell(-1), false
		for d, m := range v.Marks {
			if m.IsHidden() && s.Certainty(mines.Cell(d)) == count.CertainSafe {
				next, ok = mines.Cell(d), true
				break
			}
		}
		if !ok {
			next, ok = lowest.Guess(s)
		}
		if !ok {
			return true
		}
		c = next
	}
	return false
}

// optimum returns what each move is worth with best play.
func optimum(t *testing.T, a *count.Analysis) map[mines.Cell]float64 {
	t.Helper()
	s, err := NewSearch(t.Context(), a, SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Run(t.Context(), veil.Budget{})
	if err != nil || !values.Done {
		t.Fatal(err)
	}
	best := map[mines.Cell]float64{}
	for _, m := range values.Moves {
		best[m.Cell] = m.Win.Float()
	}
	return best
}

// TestEstimateIsReproducible: the same seed gives the same numbers, and mirror images get the
// same ones.
func TestEstimateIsReproducible(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 0))
	rules := mines.Rules{Width: 9, Height: 7, Mines: 10, First: mines.Safe}
	for range 5 {
		v := minestest.SomeView(t, r, rules)
		cfg := EstimateConfig{Games: 400, Seed: 7}
		first, err := Estimate(t.Context(), known(t, v), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := Estimate(t.Context(), known(t, v), cfg); err != nil || !reflect.DeepEqual(first, again) {
			t.Errorf("%v: %v, then %v, %v", v.Marks, first, again, err)
		}
		w, _ := v.Canonical()
		mirrored, err := Estimate(t.Context(), known(t, w), cfg)
		if err != nil || len(mirrored.Moves) != len(first.Moves) {
			t.Fatalf("%v: %d moves, its mirror image %d, %v", v.Marks, len(first.Moves), len(mirrored.Moves), err)
		}
		for i := range first.Moves {
			if !reflect.DeepEqual(first.Moves[i].Estimate, mirrored.Moves[i].Estimate) {
				t.Errorf("%v: %v, mirrored %v", v.Marks, first.Moves[i].Estimate, mirrored.Moves[i].Estimate)
			}
		}
	}
}

// TestEstimateOfFirstClicks compares first clicks under both rules with best play: the policy
// wins no more.
func TestEstimateOfFirstClicks(t *testing.T) {
	for _, first := range []mines.First{mines.Safe, mines.Zero} {
		a := known(t, mines.NewView(mines.Rules{Width: 5, Height: 4, Mines: 4, First: first}))
		got, err := Estimate(t.Context(), a, EstimateConfig{})
		if err != nil || len(got.Best) == 0 {
			t.Fatalf("%v: %v, %v", first, got, err)
		}
		best := optimum(t, a)
		for _, m := range got.Moves {
			if lo, _ := m.Estimate.Interval(); lo > best[m.Cell] {
				t.Errorf("%v: %d wins at least %v, best play %v", first, m.Cell, lo, best[m.Cell])
			}
		}
	}
}

// TestEstimateIsCut: games that the context ended count only if there are enough of them.
func TestEstimateIsCut(t *testing.T) {
	v := mines.NewView(mines.Rules{Width: 16, Height: 16, Mines: 40})
	for _, patience := range []int{0, 10, 3000, 30_000} {
		ctx := &impatient{Context: t.Context(), left: patience}
		got, err := Estimate(ctx, known(t, v), EstimateConfig{})
		if err != nil || !got.Cut && patience < 30_000 || len(got.Best) == 0 && patience > 0 {
			t.Fatalf("patience %d: %v, %v", patience, got, err)
		}
		for _, m := range got.Moves {
			if n, _ := m.Estimate.Sample(); n < minGames {
				t.Errorf("patience %d: an estimate of %d games", patience, n)
			}
		}
	}
}

// impatient is a context that ends when it has been asked so often.
type impatient struct {
	context.Context

	left int
}

func (i *impatient) Err() error {
	if i.left--; i.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// BenchmarkGame plays games on from the first click of an expert board.
func BenchmarkGame(b *testing.B) {
	g, err := mines.NewGame(mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Zero}, 3)
	if err != nil {
		b.Fatal(err)
	}
	if err := g.Play(mines.Move{Kind: mines.MoveOpen, Cell: 100}); err != nil {
		b.Fatal(err)
	}
	p, err := newPlayouts(g.View(), count.Limit{})
	if err != nil {
		b.Fatal(err)
	}
	r, any := rand.New(rand.NewPCG(1, 0)), &candidate{first: -1, survives: 1}
	b.ReportAllocs()
	for b.Loop() {
		p.deal(r)
		p.game(b.Context(), r, any)
	}
}
