// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
)

// TestConverts plays endings against bare kings that flee at random, from a start that both
// know: a queen with a rook and a pawn, which no table has, a queen, a rook. None ends in
// stalemate, and none is drawn.
func TestConverts(t *testing.T) {
	book, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	rules := krieg.Berkeley()
	for _, fen := range []string{"8/8/8/5k2/8/8/1P6/K1QR4 w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"} {
		start, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(3) {
			m, err := engine.New(rules, krieg.White, engine.Config{Level: 5, Seed: seed, Start: &start, Ending: engine.FromBook(book)})
			if err != nil {
				t.Fatal(err)
			}
			g := referee.NewGame(rules, start)
			r := rand.New(rand.NewPCG(seed, 6))
			moves := 0
			for ; !g.Over() && moves < 200; moves++ {
				s := g.State()
				list := krieg.LegalMoves(&s.Pos)
				a := krieg.Action(list[r.IntN(len(list))])
				if s.Pos.ToMove() == krieg.White {
					thought, err := m.Choose(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					king := s.Pos.King(krieg.Black)
					if a = thought.Best; thought.Kings&king.Bit() == 0 {
						t.Fatalf("the king on %v is held impossible", king)
					}
				}
				if err := m.Hear(t.Context(), krieg.Event{By: s.Pos.ToMove(), Action: a, Heard: g.Try(a)}.HeardBy(krieg.White)); err != nil {
					t.Fatal(err)
				}
			}
			if s := g.State(); s.Over != krieg.Mate {
				t.Errorf("%s, seed %d: %v after %d plies and refusals", fen, seed, s.Over, moves)
			} else {
				t.Logf("%s, seed %d: mate after %d plies and refusals", fen, seed, moves)
			}
		}
	}
}
