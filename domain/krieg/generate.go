// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/internal/chess"
)

// Generator makes problems by self-play, as Russell & Wolfe 2005, §3: a White who keeps
// an exact belief and goes for mates, checks and captures, two moves ahead, against a
// weak Black. Whenever White's belief is of the right size it becomes an instance, with
// the history that led to it.
type Generator struct {
	Rules Rules
	// FromArray starts games at the initial array (the family HIST) instead of at a
	// random position with few men that both players know (SEED).
	FromArray bool
	// Min and Max bound the belief of an instance; zero means 8 and 100.
	Min, Max int
	// Cap ends a game whose belief grows beyond it; zero means 10,000.
	Cap int
	// Plies ends a game after so many; zero means 60.
	Plies int
	// Keep decides about an instance; the game ends with the first that is kept.
	Keep func(h *History, b *Belief) bool
}

// Game plays game number i of a seed and returns the instance it ended with, or nil.
func (g *Generator) Game(seed, i uint64) *History {
	p := selfPlay{Generator: *g, rand: rand.New(rand.NewPCG(seed, i))}
	p.defaults()
	start := chess.Start()
	if !g.FromArray {
		start = p.seedPosition()
	}
	p.game = NewGame(g.Rules, start)
	b, err := NewBelief(g.Rules, White, []Position{start})
	if err != nil || p.game.Over() {
		return nil
	}
	p.belief = b
	for range p.Plies {
		if p.game.state.Pos.ToMove() == White {
			if h := p.instance(); h != nil {
				return h
			}
			p.white()
		} else {
			p.black()
		}
		if p.game.Over() || p.belief == nil || p.belief.Len() > p.Cap {
			return nil
		}
	}
	return nil
}

// selfPlay is one game of a generator.
type selfPlay struct {
	Generator

	rand   *rand.Rand
	game   *Game
	belief *Belief // White's; nil after a fault
}

func (p *selfPlay) defaults() {
	for _, d := range []struct {
		field *int
		value int
	}{{&p.Min, 8}, {&p.Max, 100}, {&p.Cap, 10_000}, {&p.Plies, 60}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
}

// instance returns the history so far if it is worth keeping.
func (p *selfPlay) instance() *History {
	if n := p.belief.Len(); n < p.Min || n > p.Max {
		return nil
	}
	h := p.game.history.Filter(White)
	if !p.Keep(&h, p.belief) {
		return nil
	}
	return &h
}

// seedPosition draws a known start: a strong White against a few black men.
func (p *selfPlay) seedPosition() Position {
	white := []chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn}
	black := []chess.Kind{chess.King, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn}
	for {
		var pos Position
		for c, men := range [2][]chess.Kind{white, black} {
			for _, k := range men {
				s := Square(p.rand.IntN(64))
				for pos.Occupied()&s.Bit() != 0 || k == chess.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
					s = Square(p.rand.IntN(64))
				}
				pos.Put(s, Color(c), k)
			}
		}
		if pos.Validate() == nil {
			return pos
		}
	}
}

// act lets the side to move try a, and White hear it.
func (p *selfPlay) act(a Action) Percept {
	by := p.game.state.Pos.ToMove()
	o := p.game.Try(a)
	if o.Answer == Nonsense || by == Black && o.Answer == No && !p.Rules.PublicRefusals {
		return o
	}
	next, err := p.belief.Hear(Event{By: by, Action: a, Heard: o})
	if err != nil {
		next = nil // cannot be: the true board explains it
	}
	p.belief = next
	return o
}

// white tries moves, the most promising first, until one is made.
func (p *selfPlay) white() {
	type scored struct {
		a     Action
		score float64
	}
	var l chess.Moves
	p.Rules.Tries(&p.game.state, &l)
	tries := make([]scored, 0, l.Len())
	for _, m := range l.Slice() {
		tries = append(tries, scored{Action(m), p.promise(m)})
	}
	slices.SortStableFunc(tries, func(x, y scored) int {
		switch {
		case x.score > y.score:
			return -1
		case x.score < y.score:
			return 1
		default:
			return 0
		}
	})
	for _, t := range tries {
		if p.act(t.a).Answer == Yes || p.belief == nil {
			return
		}
	}
}

// promise scores a move on a few boards of the belief: mates, captures and checks.
func (p *selfPlay) promise(m Move) float64 {
	const boards = 12
	score := p.rand.Float64() / 2
	for range boards {
		s := p.belief.Sample(p.rand)
		switch o := p.Rules.Answer(&s, Action(m)); {
		case o.Result == Mate:
			score += 10
		case o.Answer != Yes || o.Result != Running:
		case o.capture != 0:
			score++
		case o.Checks != 0:
			score += 0.7
		}
		score += p.threat(&s)
	}
	return score
}

// threat scores a position after White's move by what he can do next: a reply of Black
// at random, then the best of mates and checks.
func (p *selfPlay) threat(s *State) float64 {
	if s.Over != Running || s.Pos.ToMove() == White {
		return 0
	}
	var l chess.Moves
	s.Pos.Legal(&l)
	next := s.Pos
	next.Make(l.Slice()[p.rand.IntN(l.Len())])
	next.Legal(&l)
	score := 0.0
	for _, m := range l.Slice() {
		q := next
		q.Make(m)
		checks := q.CheckDirections()
		switch {
		case checks == 0:
		case !q.HasMoves(checks):
			return 4
		default:
			score = max(score, 0.3)
		}
	}
	return score
}

// black moves at random, but takes and checks when he happens to see how.
func (p *selfPlay) black() {
	var l chess.Moves
	s := p.game.state
	s.Pos.Legal(&l)
	best, top := Wait, -1.0
	for _, m := range l.Slice() {
		next := s
		o := p.Rules.Answer(&next, Action(m))
		score := p.rand.Float64()
		if (o.capture != 0 || o.Checks != 0) && p.rand.IntN(3) == 0 {
			score++
		}
		if score > top {
			best, top = Action(m), score
		}
	}
	p.act(best)
}
