// SPDX-License-Identifier: BSD-3-Clause

package tactics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/tactics"
)

// TestMayStalemate: a promotion stalemates a king on f5 if its pawn stands on e6, whatever the pawn
// becomes, but for a bishop or a knight.
func TestMayStalemate(t *testing.T) {
	own := krieg.NewOwnView(krieg.English(), krieg.White, position(t, "8/6P1/4p3/4Pk2/N1PB4/P4K1R/8/R7 w - - 0 1"))
	f5 := chess.Square(5 + 8*4).Bit()
	for try, want := range map[string]bool{"g7g8q": true, "g7g8r": true, "g7g8b": false, "g7g8n": false, "a4c5": false} {
		if got := tactics.MayStalemate(own, f5, move(t, try)); got != want {
			t.Errorf("%s: %v, want %v", try, got, want)
		}
	}
}

// TestMayStalemateMissesNone puts men, a king and a pawn next to it on random squares: every try that
// stalemates there, unless the pawn shields the king, corners it.
func TestMayStalemateMissesNone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	found := 0
	for range 20_000 {
		p := stuck(r)
		if p.Validate() != nil {
			continue
		}
		king := p.King(krieg.Black)
		own := krieg.NewOwnView(krieg.Wild16(), krieg.White, p)
		if _, possible := own.Bared(king); !possible {
			continue
		}
		for _, m := range krieg.LegalMoves(&p) {
			after, bare := p, own.Board()
			after.Make(m)
			bare.Make(m)
			attacked := bare.Attacked(krieg.White)
			if bare.KindAt(m.To()) == chess.NoKind || attacked.Any()&king.Bit() != 0 || after.HasMoves(after.CheckDirections()) {
				continue
			}
			if found++; !tactics.MayStalemate(own, king.Bit(), m) {
				t.Errorf("%s: %v stalemates", p.String(), m)
			}
		}
	}
	if t.Logf("%d stalemates", found); found < 10 {
		t.Error("too few stalemates to show anything")
	}
}

// stuck returns White's king and some men against a king in a corner with a pawn beside it.
func stuck(r *rand.Rand) (p krieg.Position) {
	put := func(s krieg.Square, c krieg.Color, k chess.Kind) {
		if p.KindAt(s) == chess.NoKind {
			p.Put(s, c, k)
		}
	}
	put(0, krieg.Black, chess.King)
	put([]krieg.Square{8, 9, 10}[r.IntN(3)], krieg.Black, chess.Pawn)
	put(krieg.Square(r.IntN(64)), krieg.White, chess.King)
	for _, k := range []chess.Kind{chess.Queen, chess.Rook, chess.Knight, chess.Bishop} {
		put(krieg.Square(r.IntN(24)), krieg.White, k)
	}
	return p
}
