// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

type (
	patch      = veiltest.PatchState
	patchStep  = belief.Step[int, int]
	patchSet   = belief.Set[patch, int, int]
	patchWalk  = belief.MetropolisConfig[patch, int, int]
	tigerWalk  = belief.MetropolisConfig[tiger.State, tiger.Action, tiger.Sound]
	tigerStep  = belief.Step[tiger.Action, tiger.Sound]
	anyBelief  = veil.Belief[patch, int, int]
	anyTigerly = veil.Belief[tiger.State, tiger.Action, tiger.Sound]
)

// firstFit is a constraint solver of the dumbest kind: the first layout that fits.
type firstFit struct{ veiltest.Patch }

func (f firstFit) Solve(history []patchStep) (patch, error) {
	for _, w := range f.AppendStarts(nil) {
		s, fits := w.State, true
		for _, step := range history {
			seen, _, _ := f.Step(nil, &s, step.Action)
			fits = fits && seen == step.Seen
		}
		if fits {
			return w.State, nil
		}
	}
	return patch{}, veil.ErrImpossible
}

// follow updates b by the whole history.
func follow[S any, A, O comparable](t *testing.T, b veil.Belief[S, A, O], history []belief.Step[A, O]) veil.Belief[S, A, O] {
	t.Helper()
	for _, step := range history {
		next, err := b.Update(step.Action, step.Seen)
		if err != nil {
			t.Fatal(err)
		}
		b = next
	}
	return b
}

// variation returns the total variation distance between n draws and the exact law.
func variation[S comparable](n int, draw func() S, exact []veil.Weighted[S]) float64 {
	count := map[S]int{}
	for range n {
		count[draw()]++
	}
	distance, known := 0.0, 0
	for _, w := range exact {
		distance += math.Abs(float64(count[w.State])/float64(n) - w.P)
		known += count[w.State]
	}
	return (distance + float64(n-known)/float64(n)) / 2
}

func exactPatch(t *testing.T, p veiltest.Patch, history []patchStep) *patchSet {
	t.Helper()
	prior, err := belief.Exact(p)
	if err != nil {
		t.Fatal(err)
	}
	set, ok := follow[patch, int, int](t, prior, history).(*patchSet)
	if !ok {
		t.Fatal("the update of a set is not a set")
	}
	return set
}

func exactTiger(t *testing.T, history []tigerStep) []veil.Weighted[tiger.State] {
	t.Helper()
	prior, err := belief.Exact(tiger.Model{})
	if err != nil {
		t.Fatal(err)
	}
	b := follow[tiger.State, tiger.Action, tiger.Sound](t, prior, history)
	return b.(*belief.Set[tiger.State, tiger.Action, tiger.Sound]).States()
}

func TestSetIsBayesOnTiger(t *testing.T) {
	left := tigerStep{Action: tiger.Listen, Seen: tiger.GrowlLeft}
	right := tigerStep{Action: tiger.Listen, Seen: tiger.GrowlRight}
	opened := tigerStep{Action: tiger.OpenLeft, Seen: tiger.Silence}
	for _, tc := range []struct {
		history []tigerStep
		want    float64 // chance that the tiger is left
	}{
		{nil, 0.5},
		{[]tigerStep{left}, 0.85},
		{[]tigerStep{left, left}, 0.7225 / (0.7225 + 0.0225)},
		{[]tigerStep{left, right}, 0.5},
		{[]tigerStep{left, left, opened}, 0.5},
		{[]tigerStep{left, left, opened, right}, 0.15},
	} {
		states := exactTiger(t, tc.history)
		if len(states) != 2 {
			t.Fatalf("%v: %d states, want 2 (equal states merge)", tc.history, len(states))
		}
		for _, w := range states {
			want := tc.want
			if w.State.Right {
				want = 1 - want
			}
			if math.Abs(w.P-want) > 1e-12 {
				t.Errorf("%v: %+v has %v, want %v", tc.history, w.State, w.P, want)
			}
		}
	}
}

func TestSetPredictsWhatUpdateConfirms(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	set := exactPatch(t, p, nil)
	for cell := range 9 {
		sum := 0.0
		for seen, probability := range set.Predict(cell) {
			next, err := set.Update(cell, seen)
			if err != nil {
				t.Fatal(err)
			}
			n := len(next.(*patchSet).States())
			if want := float64(n) / 84; math.Abs(probability-want) > 1e-12 {
				t.Errorf("cell %d shows %d with %v, but %d of 84 layouts do", cell, seen, probability, n)
			}
			sum += probability
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("cell %d: predictions sum to %v", cell, sum)
		}
	}
}

func TestImpossibleHistoriesAreNeverSilent(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 2, Mines: 1}
	set := exactPatch(t, p, nil)
	few := belief.ParticlesConfig{N: 10, Tries: 500}
	for name, tc := range map[string]struct {
		prior anyBelief
		want  error
	}{
		"set":        {set, veil.ErrImpossible},
		"solver":     {belief.NewMetropolis(p, patchWalk{Solver: firstFit{p}}), veil.ErrImpossible},
		"metropolis": {belief.NewMetropolis(p, patchWalk{Tries: 500}), veil.ErrTooHard},
		"rejection":  {belief.NewRejection(p, belief.RejectionConfig{Tries: 500}), veil.ErrTooHard},
		"particles":  {belief.NewParticles(p, few), veil.ErrTooHard},
	} {
		if _, err := tc.prior.Update(0, 2); !errors.Is(err, tc.want) {
			t.Errorf("%s: two mines around a cell when there is one: %v, want %v", name, err, tc.want)
		}
	}
}

func TestUpdateLeavesTheOldBeliefAlone(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 2}
	for name, prior := range map[string]anyBelief{
		"set":        exactPatch(t, p, nil),
		"rejection":  belief.NewRejection(p, belief.RejectionConfig{}),
		"metropolis": belief.NewMetropolis(p, patchWalk{Iterations: 100}),
		"particles":  belief.NewParticles(p, belief.ParticlesConfig{N: 4000}),
	} {
		follow(t, prior, []patchStep{{0, 1}, {8, 1}})
		follow(t, prior, []patchStep{{0, 0}})
		r := rand.New(rand.NewPCG(5, 0))
		got := variation(4000, func() patch { return prior.Sample(r) }, exactPatch(t, p, nil).States())
		if got > 0.12 {
			t.Errorf("%s: after two updates its prior is off by %.3f", name, got)
		}
	}
}

func TestSameSeedSameDraws(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	history := []patchStep{{0, 1}}
	for name, prior := range map[string]func() anyBelief{
		"set":       func() anyBelief { return exactPatch(t, p, nil) },
		"rejection": func() anyBelief { return belief.NewRejection(p, belief.RejectionConfig{}) },
		"inherit":   func() anyBelief { return belief.NewMetropolis(p, patchWalk{Inherit: true}) },
		"particles": func() anyBelief { return belief.NewParticles(p, belief.ParticlesConfig{N: 50, Seed: 3}) },
	} {
		var runs [2][100]patch
		for i := range runs {
			b, r := follow(t, prior(), history), rand.New(rand.NewPCG(1, 2))
			for j := range runs[i] {
				runs[i][j] = b.Sample(r)
			}
		}
		if runs[0] != runs[1] {
			t.Errorf("%s: two runs with one seed differ", name)
		}
	}
}

// shy is a patch whose first cell is never a mine: the layout is settled by the first
// action, and known to no start state.
type shy struct{ veiltest.Patch }

func (shy) Start(*rand.Rand) patch { return patch{} }

func (p shy) Settle(r *rand.Rand, cell int) patch {
	for {
		if s := p.Patch.Start(r); s.Mines>>cell&1 == 0 {
			return s
		}
	}
}

func (p shy) Step(r *rand.Rand, s *patch, cell int) (int, float64, bool) {
	if s.Mines == 0 {
		*s = p.Settle(r, cell)
	}
	return p.Patch.Step(r, s, cell)
}

func TestMetropolisWalksOverSettledStates(t *testing.T) {
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 4}
	history := []patchStep{{5, 2}, {0, 1}}
	// Given that the first cell showed a number, its protection says nothing more.
	exact := exactPatch(t, p, history).States()
	for name, prior := range map[string]anyBelief{
		"rejection":  belief.NewRejection(shy{p}, belief.RejectionConfig{}),
		"metropolis": belief.NewMetropolis(shy{p}, patchWalk{Iterations: 300}),
		"inherit":    belief.NewMetropolis(shy{p}, patchWalk{Iterations: 300, Inherit: true}),
	} {
		r := rand.New(rand.NewPCG(9, 0))
		if s := prior.Sample(r); s != (patch{}) {
			t.Errorf("%s: settled before the first action: %v", name, s)
		}
		b := follow(t, prior, history)
		draws := fewer(5000)
		got := variation(draws, func() patch { return b.Sample(r) }, exact)
		if limit := noise(len(exact), draws); got > limit {
			t.Errorf("%s: distance %.4f, want at most %.4f", name, got, limit)
		}
		if s := prior.Sample(r); s != (patch{}) {
			t.Errorf("%s: the prior inherited a settled state: %v", name, s)
		}
	}
}

func TestLawOfTiger(t *testing.T) {
	prior, err := belief.Exact(tiger.Model{Horizon: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := follow[tiger.State, tiger.Action, tiger.Sound](t, prior, []tigerStep{{Action: tiger.Listen, Seen: tiger.GrowlLeft}})
	law := b.(*belief.Set[tiger.State, tiger.Action, tiger.Sound]).AppendPrediction(nil, tiger.OpenRight)
	want := 0.85*tiger.Prize + 0.15*tiger.Mauled
	if len(law) != 1 || math.Abs(law[0].P-1) > 1e-12 || math.Abs(law[0].Reward-want) > 1e-12 || !law[0].Done {
		t.Errorf("opening the right door after a growl left: %+v, want reward %v for sure, and the end", law, want)
	}
}

// Five particles cannot hold 495 layouts: they die, and come back from the whole history.
func TestParticlesComeBack(t *testing.T) {
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 4}
	history := []patchStep{{0, 1}, {11, 1}, {3, 0}}
	fits := map[patch]bool{}
	for _, w := range exactPatch(t, p, history).States() {
		fits[w.State] = true
	}
	b := follow[patch](t, belief.NewParticles(p, belief.ParticlesConfig{N: 5}), history)
	guesses, sum := b.(*belief.Particles[patch, int, int]).Guesses(), 0.0
	for _, g := range guesses {
		sum += g.P
		if !fits[g.State] {
			t.Errorf("%+v does not fit the history", g.State)
		}
	}
	if len(guesses) == 0 || len(guesses) > 5 || math.Abs(sum-1) > 1e-12 {
		t.Errorf("%d particles of weight %v in all, want at most 5 of weight 1", len(guesses), sum)
	}
}

// A search extends beliefs without a check; the draws are those of Update.
func TestExtendIsUpdateUnchecked(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	for name, prior := range map[string]interface {
		anyBelief
		Extend(a, o int) anyBelief
	}{
		"rejection":  belief.NewRejection(p, belief.RejectionConfig{}),
		"metropolis": belief.NewMetropolis(p, patchWalk{Iterations: 20}),
	} {
		updated, extended := follow[patch](t, prior, []patchStep{{0, 1}}), prior.Extend(0, 1)
		for seed := range uint64(20) {
			a, b := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 0))
			if x, y := updated.Sample(a), extended.Sample(b); x != y {
				t.Errorf("%s, seed %d: %v after Update, %v after Extend", name, seed, x, y)
			}
		}
		for o := range extended.Predict(1) {
			t.Errorf("%s claims to know the chance of %v exactly", name, o)
		}
	}
}
