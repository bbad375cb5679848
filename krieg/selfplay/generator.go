// SPDX-License-Identifier: BSD-3-Clause

// Package selfplay makes Kriegspiel problems: it plays games and keeps beliefs that occur in them.
// It knows the true board, so players must not import it.
package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

// Generator makes problems by self-play, as Russell & Wolfe 2005, §3: White keeps an exact belief
// and plays for mates, checks and captures, two moves ahead, against a weak Black. Whenever White's
// belief has the right size it becomes an instance, with the history that led to it.
type Generator struct {
	Rules krieg.Rules
	// FromArray starts games at the initial position (the family HIST) instead of at a random
	// position with few men that both players know (SEED).
	FromArray bool
	// Blind gives Black only its own history, so that it errs, instead of the legal moves of the
	// true board.
	Blind bool
	// BlackMen is the number of Black's men at a random start; zero means six. If fewer, they are
	// drawn from the six, the king among them.
	BlackMen int
	// Min and Max limit the boards of an instance's belief; zero means 8 and 100.
	Min, Max int
	// Cap ends a game whose belief grows beyond it; zero means 10,000.
	Cap int
	// Plies limits the length of a game; zero means 60, and 200 from the initial position.
	Plies int
	// Keep reports whether to keep an instance; the game ends with the first that is kept.
	Keep func(h *krieg.History, b *krieg.Belief) bool
}

// Game plays game number i of a seed and returns the instance it ended with, or nil.
func (g *Generator) Game(ctx context.Context, seed, i uint64) (*krieg.History, error) {
	p := selfPlay{Generator: *g, ctx: ctx, rand: rand.New(rand.NewPCG(seed, i))}
	p.defaults()
	start := chess.Start()
	if !g.FromArray {
		start = p.seedPosition()
	}
	p.game = referee.NewGame(g.Rules, start)
	b, err := krieg.NewBelief(g.Rules, krieg.White, []krieg.Position{start})
	if err != nil || p.game.Over() {
		return nil, err
	}
	p.belief = b
	if p.Blind {
		if p.eyes.part, err = krieg.NewBelief(g.Rules, krieg.Black, []krieg.Position{start}); err != nil {
			return nil, err
		}
	}
	for range p.Plies {
		if p.game.ToMove() == krieg.White {
			if h := p.instance(); h != nil {
				return h, nil
			}
			p.white()
		} else {
			p.black()
		}
		if p.game.Over() || p.err != nil {
			break
		}
	}
	if errors.Is(p.err, veil.ErrTooHard) {
		return nil, nil // the belief has outgrown the cap
	}
	return nil, p.err
}

// selfPlay is one game of a generator.
type selfPlay struct {
	Generator

	ctx    context.Context
	rand   *rand.Rand
	game   *referee.Game
	belief *krieg.Belief // White's
	eyes   blind         // Black's, if it is blind
	err    error         // ends the game
}

func (p *selfPlay) defaults() {
	plies := 60
	if p.FromArray {
		plies = 200
	}
	for _, d := range []struct {
		field *int
		value int
	}{{&p.Min, 8}, {&p.Max, 100}, {&p.Cap, 10_000}, {&p.Plies, plies}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
}

// instance returns the history so far if its belief is kept.
func (p *selfPlay) instance() *krieg.History {
	if n := p.belief.Len(); n < p.Min || n > p.Max {
		return nil
	}
	full := p.game.History()
	h := full.Filter(krieg.White)
	if !p.Keep(&h, p.belief) {
		return nil
	}
	return &h
}

// seedPosition draws a known start: a strong White against a few black men.
func (p *selfPlay) seedPosition() krieg.Position {
	white := []chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn}
	black := []chess.Kind{chess.King, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn}
	if p.BlackMen > 0 {
		rest := black[1:]
		p.rand.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		black = black[:min(p.BlackMen, len(black))]
	}
	for {
		var pos krieg.Position
		for c, men := range [2][]chess.Kind{white, black} {
			for _, k := range men {
				s := krieg.Square(p.rand.IntN(64))
				for pos.Occupied()&s.Bit() != 0 || k == chess.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
					s = krieg.Square(p.rand.IntN(64))
				}
				pos.Put(s, krieg.Color(c), k)
			}
		}
		if pos.Validate() == nil {
			return pos
		}
	}
}
