// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
)

// Opponent models an opponent by features of its moves. It implements cloud.Opponent.
//
// Each feature of a move multiplies its weight. The usual factors are those of a conditional logit
// fitted to 7,080 moves of five players, in 36 games each: random, the heuristics, the maps, the tree
// search, and the engine itself.
type Opponent struct {
	Likes

	kinds, steps [8]float64 // factors by the kind of the man, and by the number of steps
}

// Likes are the factors of a model of the opponent.
type Likes struct {
	TakeUp   float64 `json:"likes_take_up"`   // capturing a man of at least the same value
	TakeDown float64 `json:"likes_take_down"` // capturing another
	Retake   float64 `json:"likes_retake"`    // capturing where a man has just been lost, in addition
	Queen    float64 `json:"likes_queen"`     // promoting to a queen
	Other    float64 `json:"likes_other"`     // promoting to something else
	Leave    float64 `json:"likes_leave"`     // a knight or bishop that leaves its first rank
	Again    float64 `json:"likes_again"`     // the man that moved last
	Back     float64 `json:"likes_back"`      // to where it came from, in addition
	PawnHit  float64 `json:"likes_pawn_hit"`  // where a pawn can capture it
	Step     float64 `json:"likes_step"`      // each step after the first
	Knights  float64 `json:"likes_knights"`   // a move of a knight, compared with one of a pawn
	Bishops  float64 `json:"likes_bishops"`
	Rooks    float64 `json:"likes_rooks"`
	Queens   float64 `json:"likes_queens"`
	Kings    float64 `json:"likes_kings"`
}

// DefaultLikes returns the fitted factors.
func DefaultLikes() Likes {
	return Likes{
		TakeUp: 3.7, TakeDown: 2.1, Retake: 12.5, Queen: 13, Other: 0.66, Leave: 1.2, Again: 2, Back: 1.2, PawnHit: 0.63, Step: 1.12,
		Knights: 0.58, Bishops: 0.64, Rooks: 0.9, Queens: 0.57, Kings: 0.91,
	}
}

// UsualOpponent returns the model with the fitted factors.
func UsualOpponent() *Opponent { return NewOpponent(DefaultLikes()) }

// NewOpponent returns a model with some factors.
func NewOpponent(l Likes) *Opponent {
	o := &Opponent{Likes: l, kinds: [8]float64{
		chess.Pawn: 1, chess.Knight: l.Knights, chess.Bishop: l.Bishops, chess.Rook: l.Rooks, chess.Queen: l.Queens, chess.King: l.Kings,
	}}
	o.steps[1] = 1
	for i := 2; i < len(o.steps); i++ {
		o.steps[i] = float64(o.steps[i-1] * l.Step)
	}
	return o
}

// Weigh weighs the moves of a hidden board.
func (o *Opponent) Weigh(p *krieg.Position, before cloud.Before, moves []krieg.Move, weights []float64) {
	hit := p.PawnAttacks(p.ToMove().Other())
	for i, m := range moves {
		weights[i] = o.likes(p, before, hit, m)
	}
}

// likes returns the weight of a move on a board on which the player's pawns attack the squares hit.
func (o *Opponent) likes(p *krieg.Position, before cloud.Before, hit uint64, m krieg.Move) float64 {
	from, to := m.From(), m.To()
	kind, taken := p.KindAt(from), p.KindAt(to)
	w := o.kinds[kind&7]
	switch {
	case taken != chess.NoKind && kind != chess.King && worth(taken) >= worth(kind):
		w *= o.TakeUp
	case taken != chess.NoKind:
		w *= o.TakeDown
	}
	if before.Took && to == before.Taken && taken != chess.NoKind {
		w *= o.Retake
	}
	if before.Last != 0 && from == before.Last.To() {
		if w *= o.Again; to == before.Last.From() {
			w *= o.Back
		}
	}
	if kind == chess.Pawn {
		return w * o.promotes(m.Promotion())
	}
	if hit&to.Bit() != 0 {
		w *= o.PawnHit
	}
	if (kind == chess.Knight || kind == chess.Bishop) && firstRank(p.ToMove())&from.Bit() != 0 {
		w *= o.Leave
	}
	return w * o.steps[steps(from, to)&7]
}

// promotes returns the factor of a pawn's promotion, 1 if it is none.
func (o *Opponent) promotes(to chess.Kind) float64 {
	switch to {
	case chess.NoKind:
		return 1
	case chess.Queen:
		return o.Queen
	default:
		return o.Other
	}
}
