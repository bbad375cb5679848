// SPDX-License-Identifier: BSD-3-Clause

package tactics_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
)

func position(t *testing.T, fen string) krieg.Position {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func move(t *testing.T, s string) krieg.Move {
	t.Helper()
	m, err := chess.ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// boards returns positions that weigh the same, which must have the same white men.
func boards(t *testing.T, fens ...string) (list []tactics.Board, own krieg.OwnView) {
	t.Helper()
	for _, f := range fens {
		list = append(list, tactics.Board{Pos: position(t, f), Weight: 1 / float64(len(fens))})
	}
	return list, krieg.NewOwnView(krieg.Wild16(), krieg.White, list[0].Pos)
}

// TestRank asks for the best try of small positions.
func TestRank(t *testing.T) {
	for _, c := range []struct {
		name, want string
		fens       []string
	}{
		{"mates", "a1a8", []string{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"}},
		{"takes the queen", "a1a8", []string{"q6k/8/8/8/8/8/1P6/R6K w - - 0 1"}},
		{"leaves a pawn that is guarded", "", []string{"7k/1b6/2p5/8/8/8/2Q5/K7 w - - 0 1"}},
		{"probes where it costs nothing", "e4d5", []string{"k7/8/8/3q4/4P3/8/8/K7 w - - 0 1", "k7/8/8/8/4P3/3q4/8/K7 w - - 0 1"}},
	} {
		list, own := boards(t, c.fens...)
		ranked, err := tactics.DefaultEvaluation().Rank(t.Context(), own, list, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ranked[0].Try.String()
		if c.want != "" && got != c.want || c.want == "" && got == "c2c6" {
			t.Errorf("%s: tries %s, want %q: %+v", c.name, got, c.want, ranked[:3])
		}
		if len(ranked) != len(own.Tries()) {
			t.Errorf("%s: %d of %d tries", c.name, len(ranked), len(own.Tries()))
		}
		for i, k := range ranked {
			legal := 0.0
			for _, b := range list {
				if b.Pos.IsLegal(k.Try) {
					legal += b.Weight
				}
			}
			if math.Abs(legal-k.Legal) > 1e-12 || i > 0 && k.Legal > 0 && k.Value > ranked[i-1].Value {
				t.Errorf("%s: %+v is legal with %v, after %+v", c.name, k, legal, ranked[max(0, i-1)])
			}
		}
	}
}

// TestFearsMate: a quiet move that lets the opponent mate is not played if there is another.
func TestFearsMate(t *testing.T) {
	list, own := boards(t, "3r2k1/5ppp/8/8/8/7P/P4PP1/6K1 w - - 0 1", "3r2k1/5ppp/8/8/8/7P/P4PP1/6K1 w - - 0 1")
	with, err := tactics.DefaultEvaluation().Rank(t.Context(), own, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := list[0].Pos
	if p.Make(with[0].Try); krieg.MateInOne(&p) {
		t.Errorf("%v allows mate", with[0].Try)
	}
}

// TestWithout leaves out every ingredient, and refuses one that does not exist.
func TestWithout(t *testing.T) {
	for _, name := range tactics.Names() {
		w, err := tactics.Default().Without(name)
		if err != nil || w == tactics.Default() {
			t.Errorf("%s: %v, or nothing changed", name, err)
		}
	}
	if _, err := tactics.Default().Without("luck"); err == nil || !strings.Contains(err.Error(), "material, risk") {
		t.Errorf("luck: %v", err)
	}
}

// TestHuntIsSafe hunts bare kings from random placements that are not known at all: never a
// stalemate, never a man left to be taken on any square if there is another try.
func TestHuntIsSafe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		p := krieg.Position{}
		for _, k := range []chess.Kind{chess.King, chess.Queen, chess.Rook} {
			s := krieg.Square(r.IntN(64))
			for p.Occupied()&s.Bit() != 0 {
				s = krieg.Square(r.IntN(64))
			}
			p.Put(s, krieg.White, k)
		}
		own := krieg.NewOwnView(krieg.Berkeley(), krieg.White, p)
		kings := uint64(0)
		for s := range krieg.Square(64) {
			if _, ok := own.Bared(s); ok {
				kings |= s.Bit()
			}
		}
		if kings == 0 {
			continue
		}
		m, ok := tactics.Hunt(own, kings, nil)
		if !ok {
			t.Fatalf("%v: nothing to try", &p)
		}
		for s := range krieg.Square(64) {
			if kings&s.Bit() == 0 {
				continue
			}
			q, _ := own.Bared(s)
			if !q.IsLegal(m) {
				continue
			}
			if q.Make(m); !q.HasMoves(q.CheckDirections()) && q.CheckDirections() == 0 {
				t.Fatalf("%v: %v stalemates the king on %v", &p, m, s)
			}
		}
	}
}

// pool returns the players to play against, by name.
func pool(rules krieg.Rules, me krieg.Color, r *rand.Rand) map[string]tactics.Agent {
	own := krieg.NewOwnView(rules, me, chess.Start())
	return map[string]tactics.Agent{
		"random": tactics.NewRandom(own, r), "heuristic": tactics.NewHeuristic(own, r),
		"maps": tactics.NewMaps(own, chess.Start(), r),
	}
}

// TestPoolPlays lets every player of the pool play against itself under every ruleset:
// nothing it tries is nonsense, and the same seed gives the same game.
func TestPoolPlays(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		for _, name := range []string{"random", "heuristic", "maps"} {
			var games [2][]krieg.Event
			for i := range games {
				games[i] = selfPlay(t, rules, name)
			}
			if !slices.Equal(games[0], games[1]) {
				t.Errorf("%v: %s does not play the same game twice", rules, name)
			}
		}
	}
}

func selfPlay(t *testing.T, rules krieg.Rules, name string) []krieg.Event {
	t.Helper()
	var players [2]tactics.Agent
	for c := range players {
		players[c] = pool(rules, krieg.Color(c), rand.New(rand.NewPCG(3, uint64(c))))[name]
	}
	g := referee.NewGame(rules, chess.Start())
	h := g.History()
	for range 150 {
		if g.Over() {
			break
		}
		by := g.ToMove()
		a, err := players[by].Choose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e := krieg.Event{By: by, Action: a, Heard: g.Try(a)}
		if e.Heard.Answer == krieg.Nonsense {
			h = g.History()
			t.Fatalf("%v: %s tries %v, which is nonsense\n%s", rules, name, a, h.Log())
		}
		for c := range players {
			if krieg.Color(c) == by || e.Heard.Answer != krieg.No || rules.PublicRefusals {
				if err := players[c].Hear(t.Context(), e.HeardBy(krieg.Color(c))); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	h = g.History()
	return h.Events
}

// TestRecaptures: the heuristic player takes back at once, with its cheapest man.
func TestRecaptures(t *testing.T) {
	start := position(t, "k7/8/8/8/6n1/4B3/3P4/K3Q3 b - - 0 1")
	p := tactics.NewHeuristic(krieg.NewOwnView(krieg.Berkeley(), krieg.White, start), rand.New(rand.NewPCG(1, 1)))
	heard := krieg.Percept{}.WithCapture(move(t, "e3e4").From())
	if err := p.Hear(t.Context(), krieg.Event{By: krieg.Black, Heard: heard}); err != nil {
		t.Fatal(err)
	}
	if a, err := p.Choose(t.Context()); err != nil || a.String() != "d2e3" {
		t.Errorf("tries %v, %v, want d2e3", a, err)
	}
}

// TestAhead: a queen that takes a guarded pawn is lost to the reply. Judged by what it takes
// alone the try is the best; a move further it is not, and the choice is the same every time.
func TestAhead(t *testing.T) {
	start := position(t, "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1")
	own := krieg.NewOwnView(krieg.Wild16(), krieg.White, start)
	boards := []tactics.Board{{Pos: start, Weight: 0.5}, {Pos: start, Weight: 0.5}}
	greedy := tactics.DefaultEvaluation()
	var err error
	if greedy.Weights, err = greedy.Without("risk"); err != nil {
		t.Fatal(err)
	}
	ranked, err := greedy.Rank(t.Context(), own, boards, nil)
	if err != nil || ranked[0].Try.String() != "d1d5" {
		t.Fatalf("%v is best, want d1d5: %v", ranked[0].Try, err)
	}
	var first [2]tactics.Ranked
	for i := range first {
		further, err := greedy.Ahead(t.Context(), own, boards, ranked, len(ranked), rand.New(rand.NewPCG(1, 1)))
		if err != nil || further[0].Try.String() == "d1d5" {
			t.Errorf("a move further %v is best, %v", further[0].Try, err)
		}
		first[i] = further[0]
	}
	if first[0] != first[1] {
		t.Errorf("%v, then %v", first[0], first[1])
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := greedy.Ahead(ended, own, boards, ranked, 3, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// BenchmarkValue evaluates the boards of a random game.
func BenchmarkValue(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	boards := []krieg.Position{chess.Start()}
	for len(boards) < 80 {
		p := boards[len(boards)-1]
		list := krieg.LegalMoves(&p)
		p.Make(list[r.IntN(len(list))])
		boards = append(boards, p)
	}
	w, rules := tactics.Default(), krieg.Wild16()
	for i := 0; b.Loop(); i++ {
		p := &boards[i%len(boards)]
		w.Value(rules, p.ToMove().Other(), p)
	}
}
