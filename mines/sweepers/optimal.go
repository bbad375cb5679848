// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/play"
)

// optimalParams limits the positions that the optimal player solves.
type optimalParams struct {
	// MaxLayouts is the largest position it solves; in larger ones it plays like safest.
	MaxLayouts int `json:"max_layouts"`
	// Start is the first click if the whole board is larger than MaxLayouts.
	Start string `json:"start"`
}

// optimalMines plays perfectly in every position that it can solve.
func optimalMines(game minesGame, rules mines.Rules, objective mines.Objective) play.Entry {
	return play.Entry{
		Name: "optimal", About: "plays perfectly where it can solve the position, else like safest",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, optimalParams{MaxLayouts: 20_000, Start: "r1c1"})
			if err == nil {
				_, err = rules.ParseCell(params.Start)
			}
			book := analysis.NewBook(analysis.SearchConfig{MaxLayouts: params.MaxLayouts, Objective: objective})
			return seatOptimal(game, rules, params, book), params, err
		},
	}
}

func seatOptimal(game minesGame, rules mines.Rules, params optimalParams, book *analysis.Book) play.Factory {
	return func(r *rand.Rand) (play.Player, error) {
		p := &sweeper{Sweeper: heuristic.NewSweeper(rules, heuristic.Everything)}
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			return fromBook(ctx, book, p.View, func() (play.PolicyMove[mines.Cell], error) {
				if p.View.Untouched() {
					return thought(firstClick(rules, params.Start, r), false), nil
				}
				return guessed(p.LowestRisk())
			})
		}
		return game.Player(p), nil
	}
}

// fromBook returns the best move of a position, or the move of otherwise if the position is too
// hard.
func fromBook(
	ctx context.Context, book *analysis.Book, v mines.View, otherwise func() (play.PolicyMove[mines.Cell], error),
) (play.PolicyMove[mines.Cell], error) {
	move, err := book.Best(ctx, v)
	switch {
	case errors.Is(err, veil.ErrTooHard):
		return otherwise()
	case errors.Is(err, analysis.ErrNoMove):
		return play.PolicyMove[mines.Cell]{}, play.ErrStuck
	case err != nil:
		return play.PolicyMove[mines.Cell]{}, err
	}
	t := thought(move.Cell, move.Guess)
	t.Value, t.Cut, t.Work = move.Value, move.Cut, veil.Budget{Nodes: move.Nodes}
	return t, nil
}
