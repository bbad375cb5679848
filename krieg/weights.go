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
	// BySensible weights a sequence of moves by its probability if the opponent chooses among the
	// legal moves by [Reader.Opponent]: a model that prefers some.
	BySensible Weighting = "sensible"
)

// Weightings returns every way of weighting that has a name.
func Weightings() []Weighting { return []Weighting{ByPosition, ByHistory, ByRandomMoves, BySensible} }

// ErrNoWeighting reports an unknown way of weighting.
var ErrNoWeighting = errors.New("no such weights")

// ErrNoOpponent reports weights by a model of the opponent that is missing.
var ErrNoOpponent = errors.New("there is no model of the opponent here")

// ErrNoHistory reports boards without a history that are to be weighed by one.
var ErrNoHistory = errors.New("boards that were typed in have no history to be weighed by")

// followed reports whether weights are computed along a history.
func (w Weighting) followed() bool { return w == ByHistory || w == ByRandomMoves || w == BySensible }

// check returns an error for an unknown way of weighting.
func (w Weighting) check() error {
	if w != "" && !slices.Contains(Weightings(), w) {
		return fmt.Errorf("%q: %w; there are %v", string(w), ErrNoWeighting, Weightings())
	}
	return nil
}

// Opponent models how the opponent chooses among the moves of a hidden board.
type Opponent interface {
	// Weigh sets weights[i] to the weight of moves[i] on the board, which must be positive and
	// finite. Only their ratios count. mine is what was heard of the player's last move.
	Weigh(board *Position, mine Percept, moves []Move, weights []float64)
}

// weights carries the weights of the boards of a belief through a history.
type weights struct {
	by       Weighting
	opponent Opponent
	mine     Percept   // what was heard of the player's last move
	weight   []float64 // of the boards of the belief, in its order
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
		before.rules.futures(before.Board(i), before.turn, after.turn, e, s.rarity, func(q *Position, rarity float64) {
			m.spend(1)
			out[at[q.Side(before.me.Other())]] += w / rarity
		})
	}
	s.weight = balanced(out)
	if e.By == before.me && e.Heard.Answer == Yes {
		s.mine = e.Heard
	}
}

// rarity returns the reciprocal of the probability of each move of the opponent.
func (s *weights) rarity(p *Position, moves []Move) []float64 {
	list, sum := make([]float64, len(moves)), float64(len(moves))
	for i := range list {
		list[i] = 1
	}
	switch s.by {
	case ByHistory:
		return list
	case ByPosition, ByRandomMoves:
	case BySensible:
		s.opponent.Weigh(p, s.mine, moves, list)
		sum = 0
		for _, w := range list {
			sum += w
		}
	}
	for i, w := range list {
		list[i] = sum / w
	}
	return list
}

// futures yields the boards that an event can lead to from one board, and the rarity of the move of
// the opponent that does, 1 without rarity; before and after are the public record.
func (r *Rules) futures(p Position, before, after Record, e Event, rarity func(*Position, []Move) []float64, yield func(q *Position, rarity float64)) {
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
		var list []float64
		if rarity != nil {
			list = rarity(&p, moves.Slice())
		}
		for i, m := range moves.Slice() {
			q, of := p, 1.0
			if i < len(list) {
				of = list[i]
			}
			if r.Hears(&q, m, &e.Heard) {
				yield(&q, of)
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
