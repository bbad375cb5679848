// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// Step is one thing done and what was seen of it.
type Step[A, O comparable] struct {
	Action A
	Seen   O
}

// Storied is a belief that is its history, which must not be changed.
type Storied[A, O comparable] interface {
	History() []Step[A, O]
}

// extend returns h with one more step; h itself may be shared and is not touched.
func extend[A, O comparable](h []Step[A, O], a A, o O) []Step[A, O] {
	return append(slices.Clip(h), Step[A, O]{a, o})
}

// replay performs the history in s and reports whether it answered as it did then.
func replay[S any, A, O comparable](r *rand.Rand, m veil.Model[S, A, O], s *S, h []Step[A, O]) bool {
	for i, step := range h {
		seen, _, done := m.Step(r, s, step.Action)
		if seen != step.Seen || done && i < len(h)-1 {
			return false
		}
	}
	return true
}
