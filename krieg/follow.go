// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// Estimate returns the belief after all events of h. If a belief on the way exceeds the limits it
// stops with veil.ErrTooHard, before it has made many more boards.
func Estimate(ctx context.Context, h *History, l Limits) (*Belief, error) {
	l = l.withDefaults()
	b, err := NewBelief(h.Rules, h.Me, []Position{h.Start})
	if err != nil {
		return nil, err
	}
	b, err = h.follow(newMeter(ctx, l.Nodes), b, 0, l.Boards, func(*Belief, *Belief, Event) {})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Step is the effect of an event on a belief.
type Step struct {
	// Positions is the number of boards after it.
	Positions int
	// RuledOut is the number of boards before it that cannot explain it.
	RuledOut int
}

// HeardError reports an event that no board explains.
type HeardError struct {
	Event  int     // its index in the history
	Said   string  // as a line of the log
	Before *Belief // the belief that it contradicts
	Err    error
}

// Error names the event.
func (e *HeardError) Error() string { return fmt.Sprintf("event %d, %s: %v", e.Event+1, e.Said, e.Err) }

// Unwrap returns the cause.
func (e *HeardError) Unwrap() error { return e.Err }

// follow applies the events of a history from one on, given the belief before it, and calls heard
// after each. It returns the last belief.
func (h *History) follow(m *meter, b *Belief, from, limit int, heard func(before, after *Belief, e Event)) (*Belief, error) {
	for i := from; i < len(h.Events); i++ {
		e := h.Events[i]
		next, err := b.hear(m, e, limit)
		switch {
		case errors.Is(err, veil.ErrImpossible):
			return nil, &HeardError{i, h.Line(e), b, err}
		case err != nil:
			return b, fmt.Errorf("event %d, %s: %w", i+1, h.Line(e), err)
		}
		if heard(b, next, e); m.err != nil {
			return next, m.err
		}
		b = next
	}
	return b, nil
}

// ruledOut counts the boards that cannot explain an event. Hear cannot count them, because it does
// not record which board each new one came from.
func (b *Belief) ruledOut(m *meter, e Event) (boards int) {
	e = e.HeardBy(b.me)
	for i := range b.hidden {
		if p := b.Board(i); !b.accounts(m, &p, e) {
			boards++
		}
	}
	return boards
}

// accounts reports whether the event is consistent with a board.
func (b *Belief) accounts(m *meter, p *Position, e Event) bool {
	q := *p
	switch {
	case !m.spend(1):
		return false
	case e.Heard.Answer != Yes:
		return b.rules.Explains(p, b.rules.Follow(b.turn, e), e)
	case e.Action != Wait:
		return p.IsLegal(Move(e.Action)) && b.rules.Hears(&q, Move(e.Action), &e.Heard)
	}
	var l chess.Moves
	p.Legal(&l)
	for _, move := range l.Slice() {
		q = *p
		m.spend(1)
		if (!b.turn.mustTake() || p.IsPawnCapture(move)) && b.rules.Hears(&q, move, &e.Heard) {
			return true
		}
	}
	return false
}
