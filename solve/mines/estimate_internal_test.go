// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/domain/mines/minestest"
	"github.com/veilplan/veil/experiment/stats"
)

func known(t testing.TB, v mines.View) *count.Knowledge {
	t.Helper()
	k, err := count.Know(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestPlayoutsAgainstEnumeration plays every layout that fits, so that what is estimated
// is known: the interval must contain it about as often as it says. It is never more than
// what best play is worth.
func TestPlayoutsAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 0))
	rules := mines.Rules{Width: 4, Height: 4, Mines: 4, First: mines.Any}
	inside, moves := 0, 0
	regret, plain := 0.0, 0.0
	positions := 60
	if testing.Short() {
		positions = 10
	}
	for range positions {
		canonical, _ := minestest.SomeView(t, r, rules).Canonical()
		k := known(t, canonical)
		got, err := Estimate(t.Context(), k, EstimateConfig{Games: 1000, Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		best := optimum(t, k)
		for _, m := range got.Moves {
			want := enumerated(t, k, m.Cell)
			lo, hi := m.Win.Interval()
			if moves++; lo <= want+1e-12 && want <= hi+1e-12 {
				inside++
			}
			if optimal := best[m.Cell]; want > optimal+1e-9 {
				t.Errorf("%s of %v: the player wins %v, best play only %v", rules.Name(m.Cell), k.View().Marks, want, optimal)
			}
		}
		top := 0.0
		for _, x := range best {
			top = max(top, x)
		}
		regret += top - best[got.Moves[0].Cell]
		plain += top - best[lowestRisk(k)]
	}
	t.Logf("%d of %d intervals contain what they estimate; the move estimated best gives away %.2f points of 100, the lowest risk %.2f",
		inside, moves, 100*regret/float64(positions), 100*plain/float64(positions))
	if inside*100 < moves*92 {
		t.Errorf("only %d of %d intervals contain what they estimate", inside, moves)
	}
	if regret > plain && !testing.Short() { // a few positions do not tell
		t.Error("the lowest risk is better than the move estimated best")
	}
}

// enumerated returns the chance of the player after a move, from every layout.
func enumerated(t *testing.T, k *count.Knowledge, c mines.Cell) float64 {
	t.Helper()
	p, err := newPlayouts(k, EstimateConfig{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := k.List(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	first, won := c, 0
	if p.moves[0].first < 0 {
		first = -1 // a safe cell: whatever is certain
	}
	for i := range list.Len() {
		for c := range p.layout {
			p.layout[c] = p.root.Certainty(mines.Cell(c)) == count.CertainMine
		}
		for j, c := range list.Cells {
			p.layout[c] = list.Mine(i, j)
		}
		if p.wins(t.Context(), first) {
			won++
		}
	}
	return float64(won) / float64(list.Len())
}

// optimum returns what each move is worth with best play.
func optimum(t *testing.T, k *count.Knowledge) map[mines.Cell]float64 {
	t.Helper()
	s, err := NewSearch(k, SearchConfig{})
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

func lowestRisk(k *count.Knowledge) mines.Cell {
	best, least := mines.Cell(-1), 2.0
	for c, m := range k.View().Marks {
		if m.IsHidden() {
			if risk := veil.Ratio(k.MineCount(mines.Cell(c)), k.Total(mines.Cell(c))); risk < least {
				best, least = mines.Cell(c), risk
			}
		}
	}
	return best
}

// TestPlayoutsOfFirstClicks compares a protected first click with games of the player
// who is estimated.
func TestPlayoutsOfFirstClicks(t *testing.T) {
	for _, first := range []mines.First{mines.Safe, mines.Zero} {
		rules := mines.Rules{Width: 4, Height: 4, Mines: 4, First: first}
		k := known(t, mines.NewView(rules))
		got, err := Estimate(t.Context(), k, EstimateConfig{Games: 3000, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Moves) != 16 {
			t.Fatalf("%d moves, want all 16", len(got.Moves))
		}
		best := optimum(t, k)
		for _, m := range got.Moves {
			if lo, _ := m.Win.Interval(); m.Win.Badge() != veil.Estimate || lo > best[m.Cell] {
				t.Errorf("%s %s: %v, best play wins %v", first, rules.Name(m.Cell), m.Win, best[m.Cell])
			}
		}
	}
}

// TestPlayoutsAreReproducible: the same seed, the same numbers; another seed, others.
func TestPlayoutsAreReproducible(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	k := known(t, minestest.SomeView(t, r, mines.Rules{Width: 16, Height: 16, Mines: 40, First: mines.Any}))
	estimate := func(seed uint64) Values {
		v, err := Estimate(t.Context(), k, EstimateConfig{Games: 300, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if a, b := estimate(1), estimate(1); !reflect.DeepEqual(a, b) {
		t.Errorf("%v and %v", a, b)
	}
	if a, b := estimate(1), estimate(2); reflect.DeepEqual(a, b) {
		t.Error("two seeds, the same games")
	}
}

// TestPlayoutsAreCut: what was played before the end counts.
func TestPlayoutsAreCut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	k := known(t, minestest.SomeView(t, r, mines.Rules{Width: 16, Height: 16, Mines: 40, First: mines.Any}))
	ctx := &impatient{t.Context(), 20_000} // in the middle of the games
	v, err := Estimate(ctx, k, EstimateConfig{Games: 3000})
	if err != nil || !v.Cut || v.Value.Badge() != veil.Estimate {
		t.Errorf("cut %v, value %v, %v", v.Cut, v.Value, err)
	}
	v, err = Estimate(ctx, k, EstimateConfig{})
	if err != nil || !v.Cut || len(v.Moves) != 0 {
		t.Errorf("%d moves of no game, cut %v, %v", len(v.Moves), v.Cut, err)
	}
}

// impatient is a context that ends after it was asked so many times.
type impatient struct {
	context.Context

	left int
}

func (i *impatient) Err() error {
	if i.left--; i.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestIntervals compares the interval of an estimate with that of the experiments.
func TestIntervals(t *testing.T) {
	for n := 1; n < 400; n += 13 {
		for won := 0; won <= n; won += 7 {
			lo, hi := wilson(won, n)
			if want := stats.Wilson(won, n, 0.95); math.Abs(lo-want.Lo) > 1e-12 || math.Abs(hi-want.Hi) > 1e-12 {
				t.Errorf("%d of %d: [%v, %v], want %v", won, n, lo, hi, want)
			}
		}
	}
}

// TestPlayoutsOfMirrorImages: a position and its images get the same numbers.
func TestPlayoutsOfMirrorImages(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 0))
	for range 10 {
		v := minestest.SomeView(t, r, mines.Rules{Width: 6, Height: 5, Mines: 6, First: mines.Safe})
		w, p := v.Canonical()
		of := func(v mines.View) map[mines.Cell]veil.Value {
			got, err := Estimate(t.Context(), known(t, v), EstimateConfig{Games: 200})
			if err != nil {
				t.Fatal(err)
			}
			wins := map[mines.Cell]veil.Value{}
			for _, m := range got.Moves {
				wins[m.Cell] = m.Win
			}
			return wins
		}
		asked, canonical := of(v), of(w)
		for c, win := range canonical {
			if asked[p[c]] != win {
				t.Errorf("%v: %s is %v, its image %v", v.Marks, w.Name(c), win, asked[p[c]])
			}
		}
		if len(asked) != len(canonical) {
			t.Errorf("%d moves, and %d of the image", len(asked), len(canonical))
		}
	}
}

func BenchmarkPlayouts(b *testing.B) {
	k := known(b, mines.NewView(mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Safe}))
	p, err := newPlayouts(k, EstimateConfig{})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		p.try(b.Context(), p.moves[0], r)
	}
}
