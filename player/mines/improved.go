// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// plannerParams configure the planner.
type plannerParams struct {
	Simulations int `json:"simulations"` // a guess
	Layouts     int `json:"layouts"`     // largest position solved exactly in the tree and in games played on
	Exact       int `json:"exact"`       // largest position handed to the exact solver; 0 for none
	// Start is the first click; if it is empty, first clicks are compared like other moves.
	Start string `json:"start"`
	// Grow, Candidates, Trust and Risk are those of the search; 0 means its defaults.
	Grow       float64 `json:"grow"`
	Candidates int     `json:"candidates"`
	Trust      int     `json:"trust"`
	Risk       float64 `json:"risk"`
	Explore    float64 `json:"explore"`
}

// improved is the planner that improves the policy of lookahead and never falls behind it.
func improved(game minesGame, model *mines.Model) play.Entry {
	return play.Entry{
		Name: "planner", About: "replaces the move of lookahead where a search proves another to be better",
		New: func(raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, plannerParams{Simulations: 1000, Layouts: 100, Exact: 5000, Start: "r1c1"})
			if err == nil && params.Start != "" {
				_, err = model.Rules().ParseCell(params.Start)
			}
			if err != nil {
				return nil, params, err
			}
			return planner(game, posterior(model), improvedSearch(model, params)), params, nil
		},
	}
}

// improvedSearch opens what is safe, solves what is small enough, and improves the rest.
func improvedSearch(
	model *mines.Model, params plannerParams,
) func(ctx context.Context, r *rand.Rand, b solvemines.Belief) (veil.Decision[mines.Cell], error) {
	powers := solvemines.NewPowers(model, solvemines.PowersConfig{Layouts: params.Layouts})
	book := solvemines.NewBook(solvemines.SearchConfig{MaxLayouts: params.Exact, Objective: model.Objective()})
	start, startErr := model.Rules().ParseCell(params.Start)
	cfg := uct.ImproveConfig{Grow: params.Grow, Candidates: params.Candidates, Trust: params.Trust, Risk: params.Risk}
	cfg.Tree.Explore = params.Explore
	return func(ctx context.Context, r *rand.Rand, b solvemines.Belief) (veil.Decision[mines.Cell], error) {
		cfg.Tree.Seed = r.Uint64()
		exact, ok := b.(*count.Posterior)
		if !ok {
			return veil.Decision[mines.Cell]{}, uct.ErrNoPolicy
		}
		if startErr == nil && exact.View().Untouched() {
			return thought(start, false).Decision, nil
		}
		if c, ok := powers.Forced(b); ok {
			return thought(c, false).Decision, nil
		}
		search := func() (play.PolicyMove[mines.Cell], error) {
			outlook, err := powers.At(exact, start)
			if err != nil {
				return play.PolicyMove[mines.Cell]{}, err
			}
			d, err := uct.Improve(ctx, outlook, b, veil.Budget{Simulations: params.Simulations}, cfg)
			return play.PolicyMove[mines.Cell]{Decision: d}, err
		}
		if params.Exact == 0 || exact.LogLayouts() > math.Log2(float64(params.Exact))+1 {
			d, err := search()
			return d.Decision, err
		}
		d, err := fromBook(ctx, book, exact.View(), search)
		return d.Decision, err
	}
}
