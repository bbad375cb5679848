// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/domain/krieg/ending"
	"github.com/veilplan/veil/domain/krieg/referee"
	"github.com/veilplan/veil/internal/chess"
	"github.com/veilplan/veil/solve/krieg/engine"
)

// crowd puts a king, a queen or a rook, and some more men of White's on random squares, with a
// bare king that they do not attack.
func crowd(r *rand.Rand) krieg.Position {
	for {
		var p krieg.Position
		free := func(ranks uint64) krieg.Square {
			for {
				if s := krieg.Square(r.IntN(64)); s.Bit()&ranks&^p.Occupied() != 0 {
					return s
				}
			}
		}
		all := ^uint64(0)
		p.Put(free(all), krieg.White, chess.King)
		p.Put(free(all), krieg.White, []chess.Kind{chess.Queen, chess.Rook}[r.IntN(2)])
		for range 1 + r.IntN(4) {
			k := []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn}[r.IntN(6)]
			ranks := all
			if k == chess.Pawn {
				ranks = 0x00ffffffffffff00
			}
			p.Put(free(ranks), krieg.White, k)
		}
		if squares := ending.Kings(krieg.White, &p); squares != 0 {
			for range r.IntN(bits.OnesCount64(squares)) {
				squares &= squares - 1
			}
			p.Put(krieg.Square(bits.TrailingZeros64(squares)), krieg.Black, chess.King)
			return p
		}
	}
}

// flight is how a bare king that sees the board moves.
type flight func(p *krieg.Position, moves []krieg.Move, r *rand.Rand) krieg.Move

// flights are a king that moves at random, and one that takes what it can and else keeps to
// the middle of the board.
func flights() []flight {
	return []flight{
		func(_ *krieg.Position, moves []krieg.Move, r *rand.Rand) krieg.Move { return moves[r.IntN(len(moves))] },
		func(p *krieg.Position, moves []krieg.Move, _ *rand.Rand) krieg.Move {
			best, top := moves[0], -1
			for _, m := range moves {
				s := m.To()
				v := 20 - max(2*s.File()-7, 7-2*s.File()) - max(2*s.Rank()-7, 7-2*s.Rank())
				if p.KindAt(s) != chess.NoKind {
					v += 100
				}
				if v > top {
					best, top = m, v
				}
			}
			return best
		},
	}
}

// convert plays such an ending from a start of which only the player's men are known to it, and
// returns how it ended, and after how many moves of the player.
func convert(t *testing.T, rules krieg.Rules, book *ending.Book, r *rand.Rand, flee flight) (end krieg.Result, moves int) {
	t.Helper()
	start := crowd(r)
	m, err := engine.New(rules, krieg.White, engine.Config{Seed: r.Uint64(), Start: &start, Ending: engine.FromBook(book)})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Forget(); err != nil {
		t.Fatal(err)
	}
	g := referee.NewGame(rules, start)
	for !g.Over() && moves < 120 {
		s := g.State()
		var a krieg.Action
		if s.Pos.ToMove() == krieg.White {
			thought, err := m.Choose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			a = thought.Best
		} else {
			a = krieg.Action(flee(&s.Pos, krieg.LegalMoves(&s.Pos), r))
		}
		e := krieg.Event{By: s.Pos.ToMove(), Action: a, Heard: g.Try(a)}
		if e.By == krieg.White && e.Heard.Answer == krieg.Yes {
			moves++
		}
		if err := m.Hear(t.Context(), e.HeardBy(krieg.White)); err != nil {
			t.Fatal(err)
		}
	}
	return g.State().Over, moves
}

// TestConvertsCrowds plays endings with more men than a table has, with nothing known of the
// bare king. None may end in stalemate. VEIL_FULL plays 1,000.
func TestConvertsCrowds(t *testing.T) {
	games := 24
	if os.Getenv("VEIL_FULL") != "" {
		games = 1000
	}
	book, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	ends, most := map[krieg.Result]int{}, 0
	for i := range games {
		rules := []krieg.Rules{krieg.Wild16(), krieg.Berkeley(), krieg.English()}[i%3]
		r := rand.New(rand.NewPCG(uint64(i), 15))
		end, moves := convert(t, rules, book, r, flights()[i/3%2])
		if ends[end]++; end == krieg.Mate {
			most = max(most, moves)
		} else {
			t.Logf("game %d, %v: %v after %d moves", i, rules, end, moves)
		}
	}
	t.Logf("%d games: %d mates, in at most %d moves, %d stalemates, %d others", games, ends[krieg.Mate], most, ends[krieg.Stalemate], games-ends[krieg.Mate]-ends[krieg.Stalemate])
	if ends[krieg.Stalemate] > 0 || 100*ends[krieg.Mate] < 95*games {
		t.Errorf("%d of %d converted, %d stalemates", ends[krieg.Mate], games, ends[krieg.Stalemate])
	}
}
