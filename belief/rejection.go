// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// defaultTries is how many draws may fail before a history is called too hard.
const defaultTries = 1_000_000

// Rejection is Algorithm 1 of both papers: draw a state, replay the history, start
// again unless it fits. Every draw has exactly the right law and costs 1/P(history)
// replays.
type Rejection[S any, A, O comparable] struct {
	model   veil.Model[S, A, O]
	cfg     RejectionConfig
	history []Step[A, O]
}

// RejectionConfig limits the search for a fit.
type RejectionConfig struct {
	// Tries is how many draws Update may reject before it gives up; 0 means 10⁶, and
	// less than 0 that it takes the caller's word for the observation.
	Tries int
	// Effort, if not nil, is what draws spend.
	Effort *Effort
}

// NewRejection returns the prior of m.
func NewRejection[S any, A, O comparable](m veil.Model[S, A, O], cfg RejectionConfig) *Rejection[S, A, O] {
	cfg.Tries = cmp.Or(cfg.Tries, defaultTries)
	return &Rejection[S, A, O]{model: m, cfg: cfg}
}

// Sample draws a state, for as long as it takes; a draw that may fail is [Rejection.Draw].
func (b *Rejection[S, A, O]) Sample(r *rand.Rand) S {
	for {
		if s, ok := b.draw(r); ok {
			return s
		}
	}
}

// Draw draws a state, or fails with ErrSpent.
func (b *Rejection[S, A, O]) Draw(r *rand.Rand) (s S, err error) {
	for b.cfg.Effort.spend() {
		if s, ok := b.draw(r); ok {
			return s, nil
		}
	}
	return s, ErrSpent
}

// History returns what the belief is conditioned on.
func (b *Rejection[S, A, O]) History() []Step[A, O] { return b.history }

func (b *Rejection[S, A, O]) draw(r *rand.Rand) (S, bool) {
	s := b.model.Start(r)
	return s, replay(r, b.model, &s, b.history)
}

// Update returns the longer history after it has seen one state that fits it.
// Rejection cannot prove that none does: it then fails with veil.ErrTooHard.
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

// Extend is Update for a caller who knows that o is possible, as a search that has
// just simulated it does: nothing is checked, and Sample never ends if it is not.
func (b *Rejection[S, A, O]) Extend(a A, o O) veil.Belief[S, A, O] { return b.extended(a, o) }

func (b *Rejection[S, A, O]) extended(a A, o O) *Rejection[S, A, O] {
	return &Rejection[S, A, O]{model: b.model, cfg: b.cfg, history: extend(b.history, a, o)}
}

// Predict yields nothing: no probability is known exactly.
func (b *Rejection[S, A, O]) Predict(A) iter.Seq2[O, float64] { return func(func(O, float64) bool) {} }
