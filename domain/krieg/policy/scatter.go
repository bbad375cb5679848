// SPDX-License-Identifier: BSD-3-Clause

package policy

import (
	"math/bits"
	"math/rand/v2"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/chess"
)

// Scatter puts one hidden man of a board somewhere else, now and then as another kind. The
// player's men are taken from own.
func Scatter(p *krieg.Position, own krieg.Own, r *rand.Rand) {
	board, them := own.Board(), own.Me().Other()
	men := p.Men(them)
	for range r.IntN(bits.OnesCount64(men)) {
		men &= men - 1
	}
	from, to := krieg.Square(bits.TrailingZeros64(men)), krieg.Square(r.IntN(64))
	if (p.Occupied()|board.Occupied())&to.Bit() != 0 {
		return
	}
	k := p.KindAt(from)
	if k != chess.King && r.IntN(3) == 0 {
		k = [...]chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}[r.IntN(5)]
	}
	p.Remove(from)
	p.Put(to, them, k)
}
