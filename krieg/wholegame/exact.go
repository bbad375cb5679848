// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/tactics"
)

// Exact is the belief that contains every possible board with its exact probability. It is
// immutable.
type Exact struct {
	public

	set   *set
	limit int
	spare veil.Belief[State, krieg.Action, Turn] // takes over beyond the limit, unless nil
}

type set = belief.Set[State, krieg.Action, Turn]

var _ veil.Belief[State, krieg.Action, Turn] = (*Exact)(nil)

// NewExact returns the exact belief before the first move. Boards multiply by 8 to 10 with each
// hidden move without an announcement. If there are more than limit, spare, which hears the same,
// takes over; without a spare, Update fails with veil.ErrTooHard.
func NewExact(m *Model, limit int, spare veil.Belief[State, krieg.Action, Turn]) (*Exact, error) {
	s, err := belief.Exact[State, krieg.Action, Turn](m)
	return &Exact{public: newPublic(m), set: s, limit: limit, spare: spare}, err
}

// after is the model given the refused tries and the question of an opponent's turn.
type after struct {
	*Model

	heard Turn
}

// AppendOutcomes appends the outcomes in which the opponent's turn began as heard.
func (m after) AppendOutcomes(dst []veil.Outcome[State, Turn], s *State, a krieg.Action) []veil.Outcome[State, Turn] {
	return m.appendOutcomes(dst, s, a, m.heard)
}

// Update applies Bayes' rule. The number of refused tries of the opponent excludes boards that do not
// have as many, and is otherwise assumed to carry no information.
func (b *Exact) Update(a krieg.Action, o Turn) (veil.Belief[State, krieg.Action, Turn], error) {
	next := &Exact{public: b.public, limit: b.limit}
	var err error
	for _, e := range o.Events(b.own.Me(), a) {
		if next.public, err = next.hear(e); err != nil {
			return nil, err
		}
	}
	if b.spare != nil {
		if next.spare, err = b.spare.Update(a, o); err != nil {
			return nil, err
		}
	}
	if next.set, err = b.bayes(a, o); err != nil {
		return nil, err
	}
	switch n := len(next.set.States()); {
	case n <= b.limit:
		return next, nil
	case next.spare != nil:
		return next.spare, nil
	default:
		return nil, fmt.Errorf("%d boards, more than %d: %w", n, b.limit, veil.ErrTooHard)
	}
}

// bayes returns the set of states after an observation.
func (b *Exact) bayes(a krieg.Action, o Turn) (*set, error) {
	from, err := b.set, error(nil)
	began := o.Refused+o.Later > 0 || o.Asked != krieg.Yes // the opponent's turn began before its move
	if began {
		from, err = belief.FromStates[State, krieg.Action, Turn](after{b.model, o}, slices.Clone(b.set.States()))
		if err != nil {
			return nil, err
		}
	}
	next, err := from.Update(a, o)
	if err != nil || !began {
		s, _ := next.(*set)
		return s, err
	}
	return belief.FromStates[State, krieg.Action, Turn](b.model, slices.Clone(next.(*set).States()))
}

// Sample draws a state.
func (b *Exact) Sample(r *rand.Rand) State { return b.set.Sample(r).based() }

// Draw is like Sample. It makes a search end, as if its budget were spent, where a belief inside the
// tree has too many boards.
func (b *Exact) Draw(r *rand.Rand) (State, error) { return b.Sample(r), nil }

// Predict yields the possible observations after an action with their probabilities.
func (b *Exact) Predict(a krieg.Action) iter.Seq2[Turn, float64] { return b.set.Predict(a) }

// States returns every state with its probability. Callers must not change the slice.
func (b *Exact) States() []veil.Weighted[State] { return b.set.States() }

func (b *Exact) known() *public { return &b.public }

func (b *Exact) boards(n int) []tactics.Board { return boardsOf(b.set.States(), n) }

func (b *Exact) complete() ([]veil.Weighted[State], bool) { return b.set.States(), true }

// boardsOf returns at most n boards, spread evenly over a list.
func boardsOf(list []veil.Weighted[State], n int) []tactics.Board {
	n = min(n, len(list))
	out := make([]tactics.Board, n)
	for i := range out {
		w := &list[i*len(list)/n]
		out[i] = tactics.Board{Pos: w.State.Pos, Weight: w.P}
	}
	return out
}
