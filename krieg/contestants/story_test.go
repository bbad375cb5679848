// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/play"
)

// witness is the engine as a player, and what it thought of each try.
type witness struct {
	engineAgent

	thoughts *[]engine.Thought
}

func (w witness) Choose(ctx context.Context) (krieg.Action, error) {
	t, err := w.Player.Choose(ctx)
	*w.thoughts = append(*w.thoughts, t)
	return t.Best, err
}

// story is a game that was played again: how it ended, and what the player had on its way.
type story struct {
	status   veil.Status
	history  krieg.History
	thoughts []engine.Thought
}

// retell plays an episode of krieg-game once more, with the engine at full strength.
func retell(t *testing.T, rules string, seed, episode uint64) story {
	t.Helper()
	game, err := openGames(play.Access{}, json.RawMessage(rules))
	if err != nil {
		t.Fatal(err)
	}
	player, err := engineMaker(engineParams{Level: engine.Levels})
	if err != nil {
		t.Fatal(err)
	}
	var s story
	var dealt play.Table
	m := play.Match{
		Table: func(r *rand.Rand) play.Table { dealt = game.Table(r); return dealt },
		Player: seated(func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
			a, err := player(h, r)
			return witness{a.(engineAgent), &s.thoughts}, err
		}),
	}
	rec, err := m.Play(t.Context(), seed, episode)
	if err != nil {
		t.Fatal(err)
	}
	s.status = rec.Status
	s.history, _ = table.Reveal(dealt)
	return s
}

// why says how the game ended.
func (s *story) why() string {
	g := referee.NewGame(s.history.Rules, s.history.Start)
	plies := 0
	for _, e := range s.history.Events {
		if g.Try(e.Action); e.Heard.Answer == krieg.Yes {
			plies++
		}
	}
	end := g.State()
	switch {
	case s.status == veil.Won:
		return fmt.Sprintf("won after %d plies", plies)
	case s.status == veil.Lost:
		return fmt.Sprintf("lost after %d plies", plies)
	case g.DrawnByRepetition():
		return fmt.Sprintf("drawn by repetition or fifty moves after %d plies", plies)
	case end.Over == krieg.Running:
		return fmt.Sprintf("drawn by the limit of %d plies", plies)
	default:
		return fmt.Sprintf("%v after %d plies", end.Over, plies)
	}
}

// men lists the men of a side.
func men(p *krieg.Position, c krieg.Color) string {
	var b strings.Builder
	for _, k := range []chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
		for s := range krieg.Square(64) {
			if p.Men(c)&p.All(k)&s.Bit() != 0 {
				b.WriteByte(k.Letter())
			}
		}
	}
	return b.String()
}

// tell writes the game: a line whenever the men change, and every so many moves of the
// player, with what the choices in between rested on.
func (s *story) tell(t *testing.T, every int) {
	g := referee.NewGame(s.history.Rules, s.history.Start)
	me := s.history.Me
	sources, lost, moves, turn := map[engine.Source]int{}, 0, 0, 0
	before := ""
	for _, e := range s.history.Events {
		if e.By == me {
			th := &s.thoughts[turn]
			turn++
			sources[th.Source]++
			if th.Belief.Lost {
				lost++
			}
		}
		if g.Try(e.Action); e.Heard.Answer != krieg.Yes {
			continue
		}
		moves++
		now := g.State()
		if have := men(&now.Pos, me) + " against " + men(&now.Pos, me.Other()); have != before || moves%every == 0 {
			th := s.thoughts[max(0, turn-1)]
			t.Logf("  ply %3d %-5v %-6v %-34s %s  %v, %d boards, %d deaths, %d decisions without", moves, map[bool]string{true: "me", false: "other"}[e.By == me], e.Action, have, now.Pos.String(), sources, th.Belief.Boards, th.Belief.Deaths, lost)
			before, lost, sources = have, 0, map[engine.Source]int{}
		}
	}
}

// TestStories plays episodes of a match again and says how they ended and why: VEIL_STORY is
// the rules of the games, the seed and the episodes, say
// {"ruleset":"berkeley","opponent":"maps","side":"white","opening":2} 2026 2,13.
func TestStories(t *testing.T) {
	text, full := os.LookupEnv("VEIL_STORY")
	fields := strings.Fields(cmp.Or(text, `{"ruleset":"wild16","opponent":"random","side":"white","opening":2} 2026 0`))
	if len(fields) != 3 {
		t.Fatalf("VEIL_STORY is %q: want rules, seed and episodes", text)
	}
	seed, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(fields[2], ",") {
		episode, err := strconv.ParseUint(name, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		s := retell(t, fields[0], seed, episode)
		t.Logf("episode %d: %s", episode, s.why())
		if full {
			s.tell(t, 50)
		} else if s.status != veil.Won {
			t.Error("not won against random moves")
		}
	}
}

// TestTraps plays a game in which the player, with an army against a king and two blocked pawns,
// once stalemated on a board that it did not hold.
func TestTraps(t *testing.T) {
	s := retell(t, `{"ruleset":"berkeley","opponent":"random","side":"black","opening":2}`, 2026, 2)
	if s.status != veil.Won {
		t.Error(s.why())
	}
}
