// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
)

// Service answers questions about Kriegspiel histories. Its zero value works; its methods are safe
// for concurrent use. Every error is an *api.Problem.
type Service struct {
	// Limits bound every answer, whatever the question asks for.
	Limits api.Limits
	// Memory, if set, makes the next question about the same game quick.
	Memory *Memory
}

// Search returns the limits of a search. A question that gives only a time limit is searched until
// the time or the memory ends; without any limit the number of nodes is the default, so that the
// answer is the same on every machine.
func (s *Service) Search(b api.KriegBudget) (time.Duration, andor.Config) {
	l := s.Limits.Of(api.Budget{TimeMS: b.TimeMS, MemoryMB: b.MemoryMB, Nodes: int(b.Nodes)})
	cfg := andor.Config{Nodes: int64(l.Nodes), States: b.States, Memory: l.Memory}
	if b.Nodes == 0 && b.States > 0 {
		cfg.Nodes = int64(s.Limits.Nodes)
	}
	return l.Time, cfg
}

// read reads a player's history or position. A history with more boards than most (0 means the
// service's limit) is followed with a sample.
func (s *Service) read(ctx context.Context, in api.KriegInput, most int, seed uint64) (*Belief, error) {
	l := s.Limits.WithDefaults()
	if len(in.Text) > l.Text {
		return nil, api.NewTooLarge("the text is too long", l.Text, len(in.Text), "bytes")
	}
	exact, sampled, giveBack := s.Memory.take()
	defer giveBack()
	r := krieg.Reader{Limits: krieg.Limits{Boards: l.Boards, Nodes: exactWork * l.Boards}, Weigh: krieg.Weighting(in.Weights), Trail: exact, Opponent: Sensible()}
	if most > 0 {
		r.Limits.Boards = min(l.Boards, most)
	}
	if in.Rules != "" {
		rules, err := krieg.RulesNamed(in.Rules)
		if err != nil {
			return nil, unsupported(err)
		}
		r.Rules = &rules
	}
	at, err := r.Read(ctx, in.Text)
	switch {
	case at.History != nil && len(at.History.Events) > l.Turns:
		return nil, api.NewTooLarge("the history is too long", l.Turns, len(at.History.Events), "events")
	case errors.Is(err, veil.ErrTooHard) && at.History != nil:
		b, err := estimate(ctx, &at, drawing{cmp.Or(seed, 1), sampledBy(r.Weigh)}, nil, sampled)
		if err != nil {
			return nil, Explain(ctx, &at, err)
		}
		return b, nil
	case err != nil:
		p := Explain(ctx, &at, err)
		if p.Type == api.TooHard {
			p.Limit = fmt.Sprintf("%d positions", r.Limits.Boards)
		}
		return nil, p
	}
	return &Belief{Situation: at}, nil
}

// Belief returns the positions that are possible.
func (s *Service) Belief(ctx context.Context, q api.KriegBeliefQuestion) (*api.KriegBelief, error) {
	l := s.Limits.WithDefaults()
	q.List, q.Sample = min(q.List, l.List), min(q.Sample, l.List)
	if strings.Trim(q.Piece, Kinds) != "" || q.List < 0 || q.From < 0 || q.Sample < 0 {
		return nil, api.NewProblem(api.Impossible, "piece has letters of kqrbnp; list, from and sample are not negative", "")
	}
	ctx, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	b, err := s.read(ctx, q.Position, q.Boards, q.Seed)
	if err == nil && q.Tries {
		err = b.FindTries(ctx)
	}
	if err == nil {
		err = b.FindMen(ctx)
	}
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return b.Document(q), nil
}

// Why returns what a try would reveal.
func (s *Service) Why(ctx context.Context, q api.KriegWhyQuestion) (*api.KriegWhy, error) {
	ctx, cancel := api.WithTime(ctx, s.Limits.Time)
	defer cancel()
	b, err := s.read(ctx, q.Position, 0, q.Seed)
	if err != nil {
		return nil, err
	}
	w, err := NewWhy(ctx, b, q.Try)
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return w.Document(), nil
}
