// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/veilplan/veil/krieg/chess"
)

// Weighting selects the weight of each possible board. Which boards are possible is a fact; how
// likely they are is an assumption about the opponent.
type Weighting string

// The ways of weighting. The zero value uses the weights that a position gives, and equal weights
// if it gives none.
const (
	// ByPosition weights all boards equally.
	ByPosition Weighting = "positions"
	// ByHistory weights all sequences of moves that fit equally: a board that can be reached in
	// more ways has more weight.
	ByHistory Weighting = "histories"
	// ByRandomMoves weights a sequence of moves by its probability if the opponent always chooses
	// uniformly among the legal moves. Refused tries are assumed to carry no information about the
	// move.
	ByRandomMoves Weighting = "random"
)

// Weightings returns every way of weighting that has a name.
func Weightings() []Weighting { return []Weighting{ByPosition, ByHistory, ByRandomMoves} }

// ErrNoWeighting reports an unknown way of weighting.
var ErrNoWeighting = errors.New("no such weights")

// ErrNoHistory reports boards without a history that are to be weighed by one.
var ErrNoHistory = errors.New("boards that were typed in have no history to be weighed by")

// followed reports whether weights are computed along a history.
func (w Weighting) followed() bool { return w == ByHistory || w == ByRandomMoves }

// check returns an error for an unknown way of weighting.
func (w Weighting) check() error {
	if w != "" && !slices.Contains(Weightings(), w) {
		return fmt.Errorf("%q: %w; there are %v", string(w), ErrNoWeighting, Weightings())
	}
	return nil
}

// weights carries the weights of the boards of a belief through a history.
type weights struct {
	by     Weighting
	weight []float64 // of the boards of the belief, in its order
}

// hear carries the weights over an event. No sum depends on the order of a map.
func (s *weights) hear(m *meter, before, after *Belief, e Event) {
	e = e.HeardBy(before.me)
	at := make(map[chess.Side]int, len(after.hidden))
	for i, side := range after.hidden {
		if !m.spend(1) {
			return
		}
		at[side] = i
	}
	out := make([]float64, len(after.hidden))
	for i, w := range s.weight {
		if !m.spend(1) {
			return
		}
		before.rules.futures(before.Board(i), before.turn, after.turn, e, func(q *Position, choices int) {
			m.spend(1)
			if s.by == ByHistory {
				choices = 1
			}
			out[at[q.Side(before.me.Other())]] += w / float64(choices)
		})
	}
	s.weight = balanced(out)
}

// futures yields the boards that an event can lead to from one board, and the number of
// moves among which its side could choose; before and after are the public record.
func (r *Rules) futures(p Position, before, after Record, e Event, yield func(q *Position, choices int)) {
	switch {
	case e.Heard.Answer != Yes:
		if r.Explains(&p, after, e) {
			yield(&p, 1)
		}
	case e.Action != Wait:
		if m := Move(e.Action); p.IsLegal(m) && r.Hears(&p, m, &e.Heard) {
			yield(&p, 1)
		}
	default:
		var moves chess.Moves
		before.Moves(&p, &moves)
		for _, m := range moves.Slice() {
			if q := p; r.Hears(&q, m, &e.Heard) {
				yield(&q, moves.Len())
			}
		}
	}
}

// balanced scales weights by a power of two, so that the largest stays near 1; the weight of a
// possible board never becomes zero.
func balanced(weight []float64) []float64 {
	_, exp := math.Frexp(slices.Max(weight))
	for i, w := range weight {
		weight[i] = max(math.Ldexp(w, -exp), 1e-300)
	}
	return weight
}
