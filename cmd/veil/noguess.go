// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// needsNoGuess reports whether opening certainly safe cells only, all that follow from
// the numbers and the mine count, wins the game.
func needsNoGuess(game *mines.Game) (bool, error) {
	solver := mines.NewSolver(game.Rules(), mines.Limit{})
	for game.Status() == veil.Open {
		if err := solver.Load(game.View()); err != nil {
			return false, err
		}
		if err := solver.Deduce(); err != nil {
			return false, err
		}
		safe := solver.TakeSafe()
		if len(safe) == 0 {
			return false, nil
		}
		if err := openAll(game, safe); err != nil {
			return false, err
		}
	}
	return game.Status() == veil.Won, nil
}

// openAll opens the cells that are not open yet; a zero opens others by itself.
func openAll(game *mines.Game, cells []mines.Cell) error {
	for _, c := range cells {
		if game.Status() != veil.Open || !game.View().Marks[c].IsHidden() {
			continue
		}
		if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
			return err
		}
	}
	return nil
}

// firstWithoutGuess counts seeds up until a board needs no guess. A board too hard to
// judge is passed over.
func (g *genFlags) firstWithoutGuess(ctx context.Context, seed uint64) (uint64, error) {
	for tries := range g.tries {
		if ctx.Err() != nil {
			return 0, fmt.Errorf("no board without a guess in %s: %w", plural(tries, "attempt"), ctx.Err())
		}
		game, err := g.play(seed)
		if err != nil {
			return 0, err
		}
		ok, err := needsNoGuess(game)
		if err != nil && !errors.Is(err, veil.ErrTooHard) {
			return 0, err
		}
		if ok {
			return seed, nil
		}
		seed++
	}
	return 0, &failure{
		code: exitBudget, kind: kindBudget,
		what:  fmt.Sprintf("gave up: no board without a guess in %s; nothing was written", plural(g.tries, "attempt")),
		notes: []string{"allow more with --tries, take fewer mines, or use --first zero"},
	}
}
