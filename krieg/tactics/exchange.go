// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math/bits"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// exchange returns the material that a side wins by captures on a square, if both sides capture with
// their least valuable man and stop as soon as going on does not pay; never less than 0. Men behind
// the capturing men join in. Pins are not considered.
func exchange(p *krieg.Position, on krieg.Square, by krieg.Color, worth *[8]float64) float64 {
	// won[n] is what the side that makes capture n has won by then if nothing follows.
	var won [32]float64
	occupied, stands, n := p.Occupied(), p.KindAt(on), 0
	for ; n < len(won); n++ {
		from, kind := leastTaker(p, on, by, occupied)
		if kind == chess.NoKind {
			break
		}
		if kind == chess.King {
			if _, defends := leastTaker(p, on, by.Other(), occupied&^from); defends != chess.NoKind {
				break
			}
		}
		if won[n] = worth[stands&7]; n > 0 {
			won[n] -= won[n-1]
		}
		occupied &^= from
		stands, by = kind, by.Other()
	}
	if n == 0 {
		return 0
	}
	for n--; n > 0; n-- {
		won[n-1] = -max(-won[n-1], won[n])
	}
	return max(0, won[0])
}

// leastTaker returns the least valuable man of a side that attacks a square, among the occupied
// squares that count, and its kind.
func leastTaker(p *krieg.Position, on krieg.Square, by krieg.Color, occupied uint64) (from uint64, kind chess.Kind) {
	men := p.Men(by) & occupied
	for _, k := range [...]chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		those := p.All(k) & men
		if those == 0 {
			continue
		}
		// A man attacks the square if one of its kind on the square, of the other side, attacks it.
		if those &= chess.AttacksOf(k, by.Other(), on, occupied); those != 0 {
			return 1 << bits.TrailingZeros64(those), k
		}
	}
	return 0, chess.NoKind
}
