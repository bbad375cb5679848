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
	"github.com/veilplan/veil/mines/count"
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
	// Tree is empty for the paper's search, or "revised" for [uct.RevisedBSSUCT] with simulations
	// that play the lowest risk and never lose: they return the chance to survive their guesses. The
	// revised search has no widening, and Explore is the constant of its bandit.
	Tree string `json:"tree,omitempty"`
}

// printed returns the defaults of the paper's search.
func printed() bssParams {
	c := uct.BSSUCT()
	return bssParams{
		Simulations: 1000, Explore: c.Explore, WidenActions: c.WidenActions, WidenAnswers: c.WidenAnswers, Order: "solver",
	}
}

// revised returns the defaults of the revised search.
func revised() bssParams {
	return bssParams{Simulations: 1000, Explore: uct.RevisedBSSUCT().Explore, Order: "solver", Tree: "revised"}
}

// readBSS reads parameters. The defaults depend on the tree.
func readBSS(raw json.RawMessage) (bssParams, error) {
	p, err := play.Strict(raw, printed())
	if err == nil && p.Tree == "revised" {
		p, err = play.Strict(raw, revised())
	}
	if err != nil {
		return p, err
	}
	return p, p.check()
}

// config returns the planner that the parameters describe.
func (p bssParams) config() uct.Config {
	cfg := uct.BSSUCT()
	if p.Tree == "revised" {
		cfg = uct.RevisedBSSUCT()
	}
	cfg.Explore, cfg.WidenActions, cfg.WidenAnswers = p.Explore, p.WidenActions, p.WidenAnswers
	cfg.NoGuide = p.Order == "reading"
	return cfg
}

// check rejects constants that would silently mean something else.
func (p bssParams) check() error {
	switch {
	case p.Tree != "" && p.Tree != "revised":
		return fmt.Errorf("tree %q: want revised, or nothing", p.Tree)
	case p.Tree == "revised" && (p.WidenActions != 0 || p.WidenAnswers != 0):
		return errors.New("tree revised has no widening: omit widen_actions and widen_answers")
	case p.Explore <= 0 || p.Tree == "" && (p.WidenActions <= 0 || p.WidenAnswers <= 0):
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
			params, err := readBSS(raw)
			solver := analysis.PowersConfig{}
			if params.Tree == "revised" {
				solver.Layouts = 1 // the simulations solve nothing exactly
			}
			powers := analysis.NewPowers(model, solver)
			search := func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error) {
				if c, ok := powers.Forced(b); ok { // it would be the only action of the root
					return thought(c, false).Decision, nil
				}
				problem, err := params.problem(powers, b)
				if err != nil {
					return veil.Decision[mines.Cell]{}, err
				}
				cfg := params.config()
				cfg.Seed = r.Uint64()
				return uct.Search(ctx, problem, b, veil.Budget{Simulations: params.Simulations}, cfg)
			}
			return planner(game, posterior(model), search), params, err
		},
	}
}

// problem returns the model that the search simulates from the belief b.
func (p bssParams) problem(powers *analysis.Powers, b analysis.Belief) (veil.Model[mines.State, mines.Cell, mines.Reading], error) {
	exact, ok := b.(*count.Posterior)
	if p.Tree != "revised" || !ok {
		return powers, nil
	}
	return powers.At(exact, analysis.OutlookConfig{})
}
