// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
)

// Best play in Tiger without an end is worth 19.37 (SARSOP proves 19.371 to 19.372); a
// POMCP with uniform rollouts gets less than nothing. The modern planner, from the
// exact belief and four steps ahead, plays as well as the test can measure. One belief and
// one seed give one move, so moves are remembered.
func TestTigerIsPlayedWell(t *testing.T) {
	const episodes, steps, optimum = 6000, 80, 19.37
	m := tiger.Model{}
	cfg := uct.Config{Low: -400, High: 40, Discount: tiger.Discount, Horizon: 4}
	moves, simulations := map[string]tiger.Action{}, 0
	decide := func(b tigerBel) tiger.Action {
		likely := b.(*tigerSet).States()[0]
		name := fmt.Sprintf("%v %.9f", likely.State, likely.P)
		a, ok := moves[name]
		if !ok {
			d := search(t, m, b, 4000, cfg)
			a = d.Choices[0].Action
			moves[name] = a
			simulations += d.Work.Simulations
		}
		return a
	}
	var total moments
	for episode := range uint64(episodes) {
		r := rand.New(rand.NewPCG(1, episode))
		s, sum, weight := m.Start(r), 0.0, 1.0
		b := tigerBel(tigerPrior(t, 0))
		for range steps {
			a := decide(b)
			o, reward, _ := m.Step(r, &s, a)
			sum, weight = sum+weight*reward, weight*tiger.Discount
			next, err := b.Update(a, o)
			if err != nil {
				t.Fatal(err)
			}
			b = next
		}
		total.add(sum)
	}
	mean := total.sum / total.n
	se := math.Sqrt((total.square/total.n - mean*mean) / total.n)
	t.Logf("%.2f ± %.2f (standard error) over %d episodes, %d simulations a move", mean, se, episodes, simulations/len(moves))
	if math.Abs(mean-optimum) > 3*se+0.3 {
		t.Errorf("%.2f ± %.2f, the optimum is %v", mean, se, optimum)
	}
}

// The ablation: without its ingredients the planner is far from the value after as many
// simulations.
func TestWhatEachIngredientIsWorthOnTiger(t *testing.T) {
	m, prior := tiger.Model{Horizon: 4}, tigerPrior(t, 4)
	want := best(expectimax(m, prior, 1))
	for _, tc := range []struct {
		name string
		cfg  uct.Config
		near float64
	}{
		{"modern", uct.Config{NoStop: true}, 1e-9},
		{"without bounds", uct.Config{NoBounds: true}, 12},
		{"without laws", uct.Config{NoLaw: true}, 12},
		{"average returns", uct.Config{NoLaw: true, NoBounds: true, Backup: uct.Returns}, 12},
	} {
		tc.cfg.Low, tc.cfg.High, tc.cfg.Explore = -400, 40, 0.3
		d := search(t, m, veil.Belief[tiger.State, tiger.Action, tiger.Sound](prior), 5000, tc.cfg)
		got := valueOf(t, d, tiger.Listen).Float()
		t.Logf("%s: listening is worth %.3f after 5000 simulations (exactly %.3f)", tc.name, got, want)
		if math.Abs(got-want) > tc.near {
			t.Errorf("%s: %v, want %v within %v", tc.name, got, want, tc.near)
		}
	}
}
