// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// plannerParams configures the planner.
type plannerParams struct {
	Simulations int `json:"simulations"` // per guess
	Layouts     int `json:"layouts"`     // largest position solved exactly in the tree and in games played out
	Exact       int `json:"exact"`       // largest position given to the exact solver; 0 means none
	// Policy selects the policy that is improved: "fast", by the learned value, or "lookahead".
	Policy string `json:"policy"`
	// Log is the binary logarithm of the largest position, in layouts, that is searched; in
	// larger ones the policy decides.
	Log float64 `json:"log"`
	// Slack is the share by which a cell's value to the fast policy may be below the best for it to
	// be compared.
	Slack float64 `json:"slack"`
	// Start is the first click: a cell, "search" to compare first clicks like other moves, or ""
	// for the best known one.
	Start string `json:"start"`
	// Grow, Candidates, Trust and Risk are those of the search; 0 means its defaults.
	Grow       float64 `json:"grow"`
	Candidates int     `json:"candidates"`
	Trust      int     `json:"trust"`
	Risk       float64 `json:"risk"`
	Explore    float64 `json:"explore"`
}

// improved returns the planner that improves a fast policy and replaces its move only by a better
// one.
func improved(game minesGame, model *mines.Model) play.Entry {
	return play.Entry{
		Name: "planner", About: "replaces the move of a fast policy where a search shows another to be better",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, plannerParams{
				Simulations: 1000, Layouts: 100, Exact: 10_000, Policy: "fast", Log: 30, Slack: 0.1, Candidates: 6, Grow: -1,
			})
			if err == nil && params.Policy != "fast" && params.Policy != "lookahead" {
				err = fmt.Errorf("policy %q: want fast or lookahead", params.Policy)
			}
			if err == nil && params.Start != "search" {
				params.Start, err = startOf(model.Rules(), params.Start)
			}
			if err != nil {
				return nil, params, err
			}
			net, err := network.Standard()
			return seatImproved(game, model, params, net), params, err
		},
	}
}

func seatImproved(game minesGame, model *mines.Model, params plannerParams, net *network.Network) play.Factory {
	p := &improver{
		params: params, powers: analysis.NewPowers(model, analysis.PowersConfig{Layouts: params.Layouts}),
		book: analysis.NewEndgames(params.Exact), ends: analysis.NewEndgames(params.Layouts),
	}
	p.start, _ = model.Rules().ParseCell(params.Start) // "search" begins with the first cell
	return func(r *rand.Rand) (play.Player, error) {
		look := analysis.OutlookConfig{Start: p.start, Ends: p.ends}
		if params.Policy == "fast" {
			learned := heuristic.NewLearned(model.Rules(), net, heuristic.LearnedConfig{Foresight: true})
			look.Rank = func(dst []mines.Cell, s *count.Solver) ([]mines.Cell, error) {
				_, _, _, err := learned.Guess(s)
				return learned.AppendRanked(dst, params.Slack), err
			}
		}
		search := func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error) {
			return p.search(ctx, r, b, look)
		}
		return planner(game, posterior(model), search)(r)
	}
}

// improver holds what the games of a planner share.
type improver struct {
	params     plannerParams
	start      mines.Cell
	powers     *analysis.Powers
	book, ends *analysis.Endgames
}

// search opens safe cells, solves small positions, and improves the policy's guess in the others.
func (p *improver) search(
	ctx context.Context, r *rand.Rand, b analysis.Belief, look analysis.OutlookConfig,
) (veil.Decision[mines.Cell], error) {
	exact, ok := b.(*count.Posterior)
	if !ok {
		return veil.Decision[mines.Cell]{}, uct.ErrNoPolicy
	}
	if p.params.Start != "search" && exact.View().Untouched() {
		return thought(p.start, false).Decision, nil
	}
	if c, ok := p.powers.Forced(b); ok {
		return thought(c, false).Decision, nil
	}
	outlook, err := p.powers.At(exact, look)
	if err != nil {
		return veil.Decision[mines.Cell]{}, err
	}
	if c, win, ok, err := outlook.Endgame(ctx, p.book); err != nil || ok {
		d := thought(c, true).Decision
		d.Value = win
		return d, err
	}
	if exact.LogLayouts() > p.params.Log && !exact.View().Untouched() {
		return policyMove(outlook, b)
	}
	cfg := uct.ImproveConfig{Grow: p.params.Grow, Candidates: p.params.Candidates, Trust: p.params.Trust, Risk: p.params.Risk}
	cfg.Tree.Explore, cfg.Tree.Seed = p.params.Explore, r.Uint64()
	return uct.Improve(ctx, outlook, b, veil.Budget{Simulations: p.params.Simulations}, cfg)
}

// policyMove returns the cell that the policy opens.
func policyMove(outlook *analysis.Outlook, b analysis.Belief) (veil.Decision[mines.Cell], error) {
	cells := outlook.AppendCandidates(nil, b)
	if len(cells) == 0 {
		return veil.Decision[mines.Cell]{}, play.ErrStuck
	}
	return thought(cells[0], true).Decision, nil
}
