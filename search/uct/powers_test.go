// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"math"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// The beliefs of package belief import no search. These lines keep what they can do
// from vanishing when a method changes.
var (
	_ uct.ExactPredictor[tiger.State, tiger.Action, tiger.Sound] = (*belief.Set[tiger.State, tiger.Action, tiger.Sound])(nil)
	_ uct.Drawer[tiger.State]                                    = (*belief.Rejection[tiger.State, tiger.Action, tiger.Sound])(nil)
	_ uct.Drawer[tiger.State]                                    = (*belief.Metropolis[tiger.State, tiger.Action, tiger.Sound])(nil)
)

// guided prefers cells with a high number.
type guided struct{ veiltest.Patch }

func (guided) AppendPriors(dst []float64, _ patchBel, actions []int) []float64 {
	for _, a := range actions {
		dst = append(dst, float64(a))
	}
	return dst
}

func TestGuideOrdersTheActions(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	paper, reading := uct.BSSUCT(), uct.BSSUCT() // 2012, §4.1: heuristics in the tree part
	paper.WidenActions, reading.WidenActions, reading.NoGuide = 1, 1, true
	for _, tc := range []struct {
		cfg  uct.Config
		want int
	}{
		{paper, 8},
		{reading, 0},
		{uct.Config{WidenActions: 1, NoLaw: true}, 8},
		{uct.Config{WidenActions: 1, NoLaw: true, NoGuide: true}, 0},
	} {
		d := search(t, guided{p}, patchBel(patchAfter(t, p)), 1, tc.cfg)
		for _, c := range d.Choices {
			if n, _ := c.Value.Sample(); n > 0 && c.Action != tc.want {
				t.Errorf("%+v: cell %d was tried first, want %d", tc.cfg, c.Action, tc.want)
			}
		}
	}
}

// vague knows the chances of what will be seen, but not the rewards.
type vague struct{ tigerBel }

func (b vague) Update(a tiger.Action, o tiger.Sound) (tigerBel, error) {
	next, err := b.tigerBel.Update(a, o)
	return vague{next}, err
}

func TestBeliefsThatOnlyPredict(t *testing.T) {
	m := blunt{tiger.Model{Horizon: 3}}
	prior, err := belief.Exact(m)
	if err != nil {
		t.Fatal(err)
	}
	want := expectimax(m, prior, 1)
	cfg := uct.Config{Low: -30, High: 3, Explore: 0.3}
	d := search(t, m, tigerBel(vague{prior}), 60_000, cfg)
	if got := d.Value.Float(); math.Abs(got-best(want)) > 0.3 {
		t.Errorf("value %v, want %v", got, best(want))
	}
	for i, v := range want {
		checkSound(t, valueOf(t, d, tiger.Action(i)), v, cfg)
	}
}

func TestPowersCanBeTurnedOff(t *testing.T) {
	// With r1c1 = 0 its neighbours are safe: one of them is forced.
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 2}
	b := patchBel(patchAfter(t, p, patchStep{Action: 0, Seen: 0}))
	for _, tc := range []struct {
		cfg  uct.Config
		want int // number of choices
	}{
		{uct.Config{}, 1}, {uct.Config{RootAll: true}, 11}, {uct.Config{NoForced: true}, 11},
	} {
		d := search(t, veil.Model[veiltest.PatchState, int, int](keen{p, 0}), b, 50, tc.cfg)
		if len(d.Choices) != tc.want {
			t.Errorf("%+v: %d choices, want %d", tc.cfg, len(d.Choices), tc.want)
		}
	}
}
