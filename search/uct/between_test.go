// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
	"github.com/veilplan/veil/search/uct"
)

// between is a problem whose beliefs know the bounds of a policy.
type between[S, A, O comparable] struct{ veil.Model[S, A, O] }

func (between[S, A, O]) Bounds(b veil.Belief[S, A, O]) (lo, hi float64) {
	return b.(*alpha.Belief[S, A, O]).Bounds()
}

func (m between[S, A, O]) Value(b veil.Belief[S, A, O]) float64 {
	lo, _ := m.Bounds(b)
	return lo
}

func rough[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], walks int) *alpha.Policy[S, A, O] {
	t.Helper()
	s, err := alpha.Solve(t.Context(), m, veil.Budget{Simulations: walks}, alpha.Config{Discount: 0.95, Gap: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	return s.Policy
}

// TestSearchBetweenBounds: from rough bounds on Tiger, the search proves better ones, which
// contain the optimum, and never claims less than the policy earns.
func TestSearchBetweenBounds(t *testing.T) {
	const optimum = 19.3713
	p := rough(t, tiger.Model{}, 2)
	first, top := p.First().Bounds()
	wide := top - first
	for _, n := range []int{10, 100, 1000} {
		d, err := uct.Search(t.Context(), between[tiger.State, tiger.Action, tiger.Sound]{tiger.Model{}}, p.First(), veil.Budget{Simulations: n},
			uct.Config{Discount: 0.95, Bandit: uct.Optimist})
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := d.Value.Interval()
		t.Logf("%d simulations: [%.3f, %.3f]; the policy has [%.3f, %.3f]", n, lo, hi, first, top)
		if lo < first-1e-9 || lo > optimum+1e-3 || hi < optimum-1e-3 || hi-lo > wide {
			t.Errorf("%d simulations: [%v, %v] after [%v, %v]", n, lo, hi, first, top)
		}
		wide = hi - lo
		if n == 1000 && d.Choices[0].Action != tiger.Listen {
			t.Errorf("the move is %v, want listen", d.Choices[0].Action)
		}
	}
}

// TestSearchImprovesAPolicy: on Tag, a search from the bounds of a policy after a few walks
// earns more than the policy claims.
func TestSearchImprovesAPolicy(t *testing.T) {
	m := tag.New()
	p := rough(t, m, 20)
	claim, _ := p.First().Bounds()
	const episodes = 60
	mean := 0.0
	for e := range uint64(episodes) {
		r := rand.New(rand.NewPCG(8, e))
		s, weight := m.Start(r), 1.0
		b := veil.Belief[tag.State, tag.Action, tag.Seen](p.First())
		for range 100 {
			d, err := uct.Search(t.Context(), between[tag.State, tag.Action, tag.Seen]{m}, b, veil.Budget{Simulations: 60}, uct.Config{Discount: 0.95, Bandit: uct.Optimist})
			if err != nil {
				t.Fatal(err)
			}
			a := d.Choices[0].Action
			o, reward, done := m.Step(r, &s, a)
			mean, weight = mean+weight*reward/episodes, weight*0.95
			if done {
				break
			}
			if b, err = b.Update(a, o); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("the search earns %.2f, the policy claims %.2f", mean, claim)
	if mean < claim {
		t.Errorf("the search earns %.2f, less than %.2f", mean, claim)
	}
}
