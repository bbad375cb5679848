// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"context"
	"slices"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/domain/krieg/cloud"
	"github.com/veilplan/veil/domain/krieg/policy"
)

// When no board is known that fits everything heard, a mind goes on with boards that fit what
// it hears from now on: those of its last choice, with its own men as they stand now, and if
// need be with some hidden men put elsewhere. Parker, Nau & Subrahmanian 2005 found that
// boards which fit only the last observations are good enough to play on. They are guesses,
// some impossible: they choose tries, are never shown as a belief, and are dropped as soon as
// the belief recovers.

const (
	guessBoards   = 300
	guessFew      = 30 // boards, below which more are looked for
	guessAttempts = 6000
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
	for k := 0; k < guessAttempts && len(m.last) > 0 && len(starts) < guessBoards; k++ {
		b := &m.last[r.IntN(len(m.last))]
		hidden := b.Pos
		for range k / guessBoards {
			policy.Scatter(&hidden, m.own, r)
		}
		if p, ok := m.own.Among(&hidden); ok && m.announces(&p, m.announced) && m.fits(&p) {
			starts = append(starts, p)
		}
	}
	if len(starts) == 0 {
		return nil
	}
	c, err := cloud.New(m.own.Rules(), m.own.Me(), starts, cloud.Config{
		Boards: min(guessBoards, m.level.Boards), Seed: m.cfg.Seed, Opponent: policy.Opponent{}, NoRepair: true,
	})
	if err != nil {
		return nil
	}
	return c
}

// fits reports whether the tries that were refused in this turn are illegal on a board.
func (m *Mind) fits(p *krieg.Position) bool {
	return !slices.ContainsFunc(m.own.Refused(), p.IsLegal)
}
