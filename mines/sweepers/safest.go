// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/play"
)

// safestParams configures how the myopic player breaks ties and where it begins.
type safestParams struct {
	// Ties is "first" for the first of equally safe cells in reading order, "random"
	// for any of them.
	Ties string `json:"ties"`
	// Start is the first click: a cell, or "random".
	Start string `json:"start"`
}

// safest is the myopic player of the papers (2012, Alg. 2): it opens the lowest exact risk.
func safest(game minesGame, rules mines.Rules) play.Entry {
	return play.Entry{
		Name: "safest", About: "opens a cell with the lowest exact risk, looking no further",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, safestParams{Ties: "first", Start: "r1c1"})
			if err == nil && params.Ties != "first" && params.Ties != "random" {
				err = fmt.Errorf("ties %q: want first or random", params.Ties)
			}
			if err == nil && params.Start != "random" {
				_, err = rules.ParseCell(params.Start)
			}
			return seatSafest(game, rules, params), params, err
		},
	}
}

func seatSafest(game minesGame, rules mines.Rules, params safestParams) play.Factory {
	return func(r *rand.Rand) (play.Player, error) {
		p := &sweeper{Sweeper: heuristic.NewSweeper(rules, heuristic.Everything)}
		p.first = func() mines.Cell { return firstClick(rules, params.Start, r) }
		p.guess = func(context.Context) (play.PolicyMove[mines.Cell], error) {
			if params.Ties == "random" {
				return guessed(p.AnyLowestRisk(r))
			}
			return guessed(p.LowestRisk())
		}
		return game.Player(p), nil
	}
}
