// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/veilplan/veil/internal/chess"
)

// TestTrueBoardIsNeverLost plays random games and asks after every event whether the
// true board is among those either player holds possible. Once a belief has grown beyond
// a limit it is thinned to the true board alone after every event: the history heard
// must still explain that one. VEIL_GAMES=10000 plays that many games a ruleset.
func TestTrueBoardIsNeverLost(t *testing.T) {
	games, limit := 25, 2_000
	if testing.Short() {
		games, limit = 6, 300
	}
	if s := os.Getenv("VEIL_GAMES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		games, limit = n, 20_000
	}
	for _, r := range append(Rulesets(), Rules{Name: "berkeley", PublicRefusals: true, MaterialWins: true}) {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			events, thinned := 0, 0
			for i := range games {
				w := witness{t: t, rules: r, rand: rand.New(rand.NewPCG(31, uint64(i))), limit: limit}
				w.play(w.start(i))
				events += w.events
				thinned += w.thinned
			}
			t.Logf("%d games, %d events, %d beliefs thinned", games, events, thinned)
		})
	}
}

// witness watches one game.
type witness struct {
	t       *testing.T
	rules   Rules
	rand    *rand.Rand
	limit   int
	beliefs [2]*Belief
	events  int
	thin    [2]bool
	thinned int
}

// start returns the initial array, a start with castling and passed pawns, or a sparse
// one, in turn.
func (w *witness) start(i int) Position {
	fen := [...]string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1p4p/8/1P4P1/1p4p1/8/P1P4P/R3K2R w KQkq - 0 1",
		"4k3/2p1p3/8/1P1P4/8/8/8/4K3 b - - 0 1",
		"4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1",
		"8/5k2/8/2n5/8/1P6/8/3K4 w - - 0 1",
		"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
	}[i%6]
	p, err := chess.ParseFEN(fen)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *witness) play(p Position) {
	g := NewGame(w.rules, p)
	for c := range w.beliefs {
		b, err := NewBelief(w.rules, Color(c), []Position{p})
		if err != nil {
			w.t.Fatal(err)
		}
		w.beliefs[c] = b
	}
	for range 150 {
		if g.Over() {
			return
		}
		w.act(g)
	}
}

// act lets a random player act and both hear it.
func (w *witness) act(g *Game) {
	s := g.State()
	a := AskAny
	if !w.rules.MayAsk(&s) || w.rand.IntN(8) > 0 {
		var l chess.Moves
		w.rules.Tries(&s, &l)
		a = Action(l.Slice()[w.rand.IntN(l.Len())])
	}
	o := g.Try(a)
	if o.Answer == Nonsense {
		return
	}
	w.events++
	e := Event{By: s.Pos.ToMove(), Action: a, Heard: o}
	for c := range w.beliefs {
		if Color(c) == e.By || o.Answer != No || w.rules.PublicRefusals {
			w.hear(Color(c), e, g)
		}
	}
}

func (w *witness) hear(c Color, e Event, g *Game) {
	next, err := w.beliefs[c].Hear(e)
	history := g.History()
	if err != nil {
		w.t.Fatalf("%v lost every board: %v\n%s", c, err, history.Log())
	}
	now := g.State()
	if !next.Has(&now.Pos) {
		w.t.Fatalf("%v lost the true board %v\n%s", c, &now.Pos, history.Log())
	}
	if state := next.State(0); state.Asked != now.Asked || state.Over != now.Over {
		w.t.Fatalf("%v is wrong about the turn: %+v, want %+v\n%s", c, state, now, history.Log())
	}
	if next.Len() > w.limit && !w.thin[c] {
		w.thin[c] = true
		w.thinned++
	}
	if w.thin[c] {
		next.hidden = []chess.Side{now.Pos.Side(c.Other())}
	}
	w.beliefs[c] = next
}
