// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/veiltest"
)

type drawer interface {
	veil.Belief[veiltest.PatchState, int, int]
	Draw(r *rand.Rand) (veiltest.PatchState, error)
}

// TestEffort: with enough effort a draw is what Sample would have drawn; the effort is
// what it looked at, and where that ends the draw fails.
func TestEffort(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	type walk = belief.MetropolisConfig[veiltest.PatchState, int, int]
	for name, prior := range map[string]func(e *belief.Effort) drawer{
		"rejection": func(e *belief.Effort) drawer {
			return belief.NewRejection(p, belief.RejectionConfig{Effort: e, Tries: -1})
		},
		"metropolis": func(e *belief.Effort) drawer { return belief.NewMetropolis(p, walk{Effort: e, Tries: -1}) },
		"inherit": func(e *belief.Effort) drawer {
			return belief.NewMetropolis(p, walk{Effort: e, Tries: -1, Inherit: true})
		},
	} {
		free, effort := prior(nil), &belief.Effort{}
		limited := prior(effort)
		after := func(b drawer) drawer {
			next, err := b.Update(0, 1)
			if err != nil {
				t.Fatal(err)
			}
			return next.(drawer)
		}
		free, limited = after(free), after(limited)
		a, b := rand.New(rand.NewPCG(1, 0)), rand.New(rand.NewPCG(1, 0))
		spent := 0
		for range 50 {
			effort.Left = 1_000_000
			got, err := limited.Draw(b)
			if want := free.Sample(a); err != nil || got != want {
				t.Fatalf("%s: drew %v (%v), want %v", name, got, err, want)
			}
			spent += 1_000_000 - effort.Left
		}
		if spent <= 50 {
			t.Errorf("%s: 50 draws looked at %d states", name, spent)
		}
		effort.Left = 0
		if _, err := limited.Draw(b); !errors.Is(err, belief.ErrSpent) {
			t.Errorf("%s: without effort: %v", name, err)
		}
		impossible, err := limited.Update(8, 7)
		if err != nil {
			t.Fatal(err)
		}
		effort.Left = 1000
		if _, err := impossible.(drawer).Draw(b); !errors.Is(err, belief.ErrSpent) || effort.Left > 0 {
			t.Errorf("%s: an impossible history: %v with %d left", name, err, effort.Left)
		}
	}
}
