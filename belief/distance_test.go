// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

// A 4×3 patch with 4 mines of which two opposite corners show a 1: 54 of 495 layouts fit.
func corner() (veiltest.Patch, []patchStep) {
	return veiltest.Patch{Width: 4, Height: 3, Mines: 4}, []patchStep{{0, 1}, {11, 1}}
}

// noise is what the distance of n exact draws from their law is expected to be, and
// three times what it scatters by: a consistent estimator stays below.
func noise(exact int, n int) float64 {
	return 1.5 * math.Sqrt(float64(exact)/(2*math.Pi*float64(n)))
}

// fewer returns a number of draws, in short tests an eighth of it: the limits, which come
// from noise, are then about three times as wide.
func fewer(draws int) int {
	if testing.Short() {
		return draws / 8
	}
	return draws
}

// Consistent: the distance falls like 1/√n and reaches what exact draws have.
func TestDistanceOfConsistentEstimators(t *testing.T) {
	p, history := corner()
	exact := exactPatch(t, p, history)
	for name, prior := range map[string]anyBelief{
		"exact":     exactPatch(t, p, nil),
		"rejection": belief.NewRejection(p, belief.RejectionConfig{}),
	} {
		b, r := follow(t, prior, history), rand.New(rand.NewPCG(1, 0))
		for _, n := range []int{100, 1000, 10_000, 100_000} {
			got := variation(n, func() patch { return b.Sample(r) }, exact.States())
			t.Logf("%s: %d draws, distance %.4f (exact draws: below %.4f)", name, n, got, noise(len(exact.States()), n))
			if got > noise(len(exact.States()), n) {
				t.Errorf("%s: distance %.4f after %d draws", name, got, n)
			}
		}
	}
}

// Asymptotically consistent: with as many draws as one likes the distance stays at a
// bias that only longer walks remove.
func TestDistanceOfMetropolis(t *testing.T) {
	draws := fewer(8000)
	p, history := corner()
	exact := exactPatch(t, p, history)
	floor := noise(len(exact.States()), draws)
	for _, solver := range []belief.Solver[patch, int, int]{nil, firstFit{p}} {
		curve := make([]float64, 0, 5)
		for _, iterations := range []int{1, 4, 16, 64, 256} {
			prior := belief.NewMetropolis(p, patchWalk{Iterations: iterations, Solver: solver})
			b, r := follow[patch](t, prior, history), rand.New(rand.NewPCG(2, 0))
			got := variation(draws, func() patch { return b.Sample(r) }, exact.States())
			t.Logf("solver %-5v %4d iterations: distance %.4f (exact draws: below %.4f)", solver != nil, iterations, got, floor)
			curve = append(curve, got)
		}
		if last := curve[len(curve)-1]; last > floor {
			t.Errorf("solver %v: distance %.4f after 256 iterations: not asymptotically consistent", solver != nil, last)
		}
		if solver != nil && (curve[0] < 0.5 || curve[2] < 3*floor) {
			t.Errorf("a walk from a solved state has no bias to see: %v", curve)
		}
	}
}

// Biased: what a solved start costs does not go away with more draws.
func TestBiasDoesNotAverageOut(t *testing.T) {
	p, history := corner()
	exact := exactPatch(t, p, history)
	b := follow[patch](t, belief.NewMetropolis(p, patchWalk{Iterations: 8, Solver: firstFit{p}}), history)
	r := rand.New(rand.NewPCG(3, 0))
	for _, n := range []int{500, 5000, fewer(50_000)} {
		got := variation(n, func() patch { return b.Sample(r) }, exact.States())
		t.Logf("%d draws of 8 iterations: distance %.4f", n, got)
		if got < 0.2 {
			t.Errorf("distance %.4f after %d draws: expected a bias that stays", got, n)
		}
	}
}

// Inheritance: the long run is right, but one draw tells the next. The distance is
// that of the law of pairs of successive draws from the law of independent pairs.
func TestInheritedDrawsDepend(t *testing.T) {
	draws := fewer(60_000)
	p, history := corner()
	exact := exactPatch(t, p, history).States()
	var pairs []veil.Weighted[[2]patch]
	for _, a := range exact {
		for _, b := range exact {
			pairs = append(pairs, veil.Weighted[[2]patch]{State: [2]patch{a.State, b.State}, P: a.P * b.P})
		}
	}
	dependence := func(cfg patchWalk) float64 {
		b, r := follow[patch](t, belief.NewMetropolis(p, cfg), history), rand.New(rand.NewPCG(4, 0))
		last := b.Sample(r)
		return variation(draws, func() [2]patch {
			pair := [2]patch{last, b.Sample(r)}
			last = pair[1]
			return pair
		}, pairs)
	}
	floor := noise(len(pairs), draws)
	previous := math.Inf(1)
	for _, iterations := range []int{1, 8, 128} {
		got := dependence(patchWalk{Iterations: iterations, Inherit: true})
		t.Logf("inherit, %3d iterations: pairs are %.4f from independent (floor %.4f)", iterations, got, floor)
		if got > previous {
			t.Errorf("dependence grows with the length of the walk: %.4f after %.4f", got, previous)
		}
		if iterations == 1 && got < 0.5 {
			t.Errorf("one iteration: dependence %.4f is too small to be true", got)
		}
		previous = got
	}
	if previous > floor {
		t.Errorf("128 iterations: still %.4f from independent", previous)
	}
}

// Inheritance crosses histories, as in a tree search that walks down a line.
func TestInheritanceGoesOnWithALongerHistory(t *testing.T) {
	p, history := corner()
	prior := belief.NewMetropolis(p, patchWalk{Inherit: true, Iterations: 200})
	b, r := veil.Belief[patch, int, int](prior), rand.New(rand.NewPCG(6, 0))
	for _, step := range history {
		b.Sample(r)
		b = follow(t, b, []patchStep{step})
	}
	exact := exactPatch(t, p, history)
	draws := fewer(20_000)
	got := variation(draws, func() patch { return b.Sample(r) }, exact.States())
	if got > 2*noise(len(exact.States()), draws) {
		t.Errorf("distance %.4f", got)
	}
}

// All estimators on a problem whose observations are noisy and whose state moves.
func TestDistanceOnTiger(t *testing.T) {
	history := []tigerStep{
		{Action: tiger.Listen, Seen: tiger.GrowlLeft},
		{Action: tiger.OpenRight, Seen: tiger.Silence},
		{Action: tiger.Listen, Seen: tiger.GrowlRight},
		{Action: tiger.Listen, Seen: tiger.GrowlRight},
		{Action: tiger.Listen, Seen: tiger.GrowlLeft},
	}
	exact := exactTiger(t, history)
	m := tiger.Model{}
	for name, prior := range map[string]anyTigerly{
		"rejection":  belief.NewRejection(m, belief.RejectionConfig{}),
		"metropolis": belief.NewMetropolis(m, tigerWalk{Iterations: 300}),
		"particles":  belief.NewParticles(m, belief.ParticlesConfig{N: 20_000}),
		"blind particles": belief.NewParticles[tiger.State, tiger.Action, tiger.Sound](
			struct {
				veil.Model[tiger.State, tiger.Action, tiger.Sound]
			}{m}, belief.ParticlesConfig{N: 20_000}),
	} {
		b, r := follow(t, prior, history), rand.New(rand.NewPCG(7, 0))
		got := variation(fewer(20_000), func() tiger.State { return b.Sample(r) }, exact)
		t.Logf("%s: distance %.4f", name, got)
		if got > 0.02 {
			t.Errorf("%s: distance %.4f from exact Bayes", name, got)
		}
	}
}

// Particles: the distance falls with their number; when all die they come back.
func TestDistanceOfParticles(t *testing.T) {
	p, history := corner()
	exact := exactPatch(t, p, history)
	for _, n := range []int{10, 100, 1000, 10_000} {
		prior := belief.NewParticles(p, belief.ParticlesConfig{N: n, Seed: 1})
		b := follow[patch](t, prior, history).(*belief.Particles[patch, int, int])
		r := rand.New(rand.NewPCG(8, 0))
		got := variation(20_000, func() patch { return b.Sample(r) }, exact.States())
		t.Logf("%5d particles: distance %.4f", n, got)
		// About n·54/495 of them live on.
		if limit := noise(54, n*54/495) + 0.02; n == 10_000 && got > limit {
			t.Errorf("10,000 particles: distance %.4f, want at most %.4f", got, limit)
		}
		if n == 10 && got < 0.3 {
			t.Errorf("10 particles cannot be %.4f from 54 layouts", got)
		}
	}
}
