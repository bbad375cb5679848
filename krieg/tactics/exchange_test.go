// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

func TestExchange(t *testing.T) {
	for _, c := range []struct {
		fen  string
		on   krieg.Square
		by   krieg.Color
		want float64
	}{
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", 35, krieg.White, 1},       // nobody defends
		{"4k3/2p5/3p4/4r3/8/8/8/4R1K1 w - - 0 1", 36, krieg.White, 0},   // a rook for a rook that a pawn defends
		{"4k3/8/3p4/4n3/8/8/4R3/4R1K1 w - - 0 1", 36, krieg.White, 0},   // a knight, then a rook for a pawn and no more: stays away
		{"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", 35, krieg.White, 1},     // the rook behind recaptures
		{"3rk3/3q4/8/3p4/8/8/3R4/3RK3 w - - 0 1", 35, krieg.White, 0},   // so does Black's
		{"8/8/8/3pk3/8/8/3Q4/3RK3 w - - 0 1", 35, krieg.White, 1},       // the king may not recapture
		{"8/8/8/3pk3/8/8/3Q4/4K3 w - - 0 1", 35, krieg.White, 0},        // here it may
		{"4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", 35, krieg.White, 0},         // nobody attacks
		{"4k3/8/2p5/3n4/4P3/8/6B1/4K3 w - - 0 1", 35, krieg.White, 3},   // the pawn takes first
		{"2r1k3/2r5/8/8/8/2N5/1P6/2R1K3 b - - 0 1", 18, krieg.Black, 0}, // two rooks for a knight and a rook
		{"2r1k3/2r5/8/8/8/2N5/8/2R1K3 b - - 0 1", 18, krieg.Black, 3},   // with the last word it pays
	} {
		p, err := chess.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := exchange(&p, c.on, c.by, &worths); got != c.want {
			t.Errorf("%s: %v wins %v on %v, want %v", c.fen, c.by, got, c.on, c.want)
		}
	}
}

// TestExchangeAgrees compares the exchange with a search through every order of captures by least
// valuable men, written without the list of what was won.
func TestExchangeAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	n := 0
	for range 40 {
		p := chess.Start()
		for range 100 {
			list := krieg.LegalMoves(&p)
			if len(list) == 0 {
				break
			}
			for men := p.Occupied() &^ p.All(chess.King); men != 0; men &= men - 1 {
				on := krieg.Square(bits.TrailingZeros64(men))
				for by := range krieg.Color(2) {
					if p.Men(by)&on.Bit() != 0 {
						continue
					}
					got := exchange(&p, on, by, &worths)
					if want := exchanged(&p, on, by, p.Occupied(), p.KindAt(on)); got != want {
						t.Fatalf("%v: %v wins %v on %v, want %v", &p, by, got, on, want)
					}
					if got > 0 {
						n++
					}
				}
			}
			p.Make(list[r.IntN(len(list))])
		}
	}
	if n < 1000 {
		t.Errorf("only %d exchanges won something", n)
	}
}

// exchanged returns what a side wins on a square where a man of a kind stands, without those that have
// already gone: it may stop before each capture.
func exchanged(p *krieg.Position, on krieg.Square, by krieg.Color, left uint64, stands chess.Kind) float64 {
	for _, k := range []chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		for s := range krieg.Square(64) {
			b := s.Bit() & left & p.Men(by)
			if b == 0 || p.KindAt(s) != k || chess.AttacksOf(k, by, s, left)&on.Bit() == 0 {
				continue
			}
			if k == chess.King && attackedAmong(p, on, by.Other(), left&^b) {
				return 0
			}
			return max(0, worth(stands)-exchanged(p, on, by.Other(), left&^b, k))
		}
	}
	return 0
}

func attackedAmong(p *krieg.Position, on krieg.Square, by krieg.Color, left uint64) bool {
	for s := range krieg.Square(64) {
		if s.Bit()&left&p.Men(by) != 0 && chess.AttacksOf(p.KindAt(s), by, s, left)&on.Bit() != 0 {
			return true
		}
	}
	return false
}
