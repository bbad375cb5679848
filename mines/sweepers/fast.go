// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
	"github.com/veilplan/veil/play"
)

// fastParams configures the player that guesses by a learned value.
type fastParams struct {
	// Within is the share of the best safety that a cell must have to be considered.
	Within float64 `json:"within"`
	// Cells limits the cells considered, and Off those of them that touch no number.
	Cells int `json:"cells"`
	Off   int `json:"off"`
	// Foresight scores cells by how safe the guess after them is, by what may be sealed, and by the learned
	// chance.
	Foresight bool `json:"foresight"`
	// Ahead, without Foresight, adds the chance to survive the guess after a cell, among cells of about the
	// best learned chance.
	Ahead bool `json:"ahead,omitempty"`
	// Rank, without Foresight, chooses between cells of about equal learned chance by what was learned from
	// games played on after both.
	Rank bool `json:"rank,omitempty"`
	// Exact limits the positions solved exactly, in layouts; 0 means none.
	Exact int `json:"exact"`
	// Leaf limits the positions solved exactly to value a guess, in layouts; 0 means none.
	Leaf int `json:"leaf"`
	// Start is the first click; if empty, the best known one.
	Start string `json:"start"`
}

// fast guesses by how safe the next guess is, and by a learned winning chance.
func fast(game minesGame, rules mines.Rules) play.Entry {
	return play.Entry{
		Name: "fast", About: "weighs a guess by how safe the next one is and by a learned chance to win, and plays endgames perfectly",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, fastParams{Within: 0.9, Cells: 30, Off: 10, Foresight: true, Exact: 10_000})
			if err != nil {
				return nil, params, err
			}
			with, err := params.open(rules)
			return seated(game, rules, params.Start, analysis.NewEndgames(params.Exact), func(*rand.Rand) guesser {
				return learnedPolicy(rules, params, with).guess
			}), params, err
		},
	}
}

// learnt contains the weights and solved endgames that all games of a player share.
type learnt struct {
	net    *network.Network
	ranker *heuristic.Ranker // nil if it is not wanted
	leaves *analysis.Endgames
}

// open checks the first click and returns what was learnt.
func (p *fastParams) open(rules mines.Rules) (with learnt, err error) {
	with.leaves = analysis.NewEndgames(p.Leaf)
	if p.Start, err = startOf(rules, p.Start); err != nil {
		return with, err
	}
	if p.Rank {
		if with.ranker, err = heuristic.StandardRanker(); err != nil {
			return with, err
		}
	}
	with.net, err = network.Standard()
	return with, err
}

// learnedPolicy returns the policy that uses the learned value.
func learnedPolicy(rules mines.Rules, params fastParams, with learnt) policy {
	learned := newLearned(rules, params, with)
	return func(s *count.Solver) (mines.Cell, bool, error) {
		c, _, ok, err := learned.Guess(s)
		return c, ok, err
	}
}

// newLearned returns the policy that the parameters describe.
func newLearned(rules mines.Rules, params fastParams, with learnt) *heuristic.Learned {
	cfg := heuristic.LearnedConfig{
		Within: params.Within, Cells: params.Cells, Off: params.Off, Ahead: params.Ahead, Foresight: params.Foresight, Ranker: with.ranker,
	}
	if params.Leaf > 0 {
		cfg.Ends = with.leaves.Value
	}
	return heuristic.NewLearned(rules, with.net, cfg)
}
