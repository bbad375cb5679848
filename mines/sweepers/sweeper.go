// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/play"
)

// sweeper is a Minesweeper player: it opens certainly safe cells and leaves the rest to a way of
// guessing.
type sweeper struct {
	*heuristic.Sweeper

	first func() mines.Cell
	guess func(ctx context.Context) (play.PolicyMove[mines.Cell], error)
}

// Decide opens a safe cell if one is known, else guesses.
func (p *sweeper) Decide(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
	if p.View.Untouched() && p.first != nil {
		return thought(p.first(), false), nil
	}
	if c, ok, err := p.Safe(); ok || err != nil {
		return thought(c, false), err
	}
	return p.guess(ctx)
}

// guessed returns a guess as a decision; a policy that found no cell is stuck.
func guessed(c mines.Cell, ok bool, err error) (play.PolicyMove[mines.Cell], error) {
	if err == nil && !ok {
		err = play.ErrStuck
	}
	if err != nil {
		return play.PolicyMove[mines.Cell]{}, err
	}
	return thought(c, true), nil
}

func thought(c mines.Cell, guess bool) play.PolicyMove[mines.Cell] {
	return play.PolicyMove[mines.Cell]{
		Decision: veil.Decision[mines.Cell]{Choices: []veil.Choice[mines.Cell]{{Action: c}}}, Guess: guess,
	}
}

// firstClick returns the cell of that name, or a random one.
func firstClick(rules mines.Rules, start string, r *rand.Rand) mines.Cell {
	if c, err := rules.ParseCell(start); err == nil {
		return c
	}
	return mines.Cell(r.IntN(rules.Cells()))
}
