// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

func move(t testing.TB, s string) krieg.Action {
	t.Helper()
	m, err := chess.ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return krieg.Action(m)
}

// step lets a random player act once: now and then he asks, otherwise he tries
// anything the rules allow.
func step(r *rand.Rand, rules krieg.Rules, g *referee.Game) krieg.Percept {
	s := g.State()
	if rules.MayAsk(&s) && r.IntN(6) == 0 {
		return g.Try(krieg.AskAny)
	}
	var l chess.Moves
	rules.Tries(&s, &l)
	return g.Try(krieg.Action(l.Slice()[r.IntN(l.Len())]))
}

// play lets two random players make up to n actions that count.
func play(r *rand.Rand, rules krieg.Rules, start krieg.Position, n int) *referee.Game {
	g := referee.NewGame(rules, start)
	for range n {
		if g.Over() {
			break
		}
		step(r, rules, g)
	}
	return g
}

// sparse draws a position with few men, where games are long, pawns promote and kings
// are chased.
func sparse(r *rand.Rand) krieg.Position {
	kinds := []chess.Kind{chess.Pawn, chess.Pawn, chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}
	for {
		var p krieg.Position
		for c := range krieg.Color(2) {
			for i := range 2 + r.IntN(4) {
				k := chess.King
				if i > 0 {
					k = kinds[r.IntN(len(kinds))]
				}
				s := krieg.Square(r.IntN(64))
				if p.Occupied()&s.Bit() == 0 && (k != chess.Pawn || s.Rank() > 0 && s.Rank() < 7) {
					p.Put(s, c, k)
				}
			}
		}
		if p.Validate() == nil && !p.DeadDrawn() {
			return p
		}
	}
}

// castles draws a position with kings and rooks at home and their rights.
func castles(r *rand.Rand, t testing.TB) krieg.Position {
	t.Helper()
	fens := []string{
		"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
		"r3k3/2p5/8/3P4/3p4/8/2P5/4K2R w Kq - 0 1",
		"4k2r/1p4p1/8/P6P/p6p/8/1P4P1/R3K3 b Qk - 0 1",
	}
	p, err := chess.ParseFEN(fens[r.IntN(len(fens))])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// start draws a start: the initial array, a sparse board or one that can castle.
func start(r *rand.Rand, t testing.TB) krieg.Position {
	t.Helper()
	switch r.IntN(3) {
	case 0:
		return chess.Start()
	case 1:
		return castles(r, t)
	default:
		return sparse(r)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// TestPart draws boards of a belief: as many as asked for, all of it, and each about as often.
func TestPart(t *testing.T) {
	h, err := krieg.ParseLog("ruleset berkeley\nW e2e4 yes\nB moved\n")
	if err != nil {
		t.Fatal(err)
	}
	b, err := krieg.Estimate(t.Context(), &h, krieg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	drawn := map[krieg.Position]int{}
	const times, n = 2000, 5
	for range times {
		part := b.Part(r, n)
		if part.Len() != n {
			t.Fatalf("%d boards", part.Len())
		}
		for p := range part.Boards() {
			if drawn[p]++; !b.Has(&p) {
				t.Fatalf("%v is not in the belief", &p)
			}
		}
	}
	mean := float64(times*n) / float64(b.Len())
	for p := range b.Boards() {
		if d := float64(drawn[p]); d < mean/1.3 || d > mean*1.3 {
			t.Errorf("%v was drawn %v times, want about %v", &p, d, mean)
		}
	}
	if b.Part(r, b.Len()) != b {
		t.Error("a part of all boards is another belief")
	}
}
