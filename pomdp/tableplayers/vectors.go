// SPDX-License-Identifier: BSD-3-Clause

package tableplayers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/pomdp/tabular"
)

type (
	problem = methods.Problem[tabular.State, tabular.Action, tabular.Seen]
	beliefs = veil.Belief[tabular.State, tabular.Action, tabular.Seen]
	move    = play.PolicyMove[tabular.Action]
)

// vectorParams select the policy of another solver.
type vectorParams struct {
	Policy string `json:"policy"`
	SHA256 string `json:"sha256,omitempty"`
	// Ahead looks one step ahead, as the simulator of that toolkit does; else the best vector names the action.
	Ahead bool `json:"ahead"`
}

var errNoFile = errors.New("player vectors: policy: want the name of a file")

// maxVectors is the size of the largest policy that is read.
const maxVectors = 1 << 28

// vectors returns the player that follows a policy of the APPL toolkit on the exact belief, so that it
// meets the same hidden states as veil's players.
func vectors(p *tabular.Problem, game problem) play.Entry {
	return play.Entry{
		Name: "vectors", About: "follows a policy file of SARSOP: alpha vectors in XML", Needs: "policy, a file",
		New: func(out play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, vectorParams{Ahead: true})
			if err != nil {
				return nil, params, err
			}
			if params.Policy == "" {
				return nil, params, errNoFile
			}
			data, sum, err := out.Read(play.File{Name: params.Policy, SHA256: params.SHA256, Most: maxVectors})
			if err != nil {
				return nil, params, err
			}
			params.SHA256 = sum
			file, err := readAlphaFile(data, len(p.Tables().States), len(p.Tables().Actions))
			if err != nil {
				return nil, params, fmt.Errorf("%s: %w", params.Policy, err)
			}
			f := &follower{problem: p, file: file, ahead: params.Ahead}
			return func(*rand.Rand) (play.Player, error) { return f.seat(game) }, params, nil
		},
	}
}

// follower plays by a policy file.
type follower struct {
	problem *tabular.Problem
	file    *alphaFile
	ahead   bool
}

func (f *follower) seat(game problem) (play.Player, error) {
	prior, err := belief.Exact(f.problem)
	if err != nil {
		return nil, err
	}
	plan := func(_ context.Context, b beliefs) (move, error) {
		a := f.decide(b.(*belief.Set[tabular.State, tabular.Action, tabular.Seen]).States())
		return move{Decision: veil.Decision[tabular.Action]{Choices: []veil.Choice[tabular.Action]{{Action: a}}}}, nil
	}
	return game.Player(&play.Planner[tabular.State, tabular.Action, tabular.Seen]{Belief: prior, Plan: plan}), nil
}

// decide returns the action for the possible states.
func (f *follower) decide(list []veil.Weighted[tabular.State]) tabular.Action {
	best, top := tabular.Action(0), math.Inf(-1)
	if !f.ahead {
		best, _ = f.file.best(list)
		return best
	}
	for a := range f.problem.Tables().Actions {
		if x := f.lookahead(list, tabular.Action(a)); x > top {
			best, top = tabular.Action(a), x
		}
	}
	return best
}

// lookahead returns the reward of an action and the discounted value of the best plans after it.
func (f *follower) lookahead(list []veil.Weighted[tabular.State], a tabular.Action) (value float64) {
	after := make([][]veil.Weighted[tabular.State], len(f.problem.Tables().Observations))
	var outs []veil.Outcome[tabular.State, tabular.Seen]
	for _, w := range list {
		outs = f.problem.AppendOutcomes(outs[:0], &w.State, a)
		for _, o := range outs {
			value += float64(w.P * float64(o.P*o.Reward))
			after[o.Seen] = append(after[o.Seen], veil.Weighted[tabular.State]{State: o.State, P: float64(w.P * o.P)})
		}
	}
	for _, states := range after {
		_, x := f.file.best(states)
		value += float64(f.problem.Discount() * x)
	}
	return value
}
