// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

// TestTrueBoardIsNeverLost plays random games and asks after every event whether the
// true board is among those either player holds possible. Once a belief would grow beyond
// a limit it is thinned to the true board alone before every event: the history heard
// must still explain that one. VEIL_GAMES=10000 plays that many games a ruleset, and
// VEIL_GAMES=2000-3000 those from the 2,000th on.
func TestTrueBoardIsNeverLost(t *testing.T) {
	from, to, limit := 0, 25, 2_000
	if testing.Short() {
		to, limit = 6, 300
	}
	if s := os.Getenv("VEIL_GAMES"); s != "" {
		first, last, ok := strings.Cut(s, "-")
		if !ok {
			first, last = "0", s
		}
		var errs [2]error
		from, errs[0] = strconv.Atoi(first)
		to, errs[1] = strconv.Atoi(last)
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
		limit = 20_000
	}
	for _, r := range append(krieg.Rulesets(), krieg.Rules{Name: "berkeley", PublicRefusals: true, MaterialWins: true}) {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			events, thinned := 0, 0
			for i := from; i < to; i++ {
				w := witness{t: t, rules: r, rand: rand.New(rand.NewPCG(31, uint64(i))), limit: limit}
				w.play(w.start(i))
				events += w.events
				thinned += w.thinned
			}
			t.Logf("games %d to %d, %d events, %d beliefs thinned", from, to, events, thinned)
		})
	}
}

// witness watches one game.
type witness struct {
	t       *testing.T
	rules   krieg.Rules
	rand    *rand.Rand
	limit   int
	beliefs [2]*krieg.Belief
	events  int
	thin    [2]bool
	thinned int
}

// start returns the initial array, a start with castling and passed pawns, or a sparse
// one, in turn.
func (w *witness) start(i int) krieg.Position {
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

func (w *witness) play(p krieg.Position) {
	g := referee.NewGame(w.rules, p)
	for c := range w.beliefs {
		b, err := krieg.NewBelief(w.rules, krieg.Color(c), []krieg.Position{p})
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
func (w *witness) act(g *referee.Game) {
	s := g.State()
	a := krieg.AskAny
	if !w.rules.MayAsk(&s) || w.rand.IntN(8) > 0 {
		var l chess.Moves
		w.rules.Tries(&s, &l)
		a = krieg.Action(l.Slice()[w.rand.IntN(l.Len())])
	}
	o := g.Try(a)
	if o.Answer == krieg.Nonsense {
		return
	}
	w.events++
	e := krieg.Event{By: s.Pos.ToMove(), Action: a, Heard: o}
	for c := range w.beliefs {
		if krieg.Color(c) == e.By || o.Answer != krieg.No || w.rules.PublicRefusals {
			w.hear(krieg.Color(c), e, &s.Pos, g)
		}
	}
}

// hear lets a player hear an event that happened on a board.
func (w *witness) hear(c krieg.Color, e krieg.Event, board *krieg.Position, g *referee.Game) {
	b := w.beliefs[c]
	if w.thin[c] {
		b.Thin(board)
	}
	next, err := b.Hear(w.t.Context(), e, krieg.Limits{Boards: w.limit})
	if errors.Is(err, veil.ErrTooHard) && !w.thin[c] {
		w.thin[c] = true
		w.thinned++
		w.hear(c, e, board, g)
		return
	}
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
	w.beliefs[c] = next
}
