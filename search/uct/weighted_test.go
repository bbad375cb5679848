// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/lightdark"
	"github.com/veilplan/veil/problems/tiger"
)

// TestCloudDraws: states are drawn by their weights, and the last one if all weights are zero.
func TestCloudDraws(t *testing.T) {
	r, c := rand.New(rand.NewPCG(1, 0)), cloud[int]{}
	for state, weight := range []float64{0, 1, 0, 3} {
		c.add(arrival[int]{state: state}, weight)
		if got := c.draw(r).state; state == 0 && got != 0 || state == 1 && got != 1 {
			t.Errorf("drew %d after state %d joined", got, state)
		}
	}
	counts := [4]int{}
	for range 4000 {
		counts[c.draw(r).state]++
	}
	if counts[0] != 0 || counts[2] != 0 || math.Abs(float64(counts[3])-3000) > 120 {
		t.Errorf("drew %v, want about [0 1000 0 3000]", counts)
	}
}

// lit searches from the unknown place on the line with a light.
func lit(t *testing.T, cfg Config, from veil.Belief[lightdark.State, lightdark.Action, lightdark.Seen]) veil.Decision[lightdark.Action] {
	t.Helper()
	cfg.Discount, cfg.Backup, cfg.NoLaw, cfg.NoBounds, cfg.MostSimulated = lightdark.Discount, Returns, true, true, true
	d, err := Search(t.Context(), lightdark.New(), from, veil.Budget{Simulations: 3000}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWeightedKnowsWhatItDoesNotKnow: in the dark, where every measurement is new, a tree without weights believes
// after one of them that it knows its place, and values the next step as if it did; a weighted tree values it less.
func TestWeightedKnowsWhatItDoesNotKnow(t *testing.T) {
	prior := belief.NewParticles(lightdark.New(), belief.ParticlesConfig{N: 200, Seed: 1})
	collapsed := lit(t, Config{Explore: 0.3}, prior).Value.Float()
	weighted := lit(t, Config{Explore: 0.3, Weighted: true, WidenAnswers: 5, WidenPower: 1.0 / 15}, prior).Value.Float()
	if collapsed < weighted+5 {
		t.Errorf("values %v without weights and %v with them, want a difference of 5", collapsed, weighted)
	}
}

// TestWideningByPower holds the number of answers to c·n^p.
func TestWideningByPower(t *testing.T) {
	tree := &tree[int, int, int]{cfg: Config{WidenAnswers: 5, WidenPower: 1.0 / 15}}
	for n := int32(1); n < 5000; n += 7 {
		for many := int32(1); many < 12; many++ {
			limit := 5 * math.Pow(float64(n), 1.0/15)
			if math.Abs(limit-float64(many)) > 1e-9 && tree.wide(many, n) != (float64(many) > limit) {
				t.Fatalf("%d answers after %d simulations, limit %v: wide is %v", many, n, limit, tree.wide(many, n))
			}
		}
	}
}

func TestWeightedNeedsLikelihood(t *testing.T) {
	b, err := belief.Exact[tiger.State, tiger.Action, tiger.Sound](tiger.Model{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Search(t.Context(), tiger.Model{}, veil.Belief[tiger.State, tiger.Action, tiger.Sound](b), veil.Budget{}, Config{Discount: 0.9, Weighted: true, WidenAnswers: 5})
	if !errors.Is(err, ErrNoLikelihood) {
		t.Errorf("error %v, want %v", err, ErrNoLikelihood)
	}
	if _, err := (Config{Weighted: true}).completed(); err == nil {
		t.Error("Weighted without WidenAnswers was accepted")
	}
}
