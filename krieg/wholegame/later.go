// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"iter"
	"math/rand/v2"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
)

// later is a belief inside a search tree. It is computed when it is first used: most never are.
type later struct {
	belief func() (veil.Belief[State, krieg.Action, Turn], error)
}

var _ veil.Belief[State, krieg.Action, Turn] = (*later)(nil)

// postpone returns the belief after an observation that is known to be possible.
func postpone(b veil.Belief[State, krieg.Action, Turn], a krieg.Action, o Turn) *later {
	return &later{sync.OnceValues(func() (veil.Belief[State, krieg.Action, Turn], error) { return b.Update(a, o) })}
}

// Extend is Update for an observation that a simulation has just made.
func (b *Cloud) Extend(a krieg.Action, o Turn) veil.Belief[State, krieg.Action, Turn] {
	return postpone(b, a, o)
}

// Extend is Update for an observation that a simulation has just made.
func (b *Exact) Extend(a krieg.Action, o Turn) veil.Belief[State, krieg.Action, Turn] {
	return postpone(b, a, o)
}

// Extend is Update for an observation that a simulation has just made.
func (b *Atlas) Extend(a krieg.Action, o Turn) veil.Belief[State, krieg.Action, Turn] {
	return postpone(b, a, o)
}

// Extend is Update for an observation that a simulation has just made.
func (b *later) Extend(a krieg.Action, o Turn) veil.Belief[State, krieg.Action, Turn] {
	return postpone(b, a, o)
}

// Update computes the belief and updates it.
func (b *later) Update(a krieg.Action, o Turn) (veil.Belief[State, krieg.Action, Turn], error) {
	now, err := b.belief()
	if err != nil {
		return nil, err
	}
	return now.Update(a, o)
}

// Sample draws a state.
func (b *later) Sample(r *rand.Rand) State {
	s, err := b.Draw(r)
	if err != nil {
		panic(err)
	}
	return s
}

// Draw is like Sample but fails if the belief cannot be computed.
func (b *later) Draw(r *rand.Rand) (State, error) {
	now, err := b.belief()
	if err != nil {
		return State{}, err
	}
	return now.Sample(r), nil
}

// Predict yields nothing: inside a tree an exact prediction costs more than simulations.
func (b *later) Predict(krieg.Action) iter.Seq2[Turn, float64] {
	return func(func(Turn, float64) bool) {}
}
