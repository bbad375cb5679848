// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/subgame"
	"github.com/veilplan/veil/search/resolve"
)

// mover is the hidden side: it moves on a board that it is shown.
type mover func(s krieg.State) krieg.Action

// duel plays a game of a player against a hidden side, and returns what the player thought at
// each decision, what it heard, and the player.
func duel(t *testing.T, rules krieg.Rules, me krieg.Color, cfg engine.Config, decisions int, hidden mover) (thoughts, heard []string, g *referee.Game, m *engine.Player) {
	t.Helper()
	g = referee.NewGame(rules, chess.Start())
	m, err := engine.New(rules, me, cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := krieg.NewHistory(rules, me)
	for !g.Over() && len(thoughts) < decisions {
		by := g.ToMove()
		var a krieg.Action
		if by == me {
			thought, err := m.Choose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			a = thought.Best
			thoughts = append(thoughts, fmt.Sprintf("%+v", thought))
		} else if a = hidden(g.State()); a == krieg.Wait {
			break
		}
		o := g.Try(a)
		if o.Answer == krieg.Nonsense {
			t.Fatalf("%v tries %v, which is nonsense", by, a)
		}
		e := krieg.Event{By: by, Action: a, Heard: o}.HeardBy(me)
		if err := m.Hear(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		heard = append(heard, h.Line(e))
	}
	return thoughts, heard, g, m
}

// mixed is a small search for a mixture of tries.
func mixed(ctx context.Context, turn engine.Turn) (krieg.Move, bool, error) {
	q := subgame.Question{Own: turn.Own, Events: turn.Events, Belief: turn.Belief, Judged: turn.Boards, Bonus: turn.Bonus}
	c, err := subgame.Choose(ctx, q, subgame.Config{Seed: turn.Seed, Boards: 4, Prior: 1, Budget: resolve.Budget{Nodes: 300, Last: 5}})
	if errors.Is(err, subgame.ErrRules) || errors.Is(err, subgame.ErrNoBoard) {
		return 0, false, nil
	}
	return c.Best, err == nil && !c.Stats.Invalid(), err
}

// TestSearchDecides: the player follows its search where that answers, its evaluation where it does not,
// and counts both. A context that ends stops it.
func TestSearchDecides(t *testing.T) {
	asked := 0
	m, err := engine.New(krieg.Berkeley(), krieg.White, engine.Config{Level: 4, Search: func(_ context.Context, turn engine.Turn) (krieg.Move, bool, error) {
		asked++
		tries := turn.Own.Tries()
		return tries[len(tries)-1], asked%2 == 1, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []engine.Source{engine.BySearch, engine.ByEvaluation} {
		thought, err := m.Choose(t.Context())
		if err != nil || thought.Source != want {
			t.Errorf("choice %d: source %q, %v, want %q", i, thought.Source, err, want)
		}
	}
	if n, declined := m.Searches(); n != 2 || declined != 1 {
		t.Errorf("%d searches, %d declined, want 2 and 1", n, declined)
	}
	m, err = engine.New(krieg.Berkeley(), krieg.White, engine.Config{Level: 4, Search: mixed})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Choose(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context the player says %v", err)
	}
}

// TestTwinBoards plays games whose hidden boards differ, but in which the player hears the
// same: a hidden side that moves at random, then one that makes the moves of another board
// that the player holds possible. Everything the player thinks must be the same, to the
// byte. VEIL_FULL compares 10,000 decisions.
func TestTwinBoards(t *testing.T) {
	want := 150
	if os.Getenv("VEIL_FULL") != "" {
		want = 10_000
	}
	compared, games, differ := 0, 0, 0
	for seed := uint64(1); compared < want; seed++ {
		rules := krieg.Rulesets()[seed%7]
		me := krieg.Color(seed / 7 % 2)
		r := rand.New(rand.NewPCG(seed, 3))
		cfg := engine.Config{Level: 4 + int(seed%5), Boards: 100, Seed: seed}
		if seed%4 == 0 {
			cfg.Search = mixed
		}
		first, heard, g, m := duel(t, rules, me, cfg, 5+r.IntN(60), func(s krieg.State) krieg.Action {
			list := krieg.LegalMoves(&s.Pos)
			return krieg.Action(list[r.IntN(len(list))])
		})
		if g.Over() {
			heard = heard[:len(heard)-1] // a belief does not hear the end
		}
		for range 4 {
			if m.Belief().Len() == 0 {
				break
			}
			i := r.IntN(m.Belief().Len())
			moves, board, now := m.Belief().Moves(i), m.Belief().Board(i), g.State()
			if board == now.Pos || m.Own().Hidden() == 1 { // a bare king's moves are not known from the start
				continue
			}
			twin, same, other, _ := duel(t, rules, me, cfg, len(first), func(krieg.State) krieg.Action {
				if len(moves) == 0 {
					return krieg.Wait
				}
				a := krieg.Action(moves[0])
				moves = moves[1:]
				return a
			})
			n := min(len(heard), len(same))
			if !slices.Equal(heard[:n], same[:n]) {
				k := 0
				for heard[k] == same[k] {
					k++
				}
				t.Fatalf("seed %d: %q is heard of the twin instead of %q, after %q", seed, same[k], heard[k], heard[max(0, k-8):k])
			}
			k := min(len(first), len(twin))
			if !slices.Equal(first[:k], twin[:k]) {
				t.Fatalf("seed %d: the player thinks something else", seed)
			}
			end := other.State()
			if end.Pos != now.Pos {
				differ++
			}
			compared += k
			games++
		}
	}
	t.Logf("%d decisions in %d pairs of games, %d of which end with different boards", compared, games, differ)
	if differ == 0 {
		t.Error("no twin differs")
	}
}
