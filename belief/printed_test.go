// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/veiltest"
)

// printedWalk is 2011 Alg. 3 and 4 written from the page: as many trials as there were
// draws, a likelihood of 0 or 1, and whatever state the last trial leaves. The state is the
// layout with the cells of the history open.
type printedWalk struct {
	p       veiltest.Patch
	history []patchStep
	inherit bool
	x       patch
	calls   int
}

func (w *printedWalk) likelihood(x patch) float64 {
	for _, step := range w.history {
		if seen, _, _ := w.p.Step(nil, &x, step.Action); seen != step.Seen {
			return 0
		}
	}
	return 1
}

func (w *printedWalk) draw(r *rand.Rand) patch {
	if w.calls == 0 || !w.inherit {
		w.x = w.p.Start(r)
	}
	w.calls++
	for range w.calls {
		next := w.x
		w.p.Mutate(r, &next)
		if w.likelihood(w.x) == 0 || w.likelihood(next)/w.likelihood(w.x) == 1 {
			w.x = next
		}
	}
	z := w.x
	for _, step := range w.history {
		z.Open |= 1 << step.Action
	}
	return z
}

// TestPrintedWalk: draw by draw, the walk is that of the paper.
func TestPrintedWalk(t *testing.T) {
	p, history := corner()
	for _, inherit := range []bool{false, true} {
		b := follow[patch](t, belief.NewMetropolis(p, patchWalk{Printed: true, Inherit: inherit, Tries: -1}), history)
		letter := &printedWalk{p: p, history: history, inherit: inherit}
		r, same := rand.New(rand.NewPCG(5, 0)), rand.New(rand.NewPCG(5, 0))
		misfits := 0
		for n := range 200 {
			got, want := b.Sample(r), letter.draw(same)
			if got != want {
				t.Fatalf("inherit %v, draw %d: %v, want %v", inherit, n, got, want)
			}
			if letter.likelihood(patch{Mines: got.Mines}) == 0 {
				misfits++
			}
		}
		t.Logf("inherit %v: %d of 200 draws are misfits", inherit, misfits)
		if misfits == 0 {
			t.Errorf("inherit %v: no draw is a misfit, as if steps counted from the first fit", inherit)
		}
	}
}

// TestPrintedWalkIsRightInTheLimit: long walks end in states that fit, with their law.
func TestPrintedWalkIsRightInTheLimit(t *testing.T) {
	draws := fewer(4000)
	p, history := corner()
	exact := exactPatch(t, p, history)
	distance := func(iterations int) float64 {
		prior := belief.NewMetropolis(p, patchWalk{Printed: true, Iterations: iterations, Tries: -1})
		b, r := follow[patch](t, prior, history), rand.New(rand.NewPCG(6, 0))
		return variation(draws, func() patch { return b.Sample(r) }, exact.States())
	}
	short, long := distance(1), distance(400)
	if floor := noise(len(exact.States()), draws); short < 0.5 || long > floor {
		t.Errorf("distance %.3f after 1 step, want a bias, and %.3f after 400, want below %.3f", short, long, floor)
	}
}
