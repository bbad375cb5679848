// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/rocksample"
)

type (
	rover       = veil.Model[rocksample.State, rocksample.Action, rocksample.Seen]
	roverBelief = veil.Belief[rocksample.State, rocksample.Action, rocksample.Seen]
	roverGuess  = belief.Particles[rocksample.State, rocksample.Action, rocksample.Seen]
	roverExact  = belief.Set[rocksample.State, rocksample.Action, rocksample.Seen]
)

// likelyRover knows its likelihoods but lists nothing.
type likelyRover struct{ rover }

func (l likelyRover) Likelihood(s *rocksample.State, a rocksample.Action, o rocksample.Seen) float64 {
	return l.rover.(*rocksample.Model).Likelihood(s, a, o)
}

// TestTruthIsKept plays RockSample(7,8) at random and counts the steps at which no particle is
// the true state although the exact belief gives it more than 1%.
func TestTruthIsKept(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	episodes := 40
	if os.Getenv("VEIL_FULL") != "" {
		episodes = 200
	}
	for name, model := range map[string]rover{"enumerator": m, "likelihood": likelyRover{m}, "neither": struct{ rover }{m}} {
		lost, steps := 0, 0
		for seed := range uint64(episodes) {
			l, s := followTruth(t, m, belief.NewParticles(model, belief.ParticlesConfig{N: 1000, Seed: seed}), seed)
			lost, steps = lost+l, steps+s
		}
		t.Logf("%s: the truth was lost at %d of %d steps: %.2f%%", name, lost, steps, 100*float64(lost)/float64(steps))
		if float64(lost) > 0.01*float64(steps) || steps < 10*episodes {
			t.Errorf("%s: the truth was lost at %d of %d steps", name, lost, steps)
		}
	}
}

// followTruth plays an episode of at most 60 random actions, without leaving the grid.
func followTruth(t *testing.T, m *rocksample.Model, b roverBelief, seed uint64) (lost, steps int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	exact, err := belief.Exact(m)
	if err != nil {
		t.Fatal(err)
	}
	truth, known := m.Start(r), roverBelief(exact)
	for range 60 {
		actions := m.AppendActions(nil, &truth)
		a := actions[r.IntN(len(actions))]
		if a == rocksample.East && int(truth.X) == m.Size()-1 {
			continue
		}
		o, _, _ := m.Step(r, &truth, a)
		if b, err = b.Update(a, o); err != nil {
			t.Fatal(err)
		}
		if known, err = known.Update(a, o); err != nil {
			t.Fatal(err)
		}
		steps++
		if weight(known.(*roverExact).States(), truth) > 0.01 && weight(b.(*roverGuess).Guesses(), truth) == 0 {
			lost++
		}
	}
	return lost, steps
}

func weight(list []veil.Weighted[rocksample.State], s rocksample.State) (p float64) {
	for _, w := range list {
		if w.State == s {
			p += w.P
		}
	}
	return p
}

// TestFewParticles: where more states are possible than are kept, the weights stay right on
// average, and what is drawn has them.
func TestFewParticles(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	history := []rocksample.Action{rocksample.Check(0), rocksample.Check(0), rocksample.Check(1), rocksample.East, rocksample.Check(4)}
	good := 0.0
	const filters = 300
	r := rand.New(rand.NewPCG(1, 1))
	for seed := range uint64(filters) {
		b := roverBelief(belief.NewParticles(m, belief.ParticlesConfig{N: 40, Seed: seed}))
		for _, a := range history {
			o := rocksample.LooksGood
			if a == rocksample.East {
				o = rocksample.Nothing
			}
			if b, err = b.Update(a, o); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(b.(*roverGuess).Guesses()); n > 40 {
			t.Fatalf("%d particles are kept", n)
		}
		if e := b.(*roverGuess).Effective(); e < 1 || e > 40 {
			t.Errorf("the effective number of 40 particles is %v", e)
		}
		if s := b.Sample(r); s.Good&1 == 1 {
			good += 1.0 / filters
		}
	}
	right := m.Right(rocksample.Cell{X: 0, Y: 3}, 0)
	want := right * right / (right*right + (1-right)*(1-right))
	if math.Abs(good-want) > 4*math.Sqrt(want*(1-want)/filters) {
		t.Errorf("the first rock is good in %.3f of the draws, want %.3f", good, want)
	}
}

// TestKeys: the same readings in another order give the same key, others another one.
func TestKeys(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	prior, err := belief.Exact(m)
	if err != nil {
		t.Fatal(err)
	}
	key := func(actions ...rocksample.Action) string {
		b := roverBelief(prior)
		for _, a := range actions {
			if b, err = b.Update(a, rocksample.LooksGood); err != nil {
				t.Fatal(err)
			}
		}
		return string(b.(*roverExact).AppendKey(nil))
	}
	x, y := rocksample.Check(0), rocksample.Check(5)
	if key(x, y, x) != key(y, x, x) || key(x) == key(y) || key() == key(x) || key(x, y) == key(x) {
		t.Error("keys do not tell beliefs apart, or orders")
	}
}
