// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/play"
)

// lookaheadParams configures the player that looks one guess ahead.
type lookaheadParams struct {
	// Within is the share of the best safety that a cell must have to be considered.
	Within float64 `json:"within"`
	// Cells limits the cells considered.
	Cells int `json:"cells"`
	// Exact limits the positions that are solved exactly instead, in layouts.
	Exact int `json:"exact"`
	// Start is the first click.
	Start string `json:"start"`
}

// anyCell is a share of the best safety that every cell reaches.
const anyCell = 1e-12

// lookahead values a guess by the position after it: for each number that may appear, the safety of
// the next guess.
func lookahead(game minesGame, rules mines.Rules, objective mines.Objective) play.Entry {
	return play.Entry{
		Name: "lookahead", About: "weighs a guess by how safe the next one will be, and plays endgames perfectly",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, lookaheadParams{Within: 0.9, Cells: 16, Exact: 5000, Start: "r1c1"})
			if err == nil {
				_, err = rules.ParseCell(params.Start)
			}
			book := analysis.NewBook(analysis.SearchConfig{MaxLayouts: params.Exact, Objective: objective})
			return seatLookahead(game, rules, params, book), params, err
		},
	}
}

func seatLookahead(game minesGame, rules mines.Rules, params lookaheadParams, book *analysis.Book) play.Factory {
	return func(r *rand.Rand) (play.Player, error) {
		p := &sweeper{Sweeper: heuristic.NewSweeper(rules, heuristic.Everything)}
		look := heuristic.NewLookahead(rules, p.Solver, heuristic.LookaheadConfig{Within: max(params.Within, anyCell), Cells: params.Cells})
		p.first = func() mines.Cell { return firstClick(rules, params.Start, r) }
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			if err := p.Solver.Weigh(); err != nil {
				return play.PolicyMove[mines.Cell]{}, err
			}
			ahead := func() (play.PolicyMove[mines.Cell], error) { return guessed(look.Best(p.View)) }
			if p.Solver.LogLayouts() > math.Log2(float64(params.Exact))+1 {
				return ahead()
			}
			return fromBook(ctx, book, p.View, ahead)
		}
		return game.Player(p), nil
	}
}
