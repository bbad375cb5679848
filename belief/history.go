// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// Step is an action and the observation after it.
type Step[A, O comparable] struct {
	Action A
	Seen   O
}

// Historian is a belief that keeps its history. Callers must not change it.
type Historian[A, O comparable] interface {
	History() []Step[A, O]
}

// extend returns h with one more step. It does not modify h, which may be shared.
func extend[A, O comparable](h []Step[A, O], a A, o O) []Step[A, O] {
	return append(slices.Clip(h), Step[A, O]{a, o})
}

// replay performs the actions of the history in s and reports whether the observations
// are those of the history.
func replay[S any, A, O comparable](r *rand.Rand, m veil.Model[S, A, O], s *S, h []Step[A, O]) bool {
	for i, step := range h {
		seen, _, done := m.Step(r, s, step.Action)
		if seen != step.Seen || done && i < len(h)-1 {
			return false
		}
	}
	return true
}
