// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/policy"
	"github.com/veilplan/veil/domain/mines/value"
	"github.com/veilplan/veil/play"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// fastParams configure the player that guesses by a learned value.
type fastParams struct {
	// Within is the share of the best safety that a cell must have to be considered.
	Within float64 `json:"within"`
	// Cells is the most cells considered, and Off the most of them that touch no number.
	Cells int `json:"cells"`
	Off   int `json:"off"`
	// Exact is the largest position, in layouts, that is solved exactly; 0 for none.
	Exact int `json:"exact"`
	// Leaf is the largest position, in layouts, that is solved to weigh a guess; 0 for none.
	Leaf int `json:"leaf"`
	// Start is the first click; if empty, the best known one.
	Start string `json:"start"`
}

// fast guesses by the learned chance to win the positions that may come next.
func fast(game minesGame, rules mines.Rules) play.Entry {
	return play.Entry{
		Name: "fast", About: "weighs a guess by the learned chance to win after it, and plays endgames perfectly",
		New: func(raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, fastParams{Within: 0.88, Cells: 20, Off: 8, Exact: 10_000})
			if err == nil {
				params.Start, err = startOf(rules, params.Start)
			}
			if err != nil {
				return nil, params, err
			}
			net, err := value.Standard()
			return seatFast(game, rules, params, net), params, err
		},
	}
}

func seatFast(game minesGame, rules mines.Rules, params fastParams, net *value.Network) play.Factory {
	ends, leaves := solvemines.NewEndgames(params.Exact), solvemines.NewEndgames(params.Leaf)
	return func(r *rand.Rand) (play.Player, error) {
		p := &sweeper{Sweeper: policy.NewSweeper(rules, policy.Everything)}
		learned := newLearned(rules, params, net, leaves)
		p.first = func() mines.Cell { return firstClick(rules, params.Start, r) }
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			return weighed(ctx, p, ends, func() (mines.Cell, bool, error) {
				c, _, ok, err := learned.Guess(p.Solver)
				return c, ok, err
			})
		}
		return game.Player(p), nil
	}
}

// newLearned returns the policy that the parameters describe.
func newLearned(rules mines.Rules, params fastParams, net *value.Network, leaves *solvemines.Endgames) *policy.Learned {
	cfg := policy.LearnedConfig{Within: params.Within, Cells: params.Cells, Off: params.Off}
	if params.Leaf > 0 {
		cfg.Ends = leaves.Value
	}
	return policy.NewLearned(rules, net, cfg)
}
