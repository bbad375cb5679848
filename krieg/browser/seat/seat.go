// SPDX-License-Identifier: BSD-3-Clause

// Package seat plays one side of a game of Kriegspiel, question by question: which try it would
// choose, which boards it considers possible, and what its tries would reveal. It gets only that
// side's history; the true board is never there.
package seat

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/engine"
)

// MaxHeard limits the lines of a log that are read.
const MaxHeard = 5000

// Service answers questions about one side. Its zero value works, without tables of endings. An
// answer depends on the question alone; the service remembers the last side, so that a continued
// game is not followed again from its start.
type Service struct {
	// Book, if set, returns the tables of endings, or nil if there are none. It is called when they
	// are needed.
	Book func() *ending.Book
	// Limits bound every answer; only the time is used.
	Limits api.Limits

	mu   sync.Mutex
	last *listener
}

// listener is a player and the history it was given.
type listener struct {
	rules krieg.Rules
	me    krieg.Color
	level int
	seed  uint64

	player *engine.Player
	heard  []string
}

// Think returns a side's best try, the candidates and, on request, its belief. Every error is an
// *api.Problem.
func (s *Service) Think(ctx context.Context, q api.KriegThinkQuestion) (*api.KriegThought, error) {
	ctx, cancel := api.WithTime(ctx, s.Limits.Time)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	l, err := s.listen(ctx, q)
	if err != nil {
		s.last = nil
		return nil, api.ProblemOf(err)
	}
	doc := &api.KriegThought{Schema: "krieg.thought/1", Rules: l.rules.String(), Me: l.me.String()}
	if len(l.player.Own().Tries()) > 0 {
		t, err := l.player.Choose(ctx)
		if err != nil {
			return nil, api.ProblemOf(err)
		}
		doc.Best, doc.Source = t.Best.String(), string(t.Source)
		for _, c := range t.Candidates {
			doc.Tries = append(doc.Tries, api.KriegCandidate{Try: c.Try.String(), Value: c.Value, Legal: c.Legal})
		}
	}
	if q.Belief {
		if doc.Belief, err = l.believed(ctx, q.Teach); err != nil {
			return nil, api.ProblemOf(err)
		}
	}
	return doc, nil
}

// believed returns the player's belief and, on request, what every try would reveal.
func (l *listener) believed(ctx context.Context, teach bool) (*api.KriegBelief, error) {
	strength, err := engine.LevelOf(cmp.Or(l.level, engine.Levels))
	if err != nil {
		return nil, err
	}
	b := deduction.OfCloud(l.player.Belief(), cloud.Config{Boards: strength.Boards, Seed: l.seed})
	if teach && !b.Lost() {
		if err := b.FindTries(ctx); err != nil {
			return nil, err
		}
	}
	return b.Document(api.KriegBeliefQuestion{}), nil
}

// listen returns a player that has heard the question's history.
func (s *Service) listen(ctx context.Context, q api.KriegThinkQuestion) (*listener, error) {
	l, err := newListener(q)
	if err != nil {
		return nil, err
	}
	if o := s.last; o != nil && o.rules == l.rules && o.me == l.me && o.level == l.level && o.seed == l.seed &&
		len(o.heard) <= len(q.Heard) && slices.Equal(o.heard, q.Heard[:len(o.heard)]) {
		l = o
	} else if err := l.begin(s.Book); err != nil {
		return nil, err
	}
	s.last = l
	for _, line := range q.Heard[len(l.heard):] {
		e, err := l.player.Own().ReadLine(line)
		if err == nil {
			err = l.player.Hear(ctx, e)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d, %.60q: %w", len(l.heard)+1, line, err)
		}
		l.heard = append(l.heard, line)
	}
	return l, nil
}

// newListener reads a question, without a player yet.
func newListener(q api.KriegThinkQuestion) (*listener, error) {
	rules, err := krieg.RulesNamed(q.Rules)
	if err != nil {
		return nil, api.NewProblem(api.Impossible, err.Error(), "")
	}
	if len(q.Heard) > MaxHeard {
		return nil, api.NewTooLarge("the game is too long", MaxHeard, len(q.Heard), "lines")
	}
	l := &listener{rules: rules, level: q.Level, seed: q.Seed}
	switch q.Me {
	case "white":
	case "black":
		l.me = krieg.Black
	default:
		return nil, api.NewProblem(api.Impossible, fmt.Sprintf("me is %.20q: want white or black", q.Me), "")
	}
	return l, nil
}

// begin makes the player.
func (l *listener) begin(book func() *ending.Book) (err error) {
	cfg := engine.Config{Level: l.level, Seed: l.seed}
	if book != nil {
		cfg.Ending = func(q engine.Bare) (krieg.Action, bool) {
			if b := book(); b != nil {
				return engine.FromBook(b)(q)
			}
			return 0, false
		}
	}
	l.player, err = engine.New(l.rules, l.me, cfg)
	return err
}
