// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// uctParams configures the modern planner.
type uctParams struct {
	Simulations int `json:"simulations"` // per move
	Layouts     int `json:"layouts"`     // largest position solved exactly in the tree
	Exact       int `json:"exact"`       // largest position given to the exact solver
	Nodes       int `json:"nodes"`       // limit of the exact solver per move; beyond it the best proved move is played
	Trees       int `json:"trees"`
	// Start is the first click, if given; otherwise it is searched like any other.
	Start string `json:"start"`
	// Without names ingredients of the search to leave out.
	Without []string `json:"without,omitempty"`
}

// modern returns the planner that uses all exact results of the solver.
func modern(game minesGame, model *mines.Model) play.Entry {
	return play.Entry{
		Name: "uct", About: "tree search with the exact belief, exact answers, and bounds from solved endgames",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, uctParams{Simulations: 500, Layouts: 128, Exact: 2000, Nodes: 100_000, Trees: 1})
			if err == nil && params.Start != "" {
				_, err = model.Rules().ParseCell(params.Start)
			}
			if err != nil {
				return nil, params, err
			}
			cfg, err := without(params.Without)
			return planner(game, posterior(model), modernSearch(model, params, cfg)), params, err
		},
	}
}

// modernSearch opens safe cells, solves small positions, and searches the others.
func modernSearch(
	model *mines.Model, params uctParams, plan uct.Config,
) func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error) {
	powers := analysis.NewPowers(model, analysis.PowersConfig{Layouts: params.Layouts})
	book := analysis.NewBook(analysis.SearchConfig{MaxLayouts: params.Exact, Nodes: params.Nodes, Objective: model.Objective()})
	start, startErr := model.Rules().ParseCell(params.Start)
	return func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error) {
		cfg := plan
		cfg.Seed, cfg.Trees = r.Uint64(), params.Trees
		exact, ok := b.(*count.Posterior)
		if ok && startErr == nil && exact.View().Untouched() {
			return thought(start, false).Decision, nil
		}
		if c, ok := powers.Forced(b); ok && !cfg.NoForced {
			return thought(c, false).Decision, nil
		}
		search := func() (play.PolicyMove[mines.Cell], error) {
			d, err := uct.Search(ctx, powers, b, veil.Budget{Simulations: params.Simulations}, cfg)
			return play.PolicyMove[mines.Cell]{Decision: d}, err
		}
		if !ok || params.Exact == 0 || exact.LogLayouts() > math.Log2(float64(params.Exact))+1 {
			d, err := search()
			return d.Decision, err
		}
		d, err := fromBook(ctx, book, exact.View(), search)
		return d.Decision, err
	}
}
