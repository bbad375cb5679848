// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/domain/mines/policy"
	"github.com/veilplan/veil/domain/mines/value"
	"github.com/veilplan/veil/play"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// fullParams configure the player that plays on in its head.
type fullParams struct {
	fastParams

	// Log is the binary logarithm of the largest position, in layouts, that is played on.
	Log float64 `json:"log"`
	// Tries is the most cells that are tried, and Games the most games after each of them.
	Tries int `json:"tries"`
	Games int `json:"games"`
	// Clear is how many standard errors better than the fast player's choice a cell must be.
	Clear float64 `json:"clear"`
	// Then is the policy that plays on: "learned" or "lowest".
	Then string `json:"then"`
}

// full is fast, and where few enough layouts are left it tries its best guesses by playing on.
func full(game minesGame, rules mines.Rules) play.Entry {
	return play.Entry{
		Name: "full", About: "like fast, and tries its best guesses by playing on where few layouts are left",
		New: func(raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, fullParams{
				fastParams: fastParams{Within: 0.88, Cells: 20, Off: 8, Exact: 10_000, Leaf: 300},
				Log:        27, Tries: 6, Games: 64, Clear: 1, Then: "lowest",
			})
			if err == nil {
				params.Start, err = startOf(rules, params.Start)
			}
			if err != nil {
				return nil, params, err
			}
			net, err := value.Standard()
			return seatFull(game, rules, params, net), params, err
		},
	}
}

func seatFull(game minesGame, rules mines.Rules, params fullParams, net *value.Network) play.Factory {
	ends, leaves := solvemines.NewEndgames(params.Exact), solvemines.NewEndgames(params.Leaf)
	return func(r *rand.Rand) (play.Player, error) {
		p := &sweeper{Sweeper: policy.NewSweeper(rules, policy.Everything)}
		cfg := policy.RolloutsConfig{Log: params.Log, Cells: params.Tries, Games: params.Games, Clear: params.Clear}
		rollouts := policy.NewRollouts(rules, newLearned(rules, params.fastParams, net, leaves), playsOn(rules, params, net, leaves), leaves.Value, cfg)
		p.first = func() mines.Cell { return firstClick(rules, params.Start, r) }
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			return weighed(ctx, p, ends, func() (mines.Cell, bool, error) { return rollouts.Guess(r, p.Solver) })
		}
		return game.Player(p), nil
	}
}

// playsOn returns the policy of the games that are played on.
func playsOn(rules mines.Rules, params fullParams, net *value.Network, leaves *solvemines.Endgames) func(s *count.Solver) (mines.Cell, bool, error) {
	if params.Then == "learned" {
		learned := newLearned(rules, params.fastParams, net, leaves)
		return func(s *count.Solver) (mines.Cell, bool, error) {
			c, _, ok, err := learned.Guess(s)
			return c, ok, err
		}
	}
	lowest := policy.NewLowestRisk(rules)
	return func(s *count.Solver) (mines.Cell, bool, error) {
		c, ok := lowest.Guess(s)
		return c, ok, nil
	}
}
