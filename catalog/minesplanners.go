// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

type minesStep = belief.Step[mines.Cell, mines.Reading]

// planner makes a player of a tree search: a fresh belief for each game, and a search
// from it for each move.
func planner(
	game minesGame, prior func() (minesBelief, error),
	search func(ctx context.Context, r *rand.Rand, b minesBelief) (veil.Decision[mines.Cell], error),
) Seating {
	return func(r *rand.Rand) (play.Player, error) {
		b, err := prior()
		if err != nil {
			return nil, err
		}
		plan := func(ctx context.Context, b minesBelief) (play.PolicyMove[mines.Cell], error) {
			d, err := search(ctx, r, b)
			return play.PolicyMove[mines.Cell]{Decision: d, Guess: err == nil && mayLose(b, d.Choices[0].Action)}, err
		}
		return game.Player(&play.Planner[mines.State, mines.Cell, mines.Reading]{Belief: b, Plan: plan}), nil
	}
}

// mayLose reports whether the belief does not know that opening the cell is safe. Only
// the exact one knows.
func mayLose(b minesBelief, c mines.Cell) bool {
	exact, ok := b.(*mines.Posterior)
	if ok && exact.View().First != mines.Any && exact.View().Untouched() {
		return false // the rule of the first click
	}
	return !ok || exact.Certainty(c) != mines.CertainSafe
}

func posterior(model *mines.Model) func() (minesBelief, error) {
	return func() (minesBelief, error) {
		return mines.NewPosterior(model, mines.NewView(model.Rules()), mines.Limit{})
	}
}

// uctParams configure the modern planner.
type uctParams struct {
	Simulations int `json:"simulations"` // a move
	Layouts     int `json:"layouts"`     // largest position solved exactly in the tree
	Exact       int `json:"exact"`       // largest position handed to the exact solver
	Nodes       int `json:"nodes"`       // of the exact solver, a move; above it the best it can prove is played
	Trees       int `json:"trees"`
	// Start is the first click, if it is known; else it is searched like any other.
	Start string `json:"start"`
	// Without names ingredients of the search to leave out.
	Without []string `json:"without,omitempty"`
}

// modern is the planner that uses all that is known exactly.
func modern(game minesGame, model *mines.Model) Player {
	return Player{
		Name: "uct", About: "tree search with the exact belief, exact answers, and bounds from solved endgames",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, uctParams{Simulations: 500, Layouts: 128, Exact: 2000, Nodes: 100_000, Trees: 1})
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

// modernSearch opens what is safe, solves what is small enough, and searches the rest.
func modernSearch(
	model *mines.Model, params uctParams, plan uct.Config,
) func(ctx context.Context, r *rand.Rand, b minesBelief) (veil.Decision[mines.Cell], error) {
	powers := newMinesPowers(model, minesPowersConfig{Layouts: params.Layouts})
	book := newMinesBook(MinesConfig{MaxLayouts: params.Exact, Nodes: params.Nodes, Objective: model.Objective()})
	start, startErr := model.Rules().ParseCell(params.Start)
	return func(ctx context.Context, r *rand.Rand, b minesBelief) (veil.Decision[mines.Cell], error) {
		cfg := plan
		cfg.Seed, cfg.Trees = r.Uint64(), params.Trees
		exact, ok := b.(*mines.Posterior)
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
		d, err := book.best(ctx, exact.View(), search)
		return d.Decision, err
	}
}

type simulationsParams struct {
	Simulations int `json:"simulations"` // a move
}

// bssuct is the planner of the 2012 paper.
func bssuct(game minesGame, model *mines.Model) Player {
	return Player{
		Name: "bssuct", About: "the 2012 paper: a solver in the nodes and the simulations of a tree search",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, simulationsParams{Simulations: 1000})
			powers := newMinesPowers(model, minesPowersConfig{})
			search := func(ctx context.Context, r *rand.Rand, b minesBelief) (veil.Decision[mines.Cell], error) {
				cfg := uct.BSSUCT()
				cfg.Seed = r.Uint64()
				return uct.Search(ctx, powers, b, veil.Budget{Simulations: params.Simulations}, cfg)
			}
			return planner(game, posterior(model), search), params, err
		},
	}
}

// bsrParams choose the belief of the 2011 paper's planner.
type bsrParams struct {
	Simulations int `json:"simulations"` // a move
	// Belief is "rejection" (Alg. 1), "metropolis" (Alg. 3), "inherit" (Alg. 4, the
	// paper's fast version), "solved" (2012, Alg. 3) or "exact".
	Belief string `json:"belief"`
	// Draws, if not 0, limits the hidden states that the belief may look at in a move:
	// the paper's thinking time, without the clock. A move for which it cannot find
	// a single one is made at random.
	Draws int `json:"draws"`
	// Cascade opens what surrounds a zero without thinking.
	Cascade bool `json:"cascade"`
}

// bsruct is the planner of the 2011 paper.
func bsruct(game minesGame, model *mines.Model) Player {
	return Player{
		Name: "bsruct", About: "the 2011 paper: tree search whose hidden states are redrawn at every step",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, bsrParams{Simulations: 1000, Belief: "rejection"})
			if err != nil {
				return nil, params, err
			}
			if _, err = priorOf(model, params.Belief, nil); err != nil {
				return nil, params, err
			}
			return func(r *rand.Rand) (play.Player, error) { return seatBSRUCT(game, model, params)(r) }, params, nil
		},
	}
}

// seatBSRUCT gives every game an effort of its own.
func seatBSRUCT(game minesGame, model *mines.Model, params bsrParams) Seating {
	var effort *belief.Effort
	if params.Draws > 0 {
		effort = &belief.Effort{}
	}
	problem, cfg := veil.Model[mines.State, mines.Cell, mines.Reading](model), uct.BSRUCT()
	cascade := minesCascade{model}
	if params.Cascade {
		problem, cfg.NoForced, cfg.NoRoller = cascade, false, false
	}
	search := func(ctx context.Context, r *rand.Rand, b minesBelief) (veil.Decision[mines.Cell], error) {
		if c, ok := cascade.Forced(b); ok && params.Cascade {
			return thought(c, false).Decision, nil
		}
		if effort != nil {
			effort.Left = params.Draws
		}
		cfg.Seed, cfg.Base = r.Uint64(), collected(model, b)
		d, err := uct.Search(ctx, problem, b, veil.Budget{Simulations: params.Simulations}, cfg)
		if none := err == nil && d.Work.Simulations == 0; effort != nil && (none || errors.Is(err, uct.ErrNoAction)) {
			return anyUnopened(model.Rules(), b, r).Decision, nil
		}
		return d, err
	}
	prior := func() (minesBelief, error) { return priorOf(model, params.Belief, effort) }
	return planner(game, prior, search)
}

// anyUnopened opens any cell that is not open.
func anyUnopened(rules mines.Rules, b minesBelief, r *rand.Rand) play.PolicyMove[mines.Cell] {
	story := storyOf(b)
	for {
		c := mines.Cell(r.IntN(rules.Cells()))
		if !slices.ContainsFunc(story, func(s minesStep) bool { return s.Action == c }) {
			return thought(c, true)
		}
	}
}

// collected returns what the cells that are open have paid: the reward of a simulation
// (2011, Alg. 2) is the score of the whole game.
func collected(model *mines.Model, b minesBelief) float64 {
	if model.Objective() != mines.Fraction {
		return 0
	}
	return float64(len(storyOf(b))) / float64(model.Rules().Cells()-model.Rules().Mines)
}

// priorOf returns the belief of that name before anything is seen. What a game shows is
// possible, so beliefs do not look for a state to prove it.
func priorOf(model *mines.Model, name string, effort *belief.Effort) (minesBelief, error) {
	walk := belief.MetropolisConfig[mines.State, mines.Cell, mines.Reading]{Effort: effort, Tries: -1}
	switch name {
	case "exact":
		return posterior(model)()
	case "rejection":
		return belief.NewRejection[mines.State, mines.Cell, mines.Reading](model, belief.RejectionConfig{Effort: effort, Tries: -1}), nil
	case "metropolis":
	case "inherit":
		walk.Inherit = true
	case "solved":
		walk.Solver = constraintSolver{model}
	default:
		return nil, fmt.Errorf("belief %q: want rejection, metropolis, inherit, solved or exact", name)
	}
	return belief.NewMetropolis[mines.State, mines.Cell, mines.Reading](model, walk), nil
}

// constraintSolver starts a walk at the layout that constraint solving finds first.
type constraintSolver struct{ model *mines.Model }

// Solve returns a start state that fits a history.
func (c constraintSolver) Solve(history []minesStep) (mines.State, error) {
	v := mines.NewView(c.model.Rules())
	for _, step := range history {
		v.Marks[step.Action] = mines.Mark(step.Seen)
		if step.Seen == mines.Boom {
			v.Marks[step.Action] = mines.Mine
		}
	}
	k, err := mines.Know(v, mines.Limit{})
	if err != nil {
		return mines.State{}, err
	}
	layout, err := k.Some()
	if err != nil {
		return mines.State{}, err
	}
	return c.model.StateOf(mines.NewView(c.model.Rules()), layout)
}
