// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"testing"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// The search of 2011 with each of the papers' beliefs: those that are consistent, if
// only in the limit, find a best action; the fast version with inheritance is watched
// but not trusted.
func TestPaper2011_Beliefs(t *testing.T) {
	type config = belief.MetropolisConfig[veiltest.PatchState, int, int]
	p := veiltest.Patch{Width: 3, Height: 2, Mines: 2}
	exact := patchAfter(t, p, patchStep{Action: 0, Seen: 2})
	values := expectimax(p, exact, 1)
	actions := p.AppendActions(nil, &exact.States()[0].State)
	for name, prior := range map[string]patchBel{
		"exact":            patchAfter(t, p),
		"rejection":        belief.NewRejection(p, belief.RejectionConfig{}),
		"metropolis":       belief.NewMetropolis(p, config{}),
		"long metropolis":  belief.NewMetropolis(p, config{Iterations: 30}),
		"with inheritance": belief.NewMetropolis(p, config{Inherit: true}),
	} {
		b, err := prior.Update(0, 2)
		if err != nil {
			t.Fatal(err)
		}
		cfg := uct.BSRUCT()
		cfg.Seed = 4
		d := search(t, p, b, 1500, cfg)
		regret := 1.0
		for i, a := range actions {
			if a == d.Choices[0].Action {
				regret = best(values) - values[i]
			}
		}
		t.Logf("%s: plays %d, regret %.3f, says %.3f (exact %.3f)", name, d.Choices[0].Action, regret, d.Value.Float(), best(values))
		if regret > 1e-9 && name != "with inheritance" {
			t.Errorf("%s: regret %.3f", name, regret)
		}
	}
}
