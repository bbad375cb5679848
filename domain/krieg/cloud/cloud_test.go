// SPDX-License-Identifier: BSD-3-Clause

package cloud_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/domain/krieg/cloud"
	"github.com/veilplan/veil/domain/krieg/referee"
	"github.com/veilplan/veil/internal/chess"
)

// step lets a random player act once: now and then it asks, otherwise it tries anything
// that the rules allow.
func step(r *rand.Rand, rules krieg.Rules, g *referee.Game) (krieg.Event, bool) {
	s := g.State()
	a := krieg.AskAny
	if !rules.MayAsk(&s) || r.IntN(6) > 0 {
		var l chess.Moves
		rules.Tries(&s, &l)
		a = krieg.Action(l.Slice()[r.IntN(l.Len())])
	}
	o := g.Try(a)
	return krieg.Event{By: s.Pos.ToMove(), Action: a, Heard: o}, o.Answer != krieg.Nonsense
}

// heard reports whether c hears an event at all.
func heard(rules krieg.Rules, c krieg.Color, e krieg.Event) bool {
	return e.By == c || e.Heard.Answer != krieg.No || rules.PublicRefusals
}

// replays follows the hidden moves of board i through the exact beliefs of single boards.
func replays(t *testing.T, c *cloud.Cloud, h *krieg.History, i int) {
	t.Helper()
	moves, board := c.Moves(i), c.Start(i)
	var b *krieg.Belief
	for n, e := range h.Events {
		var err error
		if b == nil {
			if b, err = krieg.NewBelief(h.Rules, h.Me, []krieg.Position{board}); err != nil {
				t.Fatal(err)
			}
		}
		if b, err = b.Hear(t.Context(), e, krieg.Limits{}); err != nil {
			t.Fatalf("board %d does not explain event %d, %s: %v\n%s", i, n, h.Line(e), err, h.Log())
		}
		if e.Heard.Answer != krieg.Yes {
			continue
		}
		m := krieg.Move(e.Action)
		if e.By != h.Me {
			m, moves = moves[0], moves[1:]
		}
		if !board.IsLegal(m) {
			t.Fatalf("board %d: hidden move %v is not legal at event %d\n%s", i, m, n, h.Log())
		}
		if board.Make(m); !b.Has(&board) {
			t.Fatalf("board %d: hidden move %v does not explain event %d, %s\n%s", i, m, n, h.Line(e), h.Log())
		}
		b = nil
	}
	if now := c.Board(i); now != board || len(moves) > 0 {
		t.Fatalf("board %d is %v, but its moves lead to %v with %d to spare", i, &now, &board, len(moves))
	}
}

// tally counts what became of the clouds of some games.
type tally struct {
	games, events, exact, boards, deaths, regrown, mended, lost, trueHeld int
}

// follow plays a random game to its end and follows it with the cloud of one side.
func (n *tally) follow(t *testing.T, rules krieg.Rules, me krieg.Color, seed uint64, boards int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 77))
	g := referee.NewGame(rules, chess.Start())
	h := krieg.NewHistory(rules, me)
	c, err := cloud.New(rules, me, []krieg.Position{chess.Start()}, cloud.Config{Boards: boards, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for plies := 0; !g.Over() && plies < 1500; {
		e, ok := step(r, rules, g)
		if !ok || !heard(rules, me, e) {
			continue
		}
		if e.Heard.Answer == krieg.Yes {
			plies++
		}
		h.Events = append(h.Events, e.HeardBy(me))
		before := c.Report()
		if c, err = c.Hear(t.Context(), e); err != nil && !errors.Is(err, cloud.ErrLost) {
			t.Fatalf("event %d: %v\n%s", len(h.Events), err, h.Log())
		}
		n.events++
		after := c.Report()
		if after.Lost != errors.Is(err, cloud.ErrLost) || after.Lost && after.Deaths == 0 {
			t.Fatalf("lost without saying so: %+v, %v", after, err)
		}
		if after.Exact {
			n.exact++
		}
		if after.Lost {
			n.lost++
			continue
		}
		n.boards += after.Boards
		repaired := after.Regrown+after.Mended > before.Regrown+before.Mended
		for range 3 {
			if repaired || r.IntN(10) == 0 {
				replays(t, c, &h, r.IntN(c.Len()))
			}
		}
		now := g.State()
		if c.Own() != now.Pos.Without(me.Other()) {
			t.Fatalf("own men are wrong\n%s", h.Log())
		}
		for i := range c.Len() {
			if c.Board(i) == now.Pos {
				n.trueHeld++
				break
			}
		}
	}
	if c.Len() > 0 {
		for range 20 {
			replays(t, c, &h, r.IntN(c.Len()))
		}
	}
	rep := c.Report()
	n.games++
	n.deaths += rep.Deaths
	n.regrown += rep.Regrown
	n.mended += rep.Mended
}

// TestFollowsGames follows random games to their end: no board is impossible, and every
// death is repaired or reported. VEIL_GAMES=200 plays that many a ruleset.
func TestFollowsGames(t *testing.T) {
	games := 2
	if testing.Short() {
		games = 1
	}
	if s := os.Getenv("VEIL_GAMES"); s != "" {
		var err error
		if games, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	for _, rules := range krieg.Rulesets() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			var n tally
			for i := range uint64(games) {
				n.follow(t, rules, krieg.Color(i%2), i, 300)
			}
			t.Logf("%+v", n)
		})
	}
}

var _ = context.Background
