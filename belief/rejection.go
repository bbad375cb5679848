// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// defaultTries is the number of failed draws after which a history is too hard.
const defaultTries = 1_000_000

// Rejection is Algorithm 1 of both papers: draw a state, replay the history, and repeat
// until they agree. Every draw has exactly the right distribution and costs 1/P(history)
// replays on average.
type Rejection[S any, A, O comparable] struct {
	model   veil.Model[S, A, O]
	cfg     RejectionConfig
	history []Step[A, O]
}

// RejectionConfig limits the search for a state that fits.
type RejectionConfig struct {
	// Tries limits the draws that Update rejects; 0 means 10⁶. If it is negative,
	// Update does not check that the observation is possible.
	Tries int
	// Effort, if not nil, limits the states that all draws together examine.
	Effort *Effort
}

// NewRejection returns the prior of m.
func NewRejection[S any, A, O comparable](m veil.Model[S, A, O], cfg RejectionConfig) *Rejection[S, A, O] {
	cfg.Tries = cmp.Or(cfg.Tries, defaultTries)
	return &Rejection[S, A, O]{model: m, cfg: cfg}
}

// Sample draws until a state fits; [Rejection.Draw] gives up.
func (b *Rejection[S, A, O]) Sample(r *rand.Rand) S {
	for {
		if s, ok := b.draw(r); ok {
			return s
		}
	}
}

// Draw is like Sample but fails with ErrSpent when the Effort is spent.
func (b *Rejection[S, A, O]) Draw(r *rand.Rand) (s S, err error) {
	for b.cfg.Effort.spend() {
		if s, ok := b.draw(r); ok {
			return s, nil
		}
	}
	return s, ErrSpent
}

// History returns the history that the belief is conditioned on.
func (b *Rejection[S, A, O]) History() []Step[A, O] { return b.history }

func (b *Rejection[S, A, O]) draw(r *rand.Rand) (S, bool) {
	s := b.model.Start(r)
	return s, replay(r, b.model, &s, b.history)
}

// Update returns the belief with the longer history, once it has found one state that
// fits. Rejection cannot prove that there is none, so it fails with veil.ErrTooHard.
func (b *Rejection[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	next := b.extended(a, o)
	if b.cfg.Tries < 0 {
		return next, nil
	}
	r := rand.New(rand.NewPCG(uint64(len(next.history)), 0))
	for range b.cfg.Tries {
		if _, ok := next.draw(r); ok {
			return next, nil
		}
	}
	return nil, fmt.Errorf("after %v saw %v: none of %d draws fits: %w", a, o, b.cfg.Tries, veil.ErrTooHard)
}

// Extend is Update without the check, for callers that know that o is possible, such as a
// search that has just simulated it. If o is impossible, Sample does not return.
func (b *Rejection[S, A, O]) Extend(a A, o O) veil.Belief[S, A, O] { return b.extended(a, o) }

func (b *Rejection[S, A, O]) extended(a A, o O) *Rejection[S, A, O] {
	return &Rejection[S, A, O]{model: b.model, cfg: b.cfg, history: extend(b.history, a, o)}
}

// Predict yields nothing, because no probability is known exactly.
func (b *Rejection[S, A, O]) Predict(A) iter.Seq2[O, float64] { return func(func(O, float64) bool) {} }
