// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// Belief is the set of all boards that fit one player's history, without duplicates. It is
// immutable. A board takes 24 bytes: the player's own men are the same on all of them and are
// stored once.
//
// Probabilities count every board equally. That is an assumption; which boards are possible is not.
type Belief struct {
	rules  Rules
	me     Color
	base   Position // the part that is the same on every board
	turn   Record
	over   Result
	hidden []chess.Side
}

var _ veil.Belief[State, Action, Percept] = (*Belief)(nil)

// NewBelief returns the belief over the given boards. They must agree in the men and castling
// rights of me and in the side to move.
func NewBelief(r Rules, me Color, boards []Position) (*Belief, error) {
	return newBelief(newMeter(context.Background(), unlimited().Nodes), r, me, boards)
}

func newBelief(m *meter, r Rules, me Color, boards []Position) (*Belief, error) {
	if len(boards) == 0 {
		return nil, veil.ErrImpossible
	}
	b := &Belief{rules: r, me: me, base: boards[0].Without(me.Other())}
	s := newDedup(len(boards))
	for i := range boards {
		if !m.spend(1) {
			return nil, m.err
		}
		if own := boards[i].Without(me.Other()); own != b.base {
			return nil, fmt.Errorf("%v's own men differ: %v and %v", me, &b.base, &own)
		}
		s.add(boards[i].Side(me.Other()))
	}
	b.hidden = s.list(m, nil)
	return b, m.err
}

// Len returns the number of boards.
func (b *Belief) Len() int { return len(b.hidden) }

// Rules returns the ruleset.
func (b *Belief) Rules() Rules { return b.rules }

// Me returns the side whose belief it is.
func (b *Belief) Me() Color { return b.me }

// ToMove returns the side to move.
func (b *Belief) ToMove() Color { return b.base.ToMove() }

// Own returns the board with only the player's own men.
func (b *Belief) Own() Position { return b.base }

// Board returns board i.
func (b *Belief) Board(i int) Position { return b.base.With(b.me.Other(), b.hidden[i]) }

// State returns hidden state i.
func (b *Belief) State(i int) State {
	return State{Pos: b.Board(i), Over: b.over, Asked: b.turn.asked}
}

// Boards yields every board, in a fixed order.
func (b *Belief) Boards() iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for i := range b.hidden {
			if !yield(b.Board(i)) {
				return
			}
		}
	}
}

// Has reports whether the belief contains a board.
func (b *Belief) Has(p *Position) bool {
	return p.Without(b.me.Other()) == b.base && slices.Contains(b.hidden, p.Side(b.me.Other()))
}

// Sample draws a state, all boards equally likely.
func (b *Belief) Sample(r *rand.Rand) State { return b.State(r.IntN(len(b.hidden))) }

// Part returns a belief of n boards of b, drawn uniformly, or b itself if it has no more. It models
// a player with limited memory: other boards fit too.
func (b *Belief) Part(r *rand.Rand, n int) *Belief {
	if b.Len() <= n {
		return b
	}
	part := *b
	part.hidden = make([]chess.Side, 0, n)
	for i, side := range b.hidden {
		if r.IntN(b.Len()-i) < n-len(part.hidden) {
			part.hidden = append(part.hidden, side)
		}
	}
	return &part
}

// Update returns the belief after the referee answered an action of the player, or after [Wait] an
// event of the opponent's turn, with o.
func (b *Belief) Update(a Action, o Percept) (veil.Belief[State, Action, Percept], error) {
	e := Event{By: b.me, Action: a, Heard: o}
	if a == Wait {
		e.By = b.me.Other()
	}
	next, err := b.Hear(context.Background(), e, unlimited())
	if err != nil {
		return nil, err
	}
	return next, nil
}

// Hear returns the belief after an event. The error is veil.ErrImpossible if no board explains the
// event.
func (b *Belief) Hear(ctx context.Context, e Event, l Limits) (*Belief, error) {
	l = l.withDefaults()
	return b.hear(newMeter(ctx, l.Nodes), e, l.Boards)
}

// hear is Hear with the work counted by m and at most limit boards.
func (b *Belief) hear(m *meter, e Event, limit int) (*Belief, error) {
	if e.By != b.ToMove() || b.over != Running {
		return nil, fmt.Errorf("%v cannot act now: %w", e.By, veil.ErrImpossible)
	}
	e = e.HeardBy(b.me)
	next := &Belief{rules: b.rules, me: b.me, base: b.base, turn: b.rules.Follow(b.turn, e), over: e.Heard.Result}
	switch {
	case e.Heard.Answer != Yes:
		next.hidden = b.keep(m, next.turn, e)
	case e.Action == Wait:
		b.expand(m, next, e.Heard, limit)
	default:
		b.advance(m, next, e)
	}
	if m.err != nil {
		return nil, m.err
	}
	if len(next.hidden) == 0 {
		return nil, veil.ErrImpossible
	}
	if len(next.hidden) > limit {
		return nil, fmt.Errorf("more than %d boards: %w", limit, veil.ErrTooHard)
	}
	return next, nil
}

// keep returns the boards that an event without a move is consistent with.
func (b *Belief) keep(m *meter, t Record, e Event) []chess.Side {
	var out []chess.Side
	for i := range b.hidden {
		if !m.spend(1) {
			break
		}
		p := b.Board(i)
		if b.rules.Explains(&p, t, e) {
			out = append(out, b.hidden[i])
		}
	}
	return out
}

// advance fills next with the boards after a move of the player.
func (b *Belief) advance(m *meter, next *Belief, e Event) {
	s := newDedup(len(b.hidden))
	for i := range b.hidden {
		if !m.spend(1) {
			break
		}
		p := b.Board(i)
		if move := Move(e.Action); p.IsLegal(move) && b.rules.Hears(&p, move, &e.Heard) {
			next.base = p.Without(b.me.Other())
			s.add(p.Side(b.me.Other()))
		}
	}
	next.hidden = s.list(m, nil)
}

// expand fills next with the boards after any move of the opponent that is announced as o; it stops
// once there are more than limit. Many moves lead to the same board, so announcements that depend
// on the board alone are computed once, after duplicates are removed.
func (b *Belief) expand(m *meter, next *Belief, o Percept, limit int) {
	s := newDedup(8 * len(b.hidden)) // a quiet move multiplies a belief by 8 to 10
	var l chess.Moves
	found := false
	unheard := func(side chess.Side) bool {
		if !m.spend(1) {
			return true
		}
		p := next.base.With(b.me.Other(), side)
		return !b.rules.hearsAfter(&p, &o)
	}
	for i := range b.hidden {
		p := b.Board(i)
		p.Legal(&l)
		if !m.spend(1 + l.Len()) {
			return
		}
		for _, move := range l.Slice() {
			q := p
			if b.turn.mustTake() && !p.IsPawnCapture(move) || !b.rules.hearsMove(&q, move, &o) {
				continue
			}
			if !found {
				next.base, found = q.Without(b.me.Other()), true
			}
			s.add(q.Side(b.me.Other()))
		}
		if s.held > 2*limit && s.drop(m, unheard) > limit {
			break
		}
	}
	next.hidden = s.list(m, unheard)
}
