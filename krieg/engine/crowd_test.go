// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
)

// crowd puts White's king, a queen or a rook, and between one and most other white men on random squares,
// with a bare black king that they do not attack.
func crowd(r *rand.Rand, most int) krieg.Position {
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
		for range 1 + r.IntN(most) {
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
			if p.Validate() == nil {
				return p
			}
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

// army is a crowd of up to twelve men and a king. It has a legal move that stalemates on no square
// on which the bare king may stand.
func army(r *rand.Rand) krieg.Position {
	for {
		p := crowd(r, 11)
		own := krieg.NewOwnView(krieg.Wild16(), krieg.White, p)
		men := own.Board()
		kings := ending.Kings(krieg.White, &men)
		if slices.ContainsFunc(krieg.LegalMoves(&p), func(m krieg.Move) bool { return !tactics.MayStalemate(own, kings, m) }) {
			return p
		}
	}
}

// convert plays an ending from a start, and returns how it ended, and after how many moves of the
// player.
func convert(t *testing.T, p *engine.Player, start krieg.Position, r *rand.Rand, flee flight) (end krieg.Result, moves int) {
	t.Helper()
	rules := p.Own().Rules()
	g := referee.NewGame(rules, start)
	for !g.Over() && moves < 120 {
		s := g.State()
		var a krieg.Action
		if s.Pos.ToMove() == krieg.White {
			thought, err := p.Choose(t.Context())
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
		if err := p.Hear(t.Context(), e.HeardBy(krieg.White)); err != nil {
			t.Fatal(err)
		}
	}
	return g.State().Over, moves
}

// standard returns the tables that are built in.
func standard(t *testing.T) *ending.Book {
	t.Helper()
	book, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// white returns a player with the white men.
func white(t *testing.T, rules krieg.Rules, cfg engine.Config) *engine.Player {
	t.Helper()
	m, err := engine.New(rules, krieg.White, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestConvertsCrowds plays endings with more men than a table has, with nothing known of the
// bare king. None may end in stalemate: VEIL_FULL plays 1,000 of each kind.
func TestConvertsCrowds(t *testing.T) {
	t.Run("men", func(t *testing.T) { convertsCrowds(t, func(r *rand.Rand) krieg.Position { return crowd(r, 4) }) })
	t.Run("armies", func(t *testing.T) { convertsCrowds(t, army) })
}

func convertsCrowds(t *testing.T, deal func(*rand.Rand) krieg.Position) {
	t.Helper()
	games := 24
	if os.Getenv("VEIL_FULL") != "" {
		games = 1000
	}
	book := standard(t)
	ends, most, all := map[krieg.Result]int{}, 0, 0
	for i := range games {
		rules := []krieg.Rules{krieg.Wild16(), krieg.Berkeley(), krieg.English()}[i%3]
		r := rand.New(rand.NewPCG(uint64(i), 15))
		start := deal(r)
		m := white(t, rules, engine.Config{Seed: r.Uint64(), Start: &start, Ending: engine.FromBook(book)})
		if err := m.Forget(); err != nil {
			t.Fatal(err)
		}
		end, moves := convert(t, m, start, r, flights()[i/3%2])
		all += moves
		if ends[end]++; end == krieg.Mate {
			most = max(most, moves)
		} else {
			t.Logf("game %d, %v: %v after %d moves", i, rules, end, moves)
		}
	}
	t.Logf("%d games: %d mates, in at most %d moves, %d stalemates, %d others, %d moves in all", games, ends[krieg.Mate], most, ends[krieg.Stalemate],
		games-ends[krieg.Mate]-ends[krieg.Stalemate], all)
	if ends[krieg.Stalemate] > 0 || 100*ends[krieg.Mate] < 95*games {
		t.Errorf("%d of %d converted, %d stalemates", ends[krieg.Mate], games, ends[krieg.Stalemate])
	}
}

// TestConvertsPrison mates a king whose square is known, with so many men that the tables see no
// win come closer.
func TestConvertsPrison(t *testing.T) {
	start, err := chess.ParseFEN("5N2/kB4B1/2KR4/2N5/3P2P1/P4R1P/2P5/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	m := white(t, krieg.Wild16(), engine.Config{Start: &start, Ending: engine.FromBook(standard(t))})
	if end, moves := convert(t, m, start, rand.New(rand.NewPCG(1, 15)), flights()[0]); end != krieg.Mate || moves > 5 {
		t.Errorf("%v after %d moves", end, moves)
	}
}
