// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// exchange returns the material that a side wins by captures on a square, if both sides capture with
// their least valuable man and stop as soon as going on does not pay; never less than 0. Men behind
// the capturing men join in. Pins are not considered.
func exchange(p *krieg.Position, on krieg.Square, by krieg.Color, worth *[8]float64) float64 {
	occupied, stands, n := p.Occupied(), p.KindAt(on), 0
	takers := p.Takers(on, occupied)
	if takers&p.Men(by) == 0 {
		return 0
	}
	// won[n] is what the side that makes capture n has won by then if nothing follows.
	var won [32]float64
	for ; n < len(won); n++ {
		from, kind := least(p, takers&p.Men(by))
		if kind == chess.NoKind {
			break
		}
		occupied &^= from
		takers = p.Takers(on, occupied)
		if by = by.Other(); kind == chess.King && takers&p.Men(by) != 0 {
			break // a king captures nothing that is defended
		}
		if won[n] = worth[stands&7]; n > 0 {
			won[n] -= won[n-1]
		}
		stands = kind
	}
	if n == 0 {
		return 0
	}
	for n--; n > 0; n-- {
		won[n-1] = -max(-won[n-1], won[n])
	}
	return max(0, won[0])
}

// least returns the least valuable of some men, and its kind.
func least(p *krieg.Position, men uint64) (from uint64, kind chess.Kind) {
	if men == 0 {
		return 0, chess.NoKind
	}
	for _, k := range [...]chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		if those := p.All(k) & men; those != 0 {
			return those & -those, k
		}
	}
	return men & -men, chess.King
}
