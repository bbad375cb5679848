// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/mines"
)

// coveredBelief is Alg. 1 of the 2011 paper in another reading: mines are drawn on covered cells only.
// The paper does not say where its complete states have their mines. Draws that fit have the same
// distribution as those of rejection, and late in a game far more of them fit.
type coveredBelief struct {
	model   *mines.Model
	effort  *belief.Effort
	history []minesStep
	clear   []mines.Cell // what cannot hold a mine, in reading order
}

// Sample draws until a state fits.
func (b *coveredBelief) Sample(r *rand.Rand) mines.State {
	for {
		if s, ok := b.draw(r); ok {
			return s
		}
	}
}

// Draw is like Sample but fails with [belief.ErrSpent] when the effort is spent.
func (b *coveredBelief) Draw(r *rand.Rand) (mines.State, error) {
	for b.effort == nil || b.effort.Left > 0 {
		if b.effort != nil {
			b.effort.Left--
		}
		if s, ok := b.draw(r); ok {
			return s, nil
		}
	}
	return mines.State{}, belief.ErrSpent
}

// draw draws a state and reports whether it fits the history.
func (b *coveredBelief) draw(r *rand.Rand) (mines.State, bool) {
	if len(b.history) == 0 {
		return b.model.Start(r), true
	}
	s := b.model.SettleClear(r, b.clear)
	for i, step := range b.history {
		seen, _, done := b.model.Step(r, &s, step.Action)
		if seen != step.Seen || done && i < len(b.history)-1 {
			return s, false
		}
	}
	return s, true
}

// History returns the history that the belief is conditioned on.
func (b *coveredBelief) History() []minesStep { return b.history }

// Update returns the belief with the longer history. It does not check that a state fits.
func (b *coveredBelief) Update(a mines.Cell, o mines.Reading) (veil.Belief[mines.State, mines.Cell, mines.Reading], error) {
	return b.Extend(a, o), nil
}

// Extend is Update for a search, which has just simulated o.
func (b *coveredBelief) Extend(a mines.Cell, o mines.Reading) veil.Belief[mines.State, mines.Cell, mines.Reading] {
	next := *b
	next.history = append(slices.Clip(b.history), minesStep{Action: a, Seen: o})
	next.clear = slices.Clone(b.clear)
	if len(b.history) == 0 {
		next.clear = b.model.Rules().AppendProtected(nil, a)
	}
	if at, known := slices.BinarySearch(next.clear, a); !known && o != mines.Boom {
		next.clear = slices.Insert(next.clear, at, a)
	}
	return &next
}

// Predict yields nothing, because no probability is known exactly.
func (b *coveredBelief) Predict(mines.Cell) iter.Seq2[mines.Reading, float64] {
	return func(func(mines.Reading, float64) bool) {}
}
