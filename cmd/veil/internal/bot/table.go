// SPDX-License-Identifier: BSD-3-Clause

package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
)

// table caches the state of a game, for speed and to recognise outdated responses: all of it can be
// read from the server again.
type table struct {
	player *engine.Player
	heard  []krieg.Event // by the player

	looked bool // the sheet has been read
	least  int  // minimum number of entries of a current sheet
	doubt  int  // polls left before a try that may have arrived is repeated
}

// doubts is how many times an unchanged sheet is read before repeating a try that may not have
// arrived: the first readings may be older than the try.
const doubts = 2

// stale reports whether a state is older than a previous one: a sheet only grows.
func (t *table) stale(s *State) bool {
	n := s.Sheet.Len()
	old := n < t.least
	switch {
	case !t.looked:
		t.doubt = doubts // a try sent before the bot was started may be under way
	case n > t.least:
		t.doubt = 0
	}
	t.looked = true
	t.least = max(t.least, n)
	if t.doubt > 0 {
		t.doubt--
		return true
	}
	return old
}

// answered records that the server has answered a try. Every current score sheet then has at least
// one entry more than that of s, the state in which the try was made.
func (t *table) answered(s *State) { t.least = s.Sheet.Len() + 1 }

// unanswered records that a try was sent and may not have arrived.
func (t *table) unanswered() { t.doubt = doubts }

// choose returns the next try, always one that the server allows. In a game that it cannot follow
// it chooses blindly.
func (b *Bot) choose(ctx context.Context, g Listed, s *State, t *table) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, b.Think)
	defer cancel()
	thought, err := b.think(ctx, g, s, t)
	if err != nil {
		b.log("%s: plays blindly: %v", g.ID, err)
		t.player, t.heard = nil, nil
	}
	may := func(a krieg.Action) bool {
		if a == krieg.AskAny {
			return slices.Contains(s.Actions, "ask_any")
		}
		return slices.Contains(s.Allowed, a.String())
	}
	if err == nil && may(thought.Best) {
		return thought.Best.String(), nil
	}
	for _, c := range thought.Candidates {
		if may(c.Try) {
			return c.Try.String(), nil
		}
	}
	r := rand.New(rand.NewPCG(seedOf(b.Engine.Seed, g.ID), uint64(s.Sheet.Len())))
	return s.Allowed[r.IntN(len(s.Allowed))], nil
}

// think updates the player with the new entries of the sheet and asks it.
func (b *Bot) think(ctx context.Context, g Listed, s *State, t *table) (engine.Thought, error) {
	rules, err := krieg.RulesNamed(orVariant(s.Variant, g.Variant))
	if err != nil {
		return engine.Thought{}, err
	}
	rules.Draws = krieg.NoDraws // the site draws only after 2,000 reversible moves
	me := krieg.White
	if s.Color == krieg.Black.String() {
		me = krieg.Black
	}
	events, err := s.Sheet.Events(rules, me)
	if err != nil {
		return engine.Thought{}, err
	}
	if t.player == nil || len(events) < len(t.heard) || !slices.Equal(events[:len(t.heard)], t.heard) {
		cfg := b.Engine
		cfg.Seed = seedOf(cfg.Seed, g.ID)
		if t.player, err = engine.New(rules, me, cfg); err != nil {
			return engine.Thought{}, err
		}
		t.heard = nil
	}
	for _, e := range events[len(t.heard):] {
		if err := t.player.Hear(ctx, e); err != nil {
			return engine.Thought{}, fmt.Errorf("event %d: %w", len(t.heard)+1, err)
		}
		t.heard = append(t.heard, e)
	}
	return t.player.Choose(ctx)
}

func orVariant(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
