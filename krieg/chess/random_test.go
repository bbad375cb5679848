// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

// randomPositions returns n positions from random games, half of them from the initial
// array and half from sparse boards, where pawns run, promote and meet en passant.
func randomPositions(t testing.TB, n int, seed uint64) []chess.Position {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]chess.Position, 0, n)
	for game := 0; len(out) < n; game++ {
		p := chess.Start()
		if game%2 == 1 {
			p = sparse(r)
		}
		var l chess.Moves
		for range 80 {
			if p.Legal(&l); l.Len() == 0 || len(out) == n {
				break
			}
			p.Make(l.Slice()[r.IntN(l.Len())])
			out = append(out, p)
		}
	}
	return out
}

// sparse draws a valid position with two kings, pawns and a few other men.
func sparse(r *rand.Rand) chess.Position {
	kinds := []chess.Kind{chess.Pawn, chess.Pawn, chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}
	for {
		var p chess.Position
		place := func(c chess.Color, k chess.Kind) {
			for {
				s := chess.Square(r.IntN(64))
				if p.Occupied()&s.Bit() != 0 || k == chess.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
					continue
				}
				p.Put(s, c, k)
				return
			}
		}
		for c := range chess.Color(2) {
			place(c, chess.King)
			for range r.IntN(7) {
				place(c, kinds[r.IntN(len(kinds))])
			}
		}
		if p.Validate() == nil {
			return p
		}
	}
}
