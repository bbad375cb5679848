// SPDX-License-Identifier: BSD-3-Clause

// Package game contains the code that packages andor and baseline share: the problem and its moves,
// the meter of the work, and the plan that a search finds.
//
// Names used throughout: s state, a action, o heard, b belief, d plies left.
package game

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// Game is a problem with its optional capabilities, and the meter of one search.
type Game[S, A, O comparable] struct {
	Meter
	Rules     proof.Rules[S, A, O]
	Adversary veil.Adversary[S, O] // nil if nobody replies
	Plies     int                  // within which to win

	rejecter veil.Rejecter[O]
	outs     []veil.Outcome[S, O] // scratch
	reps     []veil.Reply[S, O]   // scratch
}

// New returns the game of a question.
func New[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], plies int, limits Limits) (*Game[S, A, O], error) {
	if plies < 0 || plies > proof.MaxPlies {
		return nil, fmt.Errorf("%d plies: want 0 to %d", plies, proof.MaxPlies)
	}
	g := &Game[S, A, O]{Meter: Meter{ctx: ctx, limits: limits}, Rules: m, Plies: plies}
	g.Adversary, _ = m.(veil.Adversary[S, O])
	g.rejecter, _ = m.(veil.Rejecter[O])
	g.poll()
	return g, nil
}

// Search searches for a plan that wins a game within its plies. It returns the states that the plan
// must win from, and nil if there is no plan.
type Search[S, A, O comparable] func(*Game[S, A, O]) (start []S, found *Plan[A, O], err error)

// Whole returns the search for a plan that wins from all of start. It calls find with
// the states that are not decided yet, unless there are none or a state is lost.
func Whole[S, A, O comparable](start []S, find func(g *Game[S, A, O], open []S) *Plan[A, O]) Search[S, A, O] {
	return func(g *Game[S, A, O]) ([]S, *Plan[A, O], error) {
		open, err := g.Open(start)
		switch {
		case err != nil:
			return nil, nil, err
		case open == nil || len(open) > 0 && g.Plies == 0:
			return start, nil, nil
		case len(open) == 0:
			return start, &Plan[A, O]{}, nil
		default:
			return start, find(g, open), nil
		}
	}
}

// Open returns the states that are not decided, each once, or nil if one is lost.
func (g *Game[S, A, O]) Open(start []S) ([]S, error) {
	if len(start) == 0 {
		return nil, fmt.Errorf("empty belief: %w", veil.ErrImpossible)
	}
	b := Bag[S]{List: []S{}}
	for i := range start {
		if !g.Visit() {
			break
		}
		switch g.Rules.Status(&start[i]) {
		case veil.Open:
			b.Add(&start[i])
		case veil.Lost:
			return nil, nil
		case veil.Won:
		}
	}
	return b.List, nil
}

// StateSize is the approximate cost of a stored state in bytes.
func (g *Game[S, A, O]) StateSize() int64 {
	var s S
	return int64(unsafe.Sizeof(s))
}

// Step returns every outcome of a in s. The slice is valid until the next call.
func (g *Game[S, A, O]) Step(s *S, a A) []veil.Outcome[S, O] {
	g.outs = g.Rules.AppendOutcomes(g.outs[:0], s, a)
	g.Made(len(g.outs))
	return g.outs
}

// Replies returns every reply in s. The slice is valid until the next call.
func (g *Game[S, A, O]) Replies(s *S) []veil.Reply[S, O] {
	g.reps = g.Adversary.AppendReplies(g.reps[:0], s)
	g.Made(len(g.reps))
	return g.reps
}

// Rejected reports whether o refuses an action.
func (g *Game[S, A, O]) Rejected(o O) bool { return g.rejecter != nil && g.rejecter.Rejected(o) }
