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

// instantParams configures the player that takes about a millisecond per game.
type instantParams struct {
	// Exact limits the positions solved exactly, in layouts; 0 means none.
	Exact int `json:"exact"`
	// Start is the first click; if empty, the best known one.
	Start string `json:"start"`
}

// instant plays the lowest risk, prefers the border among equals, and plays small endgames
// perfectly.
func instant(game minesGame, rules mines.Rules) play.Entry {
	return play.Entry{
		Name: "instant", About: "lowest risk, ties to the border, and small endgames perfectly",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, instantParams{Exact: 1000})
			if err == nil {
				params.Start, err = startOf(rules, params.Start)
			}
			return seated(game, rules, params.Start, analysis.NewEndgames(params.Exact), func(*rand.Rand) guesser {
				return lowestRisk(rules).guess
			}), params, err
		},
	}
}

// guesser chooses a cell where nothing is certain. One that takes long decides by what it knows when
// the context ends.
type guesser func(ctx context.Context, s *count.Solver) (mines.Cell, bool, error)

// policy is a guesser that takes less than ten milliseconds.
type policy func(s *count.Solver) (mines.Cell, bool, error)

func (p policy) guess(_ context.Context, s *count.Solver) (mines.Cell, bool, error) { return p(s) }

// lowestRisk guesses a cell of the lowest risk.
func lowestRisk(rules mines.Rules) policy {
	lowest := heuristic.NewLowestRisk(rules)
	return func(s *count.Solver) (mines.Cell, bool, error) {
		c, ok := lowest.Guess(s)
		return c, ok, nil
	}
}

// seated returns a factory of players that open certainly safe cells, play small endgames
// perfectly, and guess otherwise. Each player gets its guesser from guess.
func seated(game minesGame, rules mines.Rules, start string, ends *analysis.Endgames, guess func(r *rand.Rand) guesser) play.Factory {
	return func(r *rand.Rand) (play.Player, error) {
		p := &sweeper{Sweeper: heuristic.NewSweeper(rules, heuristic.Everything)}
		otherwise := guess(r)
		p.first = func() mines.Cell { return firstClick(rules, start, r) }
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			return weighed(ctx, p, ends, otherwise)
		}
		return game.Player(p), nil
	}
}

// weighed weighs the risks and returns the best move of a small endgame, else the move of
// otherwise.
func weighed(ctx context.Context, p *sweeper, ends *analysis.Endgames, otherwise guesser) (play.PolicyMove[mines.Cell], error) {
	if err := p.Solver.Weigh(); err != nil {
		return play.PolicyMove[mines.Cell]{}, err
	}
	c, win, ok, err := ends.Solve(ctx, p.Solver)
	if err != nil || !ok {
		return guessed(otherwise(ctx, p.Solver))
	}
	t := thought(c, true)
	t.Value = win
	return t, nil
}

// startOf checks a first click, or returns the best known one: a corner if only the cell itself is
// protected, else a cell a few steps inside, so that the zero opens much of the border.
func startOf(rules mines.Rules, start string) (string, error) {
	if start != "" {
		_, err := rules.ParseCell(start)
		return start, err
	}
	in := 0
	if rules.First == mines.Zero {
		in = min(3, (min(rules.Width, rules.Height)-1)/4)
	}
	return rules.Name(rules.Cell(in, in)), nil
}
