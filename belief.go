// SPDX-License-Identifier: BSD-3-Clause

package veil

import (
	"errors"
	"iter"
	"math/rand/v2"
)

// ErrImpossible reports a history that the rules do not allow: no hidden state agrees
// with the observations. A belief without states is an error, never an empty belief.
var ErrImpossible = errors.New("no hidden state fits what was seen")

// ErrTooHard reports that an exact answer would take more work than the budget allows.
// Results returned earlier remain valid.
var ErrTooHard = errors.New("too hard within this budget")

// Belief is a probability distribution over hidden states, given the history. It is immutable, so a
// search may branch on it.
type Belief[S any, A, O comparable] interface {
	// Sample draws a hidden state.
	Sample(r *rand.Rand) S
	// Update returns the belief after action a and observation o, or ErrImpossible.
	Update(a A, o O) (Belief[S, A, O], error)
	// Predict yields every possible observation after a with its exact
	// probability, in a fixed order. A belief without exact probabilities yields
	// nothing.
	Predict(a A) iter.Seq2[O, float64]
}
