// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// When no board is known that fits the whole history, a player continues with boards that fit the
// announcements from now on: those of its last choice, with its own men where they are now, and if
// necessary with some hidden men relocated. They have as many men as the opponent has, and one
// where a man has just been captured. Parker, Nau & Subrahmanian 2005 found that boards which fit
// only the last observations are good enough to play with. They are guesses, some impossible: they
// choose tries, are never shown as a belief, and are dropped as soon as the belief recovers.

// follow advances the guess over an event.
func (p *Player) follow(ctx context.Context, e krieg.Event) error {
	if p.cloud.Len() > 0 || p.over {
		p.guess = nil
		return nil
	}
	if p.guess != nil {
		next, err := p.guess.Hear(ctx, e)
		if ctx.Err() != nil {
			return err
		}
		if p.guess = next; err != nil {
			p.guess = nil
		} else if p.last = drawn(next, p.n.GuessBoards, p.random()); next.Len() >= p.n.GuessFew {
			return nil
		}
	}
	if again := p.reinvent(); again != nil {
		p.guess = again
	}
	return nil
}

// reinvent returns a new guess: boards that fit the last announcement and the refusals of this turn.
// It returns nil if it finds none.
func (p *Player) reinvent() *cloud.Cloud {
	r := p.random()
	var starts []krieg.Position
	want := min(p.n.GuessBoards, 8*p.n.Boards)
	for k := 0; k < p.n.GuessAttempts*want && len(starts) < want; k++ {
		if board := p.invent(2+2*k/want, r); board.Validate() == nil && tactics.Announces(p.own.Rules(), &board, p.announced) && p.fits(&board) {
			starts = append(starts, board)
		}
	}
	if len(starts) == 0 {
		return nil
	}
	c, err := cloud.New(p.own.Rules(), p.own.Me(), starts, cloud.Config{
		Boards: min(p.n.GuessBoards, p.n.Boards), Seed: p.cfg.Seed, Opponent: p.opponent, NoRepair: true, Effort: p.n.Effort,
	})
	if err != nil {
		return nil
	}
	return c
}

// invent returns a board of the last choice, or one with the hidden men anywhere, with fewer than
// moved of them relocated.
func (p *Player) invent(moved int, r *rand.Rand) krieg.Position {
	board := p.own.Board()
	if len(p.last) > 0 {
		hidden := p.last[r.IntN(len(p.last))].Pos
		for range r.IntN(moved) {
			tactics.Scatter(&hidden, p.own, r)
		}
		board, _ = p.own.Among(&hidden)
	}
	tactics.AdjustMen(&board, p.own, r)
	if at, took := p.announced.Capture(); took && p.own.ToMove() == p.own.Me() {
		tactics.PlaceMan(&board, p.own, at, r)
	}
	return board
}

// fits reports whether the refused tries of this turn are illegal on a board.
func (p *Player) fits(board *krieg.Position) bool {
	return !slices.ContainsFunc(p.own.Refused(), board.IsLegal)
}
