// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/play"
)

// fullParams configures the player that compares guesses by playing games out.
type fullParams struct {
	fastParams

	// Log is the binary logarithm of the largest position, in layouts, that is played out.
	Log float64 `json:"log"`
	// Tries limits the cells that are tried, and Games the games after each of them.
	Tries int `json:"tries"`
	Games int `json:"games"`
	// Spread is the standard deviation of what a cell is worth beyond what the fast player expects.
	Spread float64 `json:"spread"`
	// Then is the policy of the games played out: "learned" or "lowest".
	Then string `json:"then"`
}

// full is fast, but compares its best guesses by playing games out.
func full(game minesGame, rules mines.Rules) play.Entry {
	return playsOut(game, rules, play.Entry{Name: "full", About: "like fast, and tries its best guesses by playing on"}, 128)
}

// most is full with time for many more games.
func most(game minesGame, rules mines.Rules) play.Entry {
	return playsOut(game, rules, play.Entry{Name: "max", About: "like full, and plays on four times as often"}, 512)
}

func playsOut(game minesGame, rules mines.Rules, e play.Entry, games int) play.Entry {
	e.New = func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
		params, err := play.Strict(raw, fullParams{
			fastParams: fastParams{Within: 0.9, Cells: 30, Off: 10, Foresight: true, Exact: 10_000, Leaf: 300},
			Log:        300, Tries: 6, Games: games, Spread: 0.016, Then: "lowest",
		})
		if err != nil {
			return nil, params, err
		}
		with, err := params.open(rules)
		cfg := heuristic.RolloutsConfig{Log: params.Log, Cells: params.Tries, Games: params.Games, Spread: params.Spread}
		return seated(game, rules, params.Start, analysis.NewEndgames(params.Exact), func(r *rand.Rand) guesser {
			rollouts := heuristic.NewRollouts(rules, newLearned(rules, params.fastParams, with), playsOn(rules, params, with), with.leaves.Value, cfg)
			return func(ctx context.Context, s *count.Solver) (mines.Cell, bool, error) { return rollouts.Guess(ctx, r, s) }
		}), params, err
	}
	return e
}

// playsOn returns the policy of the games that are played out.
func playsOn(rules mines.Rules, params fullParams, with learnt) policy {
	if params.Then == "learned" {
		return learnedPolicy(rules, params.fastParams, with)
	}
	return lowestRisk(rules)
}
