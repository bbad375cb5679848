// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
)

// TestBeatsRandom plays a game of every ruleset against random moves: it is won, and no try
// is nonsense.
func TestBeatsRandom(t *testing.T) {
	games, won := 0, 0
	for i, rules := range krieg.Rulesets() {
		r := rand.New(rand.NewPCG(uint64(i), 8))
		me := krieg.Color(i % 2)
		_, _, g, _ := duel(t, rules, me, engine.Config{Level: 7, Seed: uint64(i)}, 2000, func(s krieg.State) krieg.Action {
			list := krieg.LegalMoves(&s.Pos)
			return krieg.Action(list[r.IntN(len(list))])
		})
		games++
		if s := g.State(); s.Over == krieg.Mate && s.Pos.ToMove() != me {
			won++
		} else {
			t.Logf("%v: %v, repeated %v", rules, s.Over, g.DrawnByRepetition())
		}
	}
	if won < games-1 {
		t.Errorf("%d of %d games won", won, games)
	}
}

// TestPlayer checks what a player refuses.
func TestPlayer(t *testing.T) {
	for _, c := range []struct {
		cfg  engine.Config
		want string
	}{
		{engine.Config{Level: 9}, "level 9: want 1 to 8"},
		{engine.Config{Level: -1}, "level -1: want 1 to 8"},
		{engine.Config{Ahead: -3}, "ahead -3, boards 1000: want neither below 0"},
		{engine.Config{Boards: -5}, "ahead 0, boards -5: want neither below 0"},
		{engine.Config{Without: []string{"luck"}}, `no ingredient "luck"; there are material, `},
	} {
		if _, err := engine.New(krieg.Wild16(), krieg.White, c.cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.cfg, err, c.want)
		}
	}
	for _, name := range engine.Ingredients() {
		if _, err := engine.New(krieg.Wild16(), krieg.White, engine.Config{Without: []string{name}}); err != nil {
			t.Errorf("without %s: %v", name, err)
		}
	}
	m, err := engine.New(krieg.Wild16(), krieg.Black, engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Choose(t.Context()); !errors.Is(err, engine.ErrOver) {
		t.Errorf("chooses in the opponent's turn: %v", err)
	}
	if err := m.Hear(t.Context(), krieg.Event{By: krieg.Black}); err == nil {
		t.Error("hears a move out of turn")
	}
}
