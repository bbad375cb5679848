// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/tactics"
)

// heardBy returns what a player of level 6 hears in a game against the maps, until the other king
// is bare, at most so many events.
func heardBy(t *testing.T, rules krieg.Rules, seed uint64) krieg.History {
	t.Helper()
	me := krieg.Color(seed % 2)
	m, err := engine.New(rules, me, engine.Config{Level: 6, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	other := tactics.NewMaps(krieg.NewOwnView(rules, me.Other(), chess.Start()), chess.Start(), rand.New(rand.NewPCG(seed, 4)))
	g := contest(t, rules, m, other, func(*engine.Player, *krieg.Position) {})
	h := g.History()
	h = h.Filter(me)
	own := krieg.NewOwnView(rules, me, h.Start)
	for i, e := range h.Events {
		if own, err = own.Hear(e); err != nil {
			t.Fatal(err)
		}
		if own.Hidden() == 1 || i == mostHeard || e.Heard.Result != krieg.Running {
			h.Events = h.Events[:i]
			break
		}
	}
	return h
}

// mostHeard is about a hundred moves and the refusals between them.
const mostHeard = 250

// number reads a number from the environment.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(otherwise)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDeaths follows the same games with clouds of some size, so that sizes and repairs can be
// compared at little cost: how often they die, and how long they stay lost. VEIL_DEATHS is the
// number of games, VEIL_BOARDS the size.
func TestDeaths(t *testing.T) {
	games, boards := number(t, "VEIL_DEATHS", 1), number(t, "VEIL_BOARDS", 100)
	deaths, lost, events, ended := 0, 0, 0, 0
	for seed := range uint64(games) {
		h := heardBy(t, krieg.Berkeley(), seed)
		c, err := cloud.New(h.Rules, h.Me, []krieg.Position{h.Start}, cloud.Config{Boards: boards, Seed: seed, Opponent: tactics.UsualOpponent()})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range h.Events {
			if c, err = c.Hear(t.Context(), e); err != nil && !errors.Is(err, cloud.ErrLost) {
				t.Fatal(err)
			}
			if events++; c.Len() == 0 {
				lost++
			}
		}
		if deaths += c.Report().Deaths; c.Len() == 0 {
			ended++
		}
	}
	t.Logf("%d games, %d boards: %.2f deaths a game, lost after %.1f%% of %d events, %d lost at the end", games, boards,
		float64(deaths)/float64(games), 100*float64(lost)/float64(events), events, ended)
}
