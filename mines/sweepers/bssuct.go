// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// bssParams holds the 2012 paper's budget and the constants that it does not print.
type bssParams struct {
	Simulations int `json:"simulations"` // per move
	// Explore is the constant of the bandit with variance estimates.
	Explore float64 `json:"explore"`
	// WidenActions and WidenAnswers are the constants c of ⌈c·√n⌉, the number of actions, and of
	// answers to an action, that a node with n simulations offers.
	WidenActions float64 `json:"widen_actions"`
	WidenAnswers float64 `json:"widen_answers"`
	// Order is "solver" to offer the lowest risk first, or "reading" for reading order.
	Order string `json:"order"`
}

// config returns the planner that the parameters describe.
func (p bssParams) config() uct.Config {
	cfg := uct.BSSUCT()
	cfg.Explore, cfg.WidenActions, cfg.WidenAnswers = p.Explore, p.WidenActions, p.WidenAnswers
	cfg.NoGuide = p.Order == "reading"
	return cfg
}

// check rejects constants that would silently mean something else.
func (p bssParams) check() error {
	switch {
	case p.Explore <= 0 || p.WidenActions <= 0 || p.WidenAnswers <= 0:
		return errors.New("explore, widen_actions and widen_answers must be positive")
	case p.Order != "solver" && p.Order != "reading":
		return fmt.Errorf("order %q: want solver or reading", p.Order)
	}
	return nil
}

// bssuct returns the planner of the 2012 paper.
func bssuct(game minesGame, model *mines.Model) play.Entry {
	return play.Entry{
		Name: "bssuct", About: "the 2012 paper: a solver in the nodes and the simulations of a tree search",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			defaults := uct.BSSUCT()
			params, err := play.Strict(raw, bssParams{
				Simulations: 1000, Explore: defaults.Explore,
				WidenActions: defaults.WidenActions, WidenAnswers: defaults.WidenAnswers, Order: "solver",
			})
			if err == nil {
				err = params.check()
			}
			powers := analysis.NewPowers(model, analysis.PowersConfig{})
			search := func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error) {
				if c, ok := powers.Forced(b); ok { // it would be the only action of the root
					return thought(c, false).Decision, nil
				}
				cfg := params.config()
				cfg.Seed = r.Uint64()
				return uct.Search(ctx, powers, b, veil.Budget{Simulations: params.Simulations}, cfg)
			}
			return planner(game, posterior(model), search), params, err
		},
	}
}
