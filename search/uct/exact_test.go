// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

type (
	tigerSet  = belief.Set[tiger.State, tiger.Action, tiger.Sound]
	patchSet  = belief.Set[veiltest.PatchState, int, int]
	patchBel  = veil.Belief[veiltest.PatchState, int, int]
	tigerBel  = veil.Belief[tiger.State, tiger.Action, tiger.Sound]
	patchStep = belief.Step[int, int]
)

// expectimax is the definition of best play, for every action in order: no memory, no
// bounds, no cleverness.
func expectimax[S, A, O comparable](m veil.Model[S, A, O], b *belief.Set[S, A, O], discount float64) []float64 {
	some := b.States()[0].State
	actions := m.AppendActions(nil, &some)
	values := make([]float64, len(actions))
	for i, a := range actions {
		for _, l := range b.AppendPrediction(nil, a) {
			future := 0.0
			if !l.Done {
				next, err := b.Update(a, l.Seen)
				if err != nil {
					panic(err)
				}
				future = best(expectimax(m, next.(*belief.Set[S, A, O]), discount))
			}
			values[i] += l.P * (l.Reward + discount*future)
		}
	}
	return values
}

func best(values []float64) float64 {
	top := values[0]
	for _, v := range values {
		top = max(top, v)
	}
	return top
}

func tigerPrior(t testing.TB, horizon int) *tigerSet {
	t.Helper()
	b, err := belief.Exact(tiger.Model{Horizon: horizon})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// patchAfter returns the exact belief after a history.
func patchAfter(t testing.TB, p veiltest.Patch, history ...patchStep) *patchSet {
	t.Helper()
	b, err := belief.Exact(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range history {
		next, err := b.Update(step.Action, step.Seen)
		if err != nil {
			t.Fatal(err)
		}
		b = next.(*patchSet)
	}
	return b
}

func TestExpectimaxAgreesWithPaper2012(t *testing.T) {
	// 3×3 with 7 mines after a safe first click (§4.2): corner or side 1/4, centre 1/8.
	// Without protection a first click is safe with probability 2/9.
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 7}
	for cell, got := range expectimax(p, patchAfter(t, p), 1) {
		want := 2.0 / 9 / 4
		if cell == 4 {
			want = 2.0 / 9 / 8
		}
		if diff := got - want; diff > 1e-12 || diff < -1e-12 {
			t.Errorf("cell %d wins %v, want %v", cell, got, want)
		}
	}
}
