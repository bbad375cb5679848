// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/search/alpha"
)

// TestBeliefs: the belief by a policy's numbers is the exact one, after whatever is seen, also if
// several games are followed with one policy at a time.
func TestBeliefs(t *testing.T) {
	rocks, err := rocksample.Standard(4, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	compareBeliefs(t, rocks)
	compareBeliefs(t, tag.New())
}

func compareBeliefs[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O]) {
	t.Helper()
	s, err := alpha.Solve(t.Context(), m, veil.Budget{Simulations: 1}, alpha.Config{Discount: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprintf("%T/%d", m, seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, seed))
			for range 5 {
				followBoth(t, m, s.First(), r)
			}
		})
	}
}

// followBoth follows a game with the exact belief, and with the policy's.
func followBoth[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], first *alpha.Belief[S, A, O], r *rand.Rand) {
	t.Helper()
	exact, err := belief.Exact[S, A, O](m)
	if err != nil {
		t.Fatal(err)
	}
	x, y, truth := veil.Belief[S, A, O](exact), veil.Belief[S, A, O](first), m.Start(r)
	for range 15 {
		actions := m.AppendActions(nil, &truth)
		a := actions[r.IntN(len(actions))]
		comparePredictions(t, x.(*belief.Set[S, A, O]), y.(*alpha.Belief[S, A, O]), a)
		o, _, done := m.Step(r, &truth, a)
		if done {
			if _, err := y.Update(a, o); !errors.Is(err, veil.ErrImpossible) {
				t.Errorf("a belief goes on after the end: %v", err)
			}
			return
		}
		if x, err = x.Update(a, o); err != nil {
			t.Fatal(err)
		}
		if y, err = y.Update(a, o); err != nil {
			t.Fatal(err)
		}
		compareStates(t, x.(*belief.Set[S, A, O]).States(), y.(*alpha.Belief[S, A, O]).States())
	}
}

func compareStates[S comparable](t *testing.T, x, y []veil.Weighted[S]) {
	t.Helper()
	weights := map[S]float64{}
	for _, w := range x {
		weights[w.State] += w.P
	}
	for _, w := range y {
		weights[w.State] -= w.P
	}
	for s, d := range weights {
		if math.Abs(d) > 1e-9 {
			t.Fatalf("the weights of %v differ by %v", s, d)
		}
	}
}

// comparePredictions compares the chance of every observation and the expected reward.
func comparePredictions[S, A, O comparable](t *testing.T, x *belief.Set[S, A, O], y *alpha.Belief[S, A, O], a A) {
	t.Helper()
	chances, reward := map[O]float64{}, 0.0
	for _, out := range x.AppendPrediction(nil, a) {
		chances[out.Seen] += out.P
		reward += out.P * out.Reward
	}
	for _, out := range y.AppendPrediction(nil, a) {
		chances[out.Seen] -= out.P
		reward -= out.P * out.Reward
	}
	for o, d := range chances {
		if math.Abs(d) > 1e-9 {
			t.Fatalf("the chances of %v differ by %v", o, d)
		}
	}
	if math.Abs(reward) > 1e-9 {
		t.Fatalf("the rewards of %v differ by %v", a, reward)
	}
}
