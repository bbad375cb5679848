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

// table is what the bot remembers of a game, only to be fast and to know an old answer: all
// of it can be read from the server again.
type table struct {
	player *engine.Player
	heard  []krieg.Event // by the player

	looked bool // at the sheet
	least  int  // entries that the sheet must have to be new
	doubt  int  // looks at the sheet before a try is made again that may have arrived
}

// doubts is how often an unchanged sheet is looked at before a try is repeated of which it
// is not known whether it arrived: the first looks may be older than the try.
const doubts = 2

// stale reports whether a state is older than what the bot knows: a sheet only grows.
func (t *table) stale(s *State) bool {
	n := s.Sheet.Len()
	old := n < t.least
	switch {
	case !t.looked:
		t.doubt = doubts // a try may be under way that was sent before the bot was started
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

// answered notes that the server has answered a try made in a state, so that the next sheet
// has an entry more.
func (t *table) answered(s *State) { t.least = s.Sheet.Len() + 1 }

// unanswered notes that a try was sent and it is not known whether it arrived.
func (t *table) unanswered() { t.doubt = doubts }

// choose returns what to try, always something that the server allows. A game that it cannot
// follow it plays blindly.
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

// think brings the player up to date with the sheet and asks it.
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
