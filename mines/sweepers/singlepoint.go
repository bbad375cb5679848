// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/play"
)

// singlePoint is the single-point strategy of PGMS (Sebag & Teytaud 2012, §3.4): it opens a cell
// that a single number decides, else a random one.
func singlePoint(game minesGame, rules mines.Rules) play.Entry {
	return play.Entry{
		Name: "single-point", About: "opens what single numbers prove safe, else guesses at random",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, play.NoParams{})
			seat := func(r *rand.Rand) (play.Player, error) {
				p := &sweeper{Sweeper: heuristic.NewSweeper(rules, heuristic.SinglePoints)}
				p.guess = func(context.Context) (play.PolicyMove[mines.Cell], error) {
					c, ok := p.AnyCell(r)
					return guessed(c, ok, nil)
				}
				return game.Player(p), nil
			}
			return seat, params, err
		},
	}
}
