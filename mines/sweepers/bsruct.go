// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// bsrParams selects the belief and the budget of the 2011 paper's planner.
type bsrParams struct {
	Simulations int `json:"simulations"` // per move
	// Belief is "rejection" (Alg. 1), "covered" (Alg. 1, but no mine is drawn on an open
	// cell), "alg3" or "alg4" (Alg. 3 and 4 as printed, which
	// may return a misfit; Alg. 4 is the paper's fast version), "metropolis" or "inherit"
	// (the same walks, but counted from the first state that fits), "solved" (2012,
	// Alg. 3) or "exact".
	Belief string `json:"belief"`
	// Draws, if not 0, limits the hidden states that the belief may draw per move: the paper's
	// thinking time, counted in work. A move for which it finds no state at all is made at random.
	Draws int `json:"draws"`
	// Cascade opens the neighbours of a zero without a search.
	Cascade bool `json:"cascade"`
}

// bsruct returns the planner of the 2011 paper.
func bsruct(game minesGame, model *mines.Model) play.Entry {
	return play.Entry{
		Name: "bsruct", About: "the 2011 paper: tree search whose hidden states are redrawn at every step",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, bsrParams{Simulations: 1000, Belief: "rejection"})
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

// seatBSRUCT returns a factory that gives every game a separate effort.
func seatBSRUCT(game minesGame, model *mines.Model, params bsrParams) play.Factory {
	var effort *belief.Effort
	if params.Draws > 0 {
		effort = &belief.Effort{}
	}
	problem, cfg := veil.Model[mines.State, mines.Cell, mines.Reading](model), uct.BSRUCT()
	cascade := minesCascade{model}
	if params.Cascade {
		problem, cfg.NoForced, cfg.NoRoller = cascade, false, false
	}
	search := func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error) {
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
	prior := func() (analysis.Belief, error) { return priorOf(model, params.Belief, effort) }
	return planner(game, prior, search)
}

// anyUnopened returns a random cell that is not open.
func anyUnopened(rules mines.Rules, b analysis.Belief, r *rand.Rand) play.PolicyMove[mines.Cell] {
	story := storyOf(b)
	for {
		c := mines.Cell(r.IntN(rules.Cells()))
		if !slices.ContainsFunc(story, func(s minesStep) bool { return s.Action == c }) {
			return thought(c, true)
		}
	}
}

// collected returns the reward earned by the open cells: the reward of a simulation (2011, Alg. 2)
// is the score of the whole game.
func collected(model *mines.Model, b analysis.Belief) float64 {
	if model.Objective() != mines.Fraction {
		return 0
	}
	return float64(len(storyOf(b))) / float64(model.Rules().Cells()-model.Rules().Mines)
}

// priorOf returns the belief of that name before anything is seen. What a game shows is possible,
// so beliefs need not find a state that proves it.
func priorOf(model *mines.Model, name string, effort *belief.Effort) (analysis.Belief, error) {
	walk := belief.MetropolisConfig[mines.State, mines.Cell, mines.Reading]{Effort: effort, Tries: -1}
	switch name {
	case "exact":
		return posterior(model)()
	case "rejection":
		return belief.NewRejection[mines.State, mines.Cell, mines.Reading](model, belief.RejectionConfig{Effort: effort, Tries: -1}), nil
	case "covered":
		return &coveredBelief{model: model, effort: effort}, nil
	case "metropolis":
	case "alg3", "alg4":
		walk.Printed, walk.Inherit = true, name == "alg4"
	case "inherit":
		walk.Inherit = true
	case "solved":
		walk.Solver = constraintSolver{model}
	default:
		return nil, fmt.Errorf("belief %q: want rejection, covered, alg3, alg4, metropolis, inherit, solved or exact", name)
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
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		return mines.State{}, err
	}
	layout, err := a.Some()
	if err != nil {
		return mines.State{}, err
	}
	return c.model.StateOf(mines.NewView(c.model.Rules()), layout)
}
