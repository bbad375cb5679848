// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
)

// Opponent models an opponent by features of its moves. It implements cloud.Opponent.
//
// Each feature of a move multiplies its weight. The factors are those of a conditional logit fitted
// to 7,080 moves of five players, in 36 games each: random, the heuristics, the maps, the tree
// search, and the engine itself.
type Opponent struct{}

// Weigh weighs the moves of a hidden board.
func (Opponent) Weigh(p *krieg.Position, before cloud.Before, moves []krieg.Move, weights []float64) {
	hit := p.PawnAttacks(p.ToMove().Other())
	for i, m := range moves {
		weights[i] = likes(p, before, hit, m)
	}
}

// The factors.
const (
	likesTakeUp   = 3.7  // capturing a man of at least the same value
	likesTakeDown = 2.1  // capturing another
	likesRetake   = 12.5 // capturing where a man has just been lost, in addition
	likesQueen    = 13   // promoting to a queen
	likesOther    = 0.66 // promoting to something else
	likesDevelop  = 1.2  // a knight or bishop that leaves its first rank
	likesAgain    = 2    // the man that moved last
	likesBack     = 1.2  // to where it came from, in addition
	likesPawnHit  = 0.63 // where a pawn can capture it
	likesStep     = 1.12 // each step after the first
)

// likesKind is the factor for the kind of the man that moves.
//
//nolint:gochecknoglobals // a constant table, read in the innermost loop
var likesKind = [8]float64{chess.Pawn: 1, chess.Knight: 0.58, chess.Bishop: 0.64, chess.Rook: 0.9, chess.Queen: 0.57, chess.King: 0.91}

// likesSteps is likesStep to the power of the steps after the first.
//
//nolint:gochecknoglobals // a constant table, read in the innermost loop
var likesSteps = func() (t [8]float64) {
	t[1] = 1
	for i := 2; i < len(t); i++ {
		t[i] = float64(t[i-1] * likesStep)
	}
	return t
}()

// likes returns the weight of a move on a board on which the player's pawns attack the squares hit.
func likes(p *krieg.Position, before cloud.Before, hit uint64, m krieg.Move) float64 {
	from, to := m.From(), m.To()
	kind, taken := p.KindAt(from), p.KindAt(to)
	w := likesKind[kind&7]
	switch {
	case taken != chess.NoKind && kind != chess.King && worth(taken) >= worth(kind):
		w *= likesTakeUp
	case taken != chess.NoKind:
		w *= likesTakeDown
	}
	if before.Took && to == before.Taken && taken != chess.NoKind {
		w *= likesRetake
	}
	if before.Last != 0 && from == before.Last.To() {
		if w *= likesAgain; to == before.Last.From() {
			w *= likesBack
		}
	}
	if kind == chess.Pawn {
		return w * promotes(m.Promotion())
	}
	if hit&to.Bit() != 0 {
		w *= likesPawnHit
	}
	if (kind == chess.Knight || kind == chess.Bishop) && firstRank(p.ToMove())&from.Bit() != 0 {
		w *= likesDevelop
	}
	return w * likesSteps[steps(from, to)&7]
}

// promotes returns the factor of a pawn's promotion, 1 if it is none.
func promotes(to chess.Kind) float64 {
	switch to {
	case chess.NoKind:
		return 1
	case chess.Queen:
		return likesQueen
	default:
		return likesOther
	}
}
