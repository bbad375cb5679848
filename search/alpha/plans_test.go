// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/hallway"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/search/alpha"
)

// TestHallway: what a minute of one core finds in both buildings, and what its plans earn; without VEIL_FULL, what a few
// walks find.
func TestHallway(t *testing.T) {
	limit, walks, episodes, want := time.Duration(0), 5, 20, []float64{0.9, 0.4}
	if os.Getenv("VEIL_FULL") != "" {
		limit, walks, episodes, want = time.Minute, 0, 500, []float64{1, 0.47}
	}
	for i, least := range want {
		m, err := hallway.New(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		lo := plansEarn(t, alpha.Problem[hallway.State, hallway.Action, hallway.Seen](m), limit, walks, episodes)
		if lo < least {
			t.Errorf("building %d: the lower bound is %.3f, want at least %v", i+1, lo, least)
		}
	}
}

// TestRockSampleOfEleven: the same for RockSample(11,11) with its 247,808 states.
func TestRockSampleOfEleven(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("VEIL_FULL=1 solves it for a minute")
	}
	m, err := rocksample.Standard(11, 11, 0)
	if err != nil {
		t.Fatal(err)
	}
	plansEarn(t, alpha.Problem[rocksample.State, rocksample.Action, rocksample.Seen](m), time.Minute, 0, 500)
}

// plansEarn solves a problem and plays the plans that were found, without a look ahead: they earn what is
// claimed, which it returns.
func plansEarn[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], limit time.Duration, walks, episodes int) (lo float64) {
	t.Helper()
	s := solved(t, m, limit, walks)
	sum, square := 0.0, 0.0
	for i := range episodes {
		x := carryOut(t, m, s.Policy, uint64(i))
		sum, square = sum+x, square+x*x
	}
	n := float64(episodes)
	mean, stderr := sum/n, math.Sqrt(max(square/n-sum/n*sum/n, 0)/n)
	lo, _ = s.Value().Interval()
	t.Logf("earned %.3f ± %.3f in %d episodes; the lower bound is %.3f", mean, 1.96*stderr, episodes, lo)
	if mean < lo-3.5*stderr {
		t.Errorf("earned %.3f, standard error %.3f: below the lower bound %.3f", mean, stderr, lo)
	}
	return lo
}

// carryOut plays the plans of a policy until nothing matters any more.
func carryOut[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], p *alpha.Policy[S, A, O], seed uint64) (earned float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	s, b := m.Start(r), veil.Belief[S, A, O](p.First())
	for worth := 1.0; worth > 1e-4; worth *= p.Discount() {
		a := b.(*alpha.Belief[S, A, O]).Act()
		o, reward, done := m.Step(r, &s, a)
		earned += worth * reward
		if done {
			break
		}
		var err error
		if b, err = b.Update(a, o); err != nil {
			t.Fatal(err)
		}
	}
	return earned
}
