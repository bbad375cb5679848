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

// When no board is known that fits everything heard, a mind goes on with boards that fit what
// it hears from now on: those of its last choice, with its own men as they stand now, and if
// need be with some hidden men put elsewhere. They have as many men as the opponent has, and one
// where a man has just been taken. Parker, Nau & Subrahmanian 2005 found that
// boards which fit only the last observations are good enough to play on. They are guesses,
// some impossible: they choose tries, are never shown as a belief, and are dropped as soon as
// the belief recovers.

const (
	guessBoards   = 1000
	guessFew      = 30 // boards, below which more are looked for
	guessAttempts = 20 // for each board
)

// follow keeps the guess in step with an event.
func (m *Mind) follow(ctx context.Context, e krieg.Event) error {
	if m.cloud.Len() > 0 || m.over {
		m.guess = nil
		return nil
	}
	if m.guess != nil {
		next, err := m.guess.Hear(ctx, e)
		if ctx.Err() != nil {
			return err
		}
		if m.guess = next; err != nil {
			m.guess = nil
		} else if m.last = drawn(next, guessBoards, m.random()); next.Len() >= guessFew {
			return nil
		}
	}
	if again := m.reinvent(); again != nil {
		m.guess = again
	}
	return nil
}

// reinvent returns a guess, or nil if it finds none.
func (m *Mind) reinvent() *cloud.Cloud {
	r := m.random()
	var starts []krieg.Position
	want := min(guessBoards, 8*m.level.Boards)
	for k := 0; k < guessAttempts*want && len(starts) < want; k++ {
		if p := m.invent(2+2*k/want, r); p.Validate() == nil && m.announces(&p, m.announced) && m.fits(&p) {
			starts = append(starts, p)
		}
	}
	if len(starts) == 0 {
		return nil
	}
	c, err := cloud.New(m.own.Rules(), m.own.Me(), starts, cloud.Config{
		Boards: min(guessBoards, m.level.Boards), Seed: m.cfg.Seed, Opponent: tactics.Opponent{}, NoRepair: true,
	})
	if err != nil {
		return nil
	}
	return c
}

// invent returns a board of the last choice, or one with the hidden men anywhere, with fewer than
// so many of them put elsewhere.
func (m *Mind) invent(moved int, r *rand.Rand) krieg.Position {
	p := m.own.Board()
	if len(m.last) > 0 {
		hidden := m.last[r.IntN(len(m.last))].Pos
		for range r.IntN(moved) {
			tactics.Scatter(&hidden, m.own, r)
		}
		p, _ = m.own.Among(&hidden)
	}
	tactics.Recount(&p, m.own, r)
	if at, took := m.announced.Capture(); took && m.own.ToMove() == m.own.Me() {
		tactics.Arrive(&p, m.own, at, r)
	}
	return p
}

// fits reports whether the tries that were refused in this turn are illegal on a board.
func (m *Mind) fits(p *krieg.Position) bool {
	return !slices.ContainsFunc(m.own.Refused(), p.IsLegal)
}
