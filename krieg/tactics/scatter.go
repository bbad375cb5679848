// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math/bits"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Scatter relocates one hidden man of a board, sometimes as another kind. The player's men are
// those of own.
func Scatter(p *krieg.Position, own krieg.OwnView, r *rand.Rand) {
	them := own.Me().Other()
	from, to := anyOf(p.Men(them), r), krieg.Square(r.IntN(64))
	board := own.Board()
	if (p.Occupied()|board.Occupied())&to.Bit() != 0 {
		return
	}
	k := p.KindAt(from)
	if k != chess.King && r.IntN(3) == 0 {
		k = anyKind(r)
	}
	p.Remove(from)
	p.Put(to, them, k)
}

// AdjustMen gives a board as many hidden men as the opponent has, one of them the king: it removes
// some, or adds some on random squares.
func AdjustMen(p *krieg.Position, own krieg.OwnView, r *rand.Rand) {
	them := own.Me().Other()
	if p.King(them) == chess.NoSquare {
		put(p, them, chess.King, r)
	}
	n := bits.OnesCount64(p.Men(them))
	for ; n < own.Hidden(); n++ {
		put(p, them, anyKind(r), r)
	}
	for ; n > own.Hidden(); n-- {
		p.Remove(anyOf(p.Men(them)&^p.King(them).Bit(), r))
	}
}

// PlaceMan moves one of the hidden men to a square, unless one is there.
func PlaceMan(p *krieg.Position, own krieg.OwnView, at krieg.Square, r *rand.Rand) {
	if p.Occupied()&at.Bit() != 0 {
		return
	}
	them := own.Me().Other()
	from := anyOf(p.Men(them), r)
	k := p.KindAt(from)
	p.Remove(from)
	p.Put(at, them, k)
}

// put adds a man on a random empty square.
func put(p *krieg.Position, c krieg.Color, k chess.Kind, r *rand.Rand) {
	p.Put(anyOf(^p.Occupied(), r), c, k)
}

// anyOf draws one of some squares.
func anyOf(squares uint64, r *rand.Rand) krieg.Square {
	for range r.IntN(bits.OnesCount64(squares)) {
		squares &= squares - 1
	}
	return krieg.Square(bits.TrailingZeros64(squares))
}

// anyKind draws a kind as often as men of it start a game.
func anyKind(r *rand.Rand) chess.Kind {
	return [...]chess.Kind{
		chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn,
		chess.Knight, chess.Knight, chess.Bishop, chess.Bishop, chess.Rook, chess.Rook, chess.Queen,
	}[r.IntN(15)]
}
