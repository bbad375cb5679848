// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// reader is a Patch with a poor policy: it opens cells in reading order.
type reader struct{ keen }

func (p reader) AppendCandidates(dst []int, b patchBel) []int {
	return p.AppendActions(dst, &statesOf(b)[0].State)
}

func (p reader) Continue(_ *rand.Rand, s *veiltest.PatchState) float64 {
	for {
		if _, reward, done := p.Step(nil, s, p.AppendActions(nil, s)[0]); done {
			return reward
		}
	}
}

// readingValue is the exact winning chance of opening cell a and then reading on.
func readingValue(p veiltest.Patch, b *patchSet, a int) float64 {
	won := 0.0
	for _, w := range b.States() {
		s := w.State
		if _, reward, done := p.Step(nil, &s, a); done {
			won += w.P * reward
		} else {
			won += w.P * reader{keen{Patch: p}}.Continue(nil, &s)
		}
	}
	return won
}

// TestImprove: on random positions the search turns a poor policy into a nearly perfect one,
// and the more simulations it has the less it loses.
func TestImprove(t *testing.T) {
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 4}
	found, values := positions(t, p, 60, 8, 60)
	if testing.Short() {
		found = found[:20]
	}
	lost := map[int]float64{}
	for i, b := range found {
		actions := p.AppendActions(nil, &b.States()[0].State)
		lost[0] += best(values[i]) - values[i][0]
		for _, simulations := range []int{100, 1000, 10_000} {
			cfg := uct.ImproveConfig{Tree: uct.Config{Seed: uint64(i)}, Candidates: 12}
			d, err := uct.Improve(t.Context(), reader{keen{p, 4}}, patchBel(b), veil.Budget{Simulations: simulations}, cfg)
			if err != nil {
				t.Fatal(err)
			}
			lost[simulations] += best(values[i]) - values[i][slices.Index(actions, d.Choices[0].Action)]
		}
	}
	t.Logf("lost by simulations, summed over %d positions: %v", len(found), lost)
	if lost[100] > lost[0] || lost[1000] > lost[100] || lost[10_000] > lost[1000] || lost[10_000] > lost[0]/10 {
		t.Errorf("loss by simulations: %v", lost)
	}
}

// TestImproveKeepsThePolicyWithoutProof: where the policy's action and the others are
// equally good, or worse, a search of any size replaces it at most as often as its Risk says.
func TestImproveKeepsThePolicyWithoutProof(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	found, _ := positions(t, p, 60, 6, 60)
	wrong, played := 0, 0
	for i, b := range found {
		actions := p.AppendActions(nil, &b.States()[0].State)
		top := readingValue(p, b, actions[0])
		for _, a := range actions[1:] {
			top = max(top, readingValue(p, b, a))
		}
		if top > readingValue(p, b, actions[0])+1e-9 {
			continue // there is something to find
		}
		for seed := range uint64(8) {
			cfg := uct.ImproveConfig{Tree: uct.Config{Seed: seed<<32 + uint64(i)}, Grow: -1, Risk: 0.1}
			d, err := uct.Improve(t.Context(), reader{keen{Patch: p}}, patchBel(b), veil.Budget{Simulations: 600}, cfg)
			if err != nil {
				t.Fatal(err)
			}
			if played++; d.Choices[0].Action != actions[0] {
				wrong++
			}
		}
	}
	t.Logf("%d of %d decisions replaced the best action", wrong, played)
	if played < 40 || float64(wrong) > 0.1*float64(played)+3 {
		t.Errorf("%d of %d decisions replaced the best action", wrong, played)
	}
}

// patient is the tiger problem with a policy that never opens a door.
type patient struct{ tiger.Model }

func (p patient) AppendCandidates(dst []tiger.Action, _ tigerBel) []tiger.Action {
	return append(dst, tiger.Listen, tiger.OpenLeft, tiger.OpenRight)
}

func (p patient) Continue(_ *rand.Rand, s *tiger.State) float64 { return tiger.Cost * float64(s.Left) }

// TestImproveTiger: the same search finds when to open a door, and when not.
func TestImproveTiger(t *testing.T) {
	const horizon = 5
	cfg := uct.ImproveConfig{Tree: uct.Config{Low: -100 * horizon, High: 10 * horizon, Explore: 0.1}}
	problem := patient{tiger.Model{Horizon: horizon}}
	b, opened := tigerPrior(t, horizon), 0
	for growls := range horizon {
		d, err := uct.Improve(t.Context(), problem, tigerBel(b), veil.Budget{Simulations: 20_000}, cfg)
		if err != nil {
			t.Fatal(err)
		}
		want := expectimax(problem, b, 1)
		if a := d.Choices[0].Action; want[a] < best(want)-1e-9 {
			t.Errorf("after %d growls: %v, worth %v of %v", growls, a, want[a], want)
		} else if a != tiger.Listen {
			opened++
		}
		next, err := b.Update(tiger.Listen, tiger.GrowlLeft)
		if err != nil {
			break // the last step
		}
		b = next.(*tigerSet)
	}
	if opened == 0 {
		t.Error("no door was opened: the test shows nothing")
	}
}

// TestImproveErrors: problems without a policy and broken configurations are refused, a
// context ends the search with the policy's action, and a single candidate needs no search.
func TestImproveErrors(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	prior, err := belief.Exact(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := uct.Improve(t.Context(), veil.Model[veiltest.PatchState, int, int](p), patchBel(prior), veil.Budget{}, uct.ImproveConfig{}); !errors.Is(err, uct.ErrNoPolicy) {
		t.Errorf("without a policy: %v", err)
	}
	problem := reader{keen{Patch: p}}
	if _, err := uct.Improve(t.Context(), problem, patchBel(prior), veil.Budget{}, uct.ImproveConfig{Risk: 2}); err == nil {
		t.Error("a risk of 2 is accepted")
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := uct.Improve(done, problem, patchBel(prior), veil.Budget{}, uct.ImproveConfig{})
	if err != nil || !d.Cut || d.Choices[0].Action != 0 {
		t.Errorf("cut: %+v, %v", d, err)
	}
	d, err = uct.Improve(t.Context(), problem, patchBel(prior), veil.Budget{}, uct.ImproveConfig{Candidates: 1})
	if err != nil || len(d.Choices) != 1 || d.Work.Simulations != 0 {
		t.Errorf("one candidate: %+v, %v", d, err)
	}
}
