// SPDX-License-Identifier: BSD-3-Clause

package maintenance_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/problems/maintenance"
	"github.com/veilplan/veil/veiltest"
)

func TestContract(t *testing.T) {
	veiltest.Model(t, maintenance.Model{}, veiltest.Config[maintenance.State, maintenance.Action, maintenance.Seen]{
		Episodes: 5, Draws: 2000,
	})
}

// TestCosts adds up one step by hand: two failed parts, one of them replaced before it costs anything.
func TestCosts(t *testing.T) {
	s := maintenance.State{Left: 2}
	s.Wear[1], s.Wear[4] = maintenance.Failed, maintenance.Failed
	_, reward, done := maintenance.Model{}.Step(rand.New(rand.NewPCG(1, 0)), &s, maintenance.Replace(4))
	if want := maintenance.Downtime + maintenance.Replacement; reward != want || done || s.Wear[1] != maintenance.Failed {
		t.Errorf("reward %v, done %v, state %v, want the reward %v", reward, done, s, want)
	}
}

// TestWear holds the chance of a new part to be failed after k steps against the sum over the step in which it wore.
func TestWear(t *testing.T) {
	const steps, episodes = 12, 4000
	r, failed := rand.New(rand.NewPCG(2, 0)), [maintenance.Parts]int{}
	for range episodes {
		s := maintenance.Model{}.Start(r)
		for range steps {
			maintenance.Model{}.Step(r, &s, maintenance.Wait)
		}
		for i, w := range s.Wear {
			if w == maintenance.Failed {
				failed[i]++
			}
		}
	}
	for i, n := range failed {
		p, want := maintenance.Rate(i), 0.0
		for wore := 1; wore < steps; wore++ {
			want += math.Pow(1-p, float64(wore-1)) * p * (1 - math.Pow(1-p, float64(steps-wore)))
		}
		if got := float64(n) / episodes; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/episodes) {
			t.Errorf("part %d: %v have failed after %d steps, want %v", i+1, got, steps, want)
		}
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	if n := testing.AllocsPerRun(100, func() {
		s := maintenance.Model{}.Start(r)
		for s.Left > 0 {
			maintenance.Model{}.Step(r, &s, maintenance.Action(r.IntN(maintenance.ActionCount)))
		}
	}); n > 0 {
		t.Errorf("an episode allocates %v times", n)
	}
}

func TestUnmarshalTextRefusesOtherWords(t *testing.T) {
	var a maintenance.Action
	if err := a.UnmarshalText([]byte("inspect-7")); err == nil {
		t.Error("inspect-7 was read as", a)
	}
}
