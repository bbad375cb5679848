// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
)

// clocked is a player whose CPU time is added up.
type clocked struct {
	*engine.Player

	spent time.Duration
}

func (p *clocked) Choose(ctx context.Context) (engine.Thought, error) {
	before := rusage.Thread()
	defer func() { p.spent += rusage.Thread() - before }()
	return p.Player.Choose(ctx)
}

func (p *clocked) Hear(ctx context.Context, e krieg.Event) error {
	before := rusage.Thread()
	defer func() { p.spent += rusage.Thread() - before }()
	return p.Player.Hear(ctx, e)
}

// TestMoveTime plays VEIL_GAMES games of level 8 under each of three rulesets against the maps and the
// heuristics, and prints the CPU time per move: all tries of the move and all announcements up to the next.
func TestMoveTime(t *testing.T) {
	if os.Getenv("VEIL_GAMES") == "" {
		t.Skip("measures: with VEIL_GAMES=4")
	}
	games := number(t, "VEIL_GAMES", 4)
	runtime.LockOSThread() // its clock is read
	defer runtime.UnlockOSThread()
	book, err := minor.Book()
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range []krieg.Rules{krieg.Wild16(), krieg.Berkeley(), krieg.English()} {
		var moves []time.Duration
		for i := range uint64(games) {
			me := krieg.Color(i % 2)
			m, err := engine.New(rules, me, engine.Config{Seed: i, Ending: engine.FromBook(book)})
			if err != nil {
				t.Fatal(err)
			}
			own, r := krieg.NewOwnView(rules, me.Other(), chess.Start()), rand.New(rand.NewPCG(i, 6))
			var other tactics.Agent = tactics.NewMaps(own, chess.Start(), r)
			if i/2%2 == 1 {
				other = tactics.NewHeuristic(own, r)
			}
			moves = append(moves, timed(t, rules, &clocked{Player: m}, other)...)
		}
		slices.Sort(moves)
		total := time.Duration(0)
		for _, d := range moves {
			total += d
		}
		t.Logf("%v: %d moves in %d games, mean %v, median %v, 99%% %v, longest %v", rules, len(moves), games,
			total/time.Duration(len(moves)), moves[len(moves)/2], moves[len(moves)*99/100], moves[len(moves)-1])
	}
}

// timed returns the time of each move of a game.
func timed(t *testing.T, rules krieg.Rules, p *clocked, other tactics.Agent) (moves []time.Duration) {
	t.Helper()
	g, me := referee.NewGame(rules, chess.Start()), p.Own().Me()
	for !g.Over() && len(moves) < 200 {
		by := g.ToMove()
		var a krieg.Action
		if by == me {
			thought, err := p.Choose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			a = thought.Best
		} else {
			var err error
			if a, err = other.Choose(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		e := krieg.Event{By: by, Action: a, Heard: g.Try(a)}
		tell(t, rules, e, me, p, other)
		if by != me && e.Heard.Answer == krieg.Yes || g.Over() {
			moves, p.spent = append(moves, p.spent), 0
		}
	}
	return moves
}
