// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
	"github.com/veilplan/veil/search/uct"
)

// TestTigerByDefault: with no settings but the discount, decisions cost at most 0.4 on average
// against the exact value function.
func TestTigerByDefault(t *testing.T) {
	solved, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount, Gap: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	regret, moves, spent := 0.0, 0, time.Duration(0)
	for episode := range uint64(4) {
		r := rand.New(rand.NewPCG(episode, 3))
		b, s := veil.Belief[tiger.State, tiger.Action, tiger.Sound](tigerPrior(t, 0)), tiger.Model{}.Start(r)
		for range 60 {
			before := rusage.CPU()
			d, err := uct.Search(t.Context(), tiger.Model{}, b, veil.Budget{Simulations: 250}, uct.Config{Discount: tiger.Discount, Seed: r.Uint64()})
			spent += rusage.CPU() - before
			if err != nil {
				t.Fatal(err)
			}
			a := d.Choices[0].Action
			regret, moves = regret+cost(t, solved.Policy, b.(*tigerSet), a), moves+1
			o, _, _ := tiger.Model{}.Step(r, &s, a)
			if b, err = b.Update(a, o); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("mean regret %.4f of %d decisions with 250 simulations each, %.2f ms CPU", regret/float64(moves), moves, 1e3*spent.Seconds()/float64(moves))
	if regret > 0.4*float64(moves) {
		t.Errorf("mean regret %.4f", regret/float64(moves))
	}
}

// cost is the value of the best action less that of a.
func cost(t *testing.T, p *alpha.Policy[tiger.State, tiger.Action, tiger.Sound], b *tigerSet, a tiger.Action) float64 {
	t.Helper()
	d, err := p.Decide(b.States())
	if err != nil {
		t.Fatal(err)
	}
	best, _ := d.Choices[0].Value.Interval()
	for _, c := range d.Choices {
		if c.Action == a {
			lo, _ := c.Value.Interval()
			return best - lo
		}
	}
	t.Fatalf("%v is not a choice", a)
	return 0
}

// dear is the tiger problem with all rewards times a power of two.
type dear struct {
	tiger.Model
	times float64
}

func (d dear) Step(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool) {
	o, reward, done := d.Model.Step(r, s, a)
	return o, reward * d.times, done
}

// TestScaleDoesNotMatter: rewards in other units lead to the same search.
func TestScaleDoesNotMatter(t *testing.T) {
	var first veil.Decision[tiger.Action]
	for i, times := range []float64{1, 1024, 1.0 / 64} {
		d, err := uct.Search(t.Context(), dear{tiger.Model{}, times}, tigerPrior(t, 0), veil.Budget{Simulations: 500}, uct.Config{
			Discount: tiger.Discount, Seed: 4, NoLaw: true, NoBounds: true, NoMerge: true, Backup: uct.Returns,
		})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = d
			continue
		}
		for k := range d.Choices {
			x, y := d.Choices[k], first.Choices[k]
			if x.Action != y.Action || math.Abs(x.Value.Float()-times*y.Value.Float()) > 1e-9*times {
				t.Errorf("times %v: %v is worth %v; it was %v worth %v", times, x.Action, x.Value.Float(), y.Action, y.Value.Float())
			}
		}
	}
}

// TestIntervalsOfRewards: without a known range, the interval is around the mean, and
// narrows.
func TestIntervalsOfRewards(t *testing.T) {
	wide := math.Inf(1)
	for _, n := range []int{100, 10_000} {
		d, err := uct.Search(t.Context(), tiger.Model{}, tigerPrior(t, 0), veil.Budget{Simulations: n}, uct.Config{Discount: tiger.Discount, NoLaw: true, NoMerge: true, Simulated: true})
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := d.Value.Interval()
		if q := d.Value.Float(); !(lo <= q && q <= hi) || hi-lo >= wide {
			t.Errorf("after %d simulations %v is in [%v, %v]", n, q, lo, hi)
		}
		wide = hi - lo
	}
}
