// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
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
