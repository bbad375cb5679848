// SPDX-License-Identifier: BSD-3-Clause

// Package environments lets another program play problems step by step: it opens copies of a
// problem, resets them, and performs an action in each. Episodes are those of "veil play" and
// "veil exp": seed and number determine what is hidden. The verbs keep state, so only a
// conversation with one program has them, never a server.
package environments

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/play"
)

// Limits of a conversation.
const (
	MaxOpen   = 1024
	MaxCopies = 4096
)

// Service holds the environments of one conversation. It is safe for concurrent use.
type Service struct {
	Domains play.Domains
	Access  play.Access // files that rules and parameters may name

	mu   sync.Mutex
	last int
	open map[int]*env
}

// Verbs returns the rows of the table.
func (s *Service) Verbs() api.Table {
	return api.Table{
		api.Answer(api.Verb{Name: "env.open", Operation: "envOpen", Summary: "Copies of a problem to play step by step"}, s.Open),
		api.Answer(api.Verb{Name: "env.reset", Operation: "envReset", Summary: "New episodes of an environment"}, s.Reset),
		api.Answer(api.Verb{Name: "env.step", Operation: "envStep", Summary: "One action in each copy of an environment"}, s.Step),
		api.Answer(api.Verb{Name: "env.advise", Operation: "envAdvise", Class: api.Long, Summary: "Values of the actions of an environment"}, s.Advise),
		api.Answer(api.Verb{Name: "env.close", Operation: "envClose", Summary: "The end of an environment"}, s.Close),
	}
}

// Open opens copies of a problem.
func (s *Service) Open(_ context.Context, q api.EnvOpenQuestion) (*api.EnvOpened, error) {
	e, err := s.make(q)
	if err != nil {
		return nil, err
	}
	rules, err := json.Marshal(e.opened.Rules)
	if err != nil {
		return nil, err
	}
	n, err := s.add(e)
	if err != nil {
		return nil, err
	}
	return &api.EnvOpened{
		Schema: "env.opened/1", Env: n, Domain: q.Domain, Rules: rules, Copies: len(e.copies),
		Actions: e.opened.Actions, Observations: e.opened.Observations,
		Discount: cmp.Or(e.opened.Discount, 1), MaxMoves: e.maxMoves,
	}, nil
}

// make reads a question into an environment.
func (s *Service) make(q api.EnvOpenQuestion) (*env, error) {
	if q.Copies < 0 || q.Copies > MaxCopies {
		return nil, api.NewTooLarge(fmt.Sprintf("%d copies", q.Copies), MaxCopies, q.Copies, "copies")
	}
	opened, err := s.Domains.OpenWith(s.Access, q.Domain, given(q.Rules))
	if err != nil {
		return nil, err
	}
	if len(opened.Actions) == 0 {
		return nil, api.NewProblem(api.Unsupported, "the actions of "+q.Domain+" are not listed", "an environment needs a list of all actions: see play.Listed")
	}
	e := &env{opened: opened, views: q.Views, copies: make([]copied, max(q.Copies, 1))}
	e.maxMoves = cmp.Or(opened.MaxMoves, play.DefaultMaxMoves)
	if q.MaxMoves > 0 {
		e.maxMoves = min(e.maxMoves, q.MaxMoves)
	}
	e.actions, e.seen = numbers(opened.Actions), numbers(opened.Observations)
	if q.Adviser == "" {
		return e, nil
	}
	entry, err := opened.Player(q.Adviser)
	if err != nil {
		return nil, err
	}
	e.adviser, _, err = entry.New(s.Access, given(q.Params))
	return e, err
}

// given returns settings, or nothing for null, which programs write for what they leave out.
func given(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}

func numbers(names []string) map[string]int {
	m := make(map[string]int, len(names))
	for i, name := range names {
		m[name] = i
	}
	return m
}

func (s *Service) add(e *env) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) >= MaxOpen {
		return 0, api.NewTooLarge("too many environments are open: close some with env.close", MaxOpen, len(s.open)+1, "environments")
	}
	if s.open == nil {
		s.open = map[int]*env{}
	}
	s.last++
	s.open[s.last] = e
	return s.last, nil
}

// find returns an environment, locked.
func (s *Service) find(n int) (*env, error) {
	s.mu.Lock()
	e, ok := s.open[n]
	known := slices.Sorted(maps.Keys(s.open))
	s.mu.Unlock()
	if !ok {
		return nil, api.NewProblem(api.Impossible, fmt.Sprintf("no environment %d", n), fmt.Sprintf("%d are open; env.open returns the number of a new one", len(known)))
	}
	e.mu.Lock()
	return e, nil
}

// Reset starts episodes.
func (s *Service) Reset(ctx context.Context, q api.EnvResetQuestion) (*api.EnvStarted, error) {
	e, err := s.find(q.Env)
	if err != nil {
		return nil, err
	}
	defer e.mu.Unlock()
	return e.reset(ctx, q)
}

// Step performs actions.
func (s *Service) Step(ctx context.Context, q api.EnvStepQuestion) (*api.EnvStepped, error) {
	e, err := s.find(q.Env)
	if err != nil {
		return nil, err
	}
	defer e.mu.Unlock()
	return e.step(ctx, q)
}

// Advise asks the adviser about a copy.
func (s *Service) Advise(ctx context.Context, q api.EnvAdviseQuestion) (*api.EnvAdvice, error) {
	e, err := s.find(q.Env)
	if err != nil {
		return nil, err
	}
	defer e.mu.Unlock()
	return e.advise(ctx, q.Copy)
}

// Close forgets an environment.
func (s *Service) Close(_ context.Context, q api.EnvCloseQuestion) (*api.EnvClosed, error) {
	e, err := s.find(q.Env)
	if err != nil {
		return nil, err
	}
	defer e.mu.Unlock()
	s.mu.Lock()
	delete(s.open, q.Env)
	s.mu.Unlock()
	return &api.EnvClosed{Schema: "env.closed/1", Env: q.Env}, e.leave()
}
