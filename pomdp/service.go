// SPDX-License-Identifier: BSD-3-Clause

package pomdp

import (
	"bytes"
	"cmp"
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp/tabular"
)

// Service answers questions given as documents, within limits. Its zero value works. Every error is
// an *api.Problem.
type Service struct{ Limits api.Limits }

// maxEpisodes limits the episodes of one question.
const maxEpisodes = 1_000_000

// read parses a problem within limits.
func (s *Service) read(ctx context.Context, text string, l api.Limits) (*tabular.Problem, error) {
	if most := cmp.Or(s.Limits.Text, MaxText); len(text) > most {
		return nil, api.NewTooLarge("the problem is too long", most, len(text), "bytes")
	}
	return ReadWithin(ctx, []byte(text), l)
}

// Info returns the size of a problem.
func (s *Service) Info(ctx context.Context, q api.PomdpInfoQuestion) (*api.PomdpInfo, error) {
	ctx, cancel := api.WithTime(ctx, s.Limits.Time)
	defer cancel()
	p, err := s.read(ctx, q.Problem, s.Limits)
	if err != nil {
		return nil, err
	}
	return InfoWithin(ctx, p, s.Limits)
}

// Solve returns bounds on the value of best play.
func (s *Service) Solve(ctx context.Context, q api.PomdpSolveQuestion) (*api.PomdpSolution, error) {
	l, err := s.limits(q.Gap, q.Budget)
	if err != nil {
		return nil, err
	}
	ctx, cancel := api.WithTime(ctx, l.Time) // for reading, searching and playing together
	defer cancel()
	p, err := s.read(ctx, q.Problem, l)
	if err != nil {
		return nil, err
	}
	doc, _, err := Solve(ctx, p, Question{Gap: q.Gap, Walks: q.Budget.Walks}, l, nil)
	return doc, err
}

// limits returns the limits of a question, and refuses negative ones.
func (s *Service) limits(gap float64, b api.PomdpBudget) (api.Limits, error) {
	if !(gap >= 0) || b.Walks < 0 || b.TimeMS < 0 || b.MemoryMB < 0 {
		return api.Limits{}, api.NewProblem(api.Impossible, "gap, walks, time_ms and memory_mb: want 0 or more", "")
	}
	return s.Limits.Of(api.Budget{TimeMS: b.TimeMS, MemoryMB: b.MemoryMB}), nil
}

// Play returns the rewards of a policy: the one in the question, or one that is computed first.
func (s *Service) Play(ctx context.Context, q api.PomdpPlayQuestion) (*api.PomdpPlay, error) {
	if q.Episodes < 0 || q.Episodes > maxEpisodes {
		return nil, api.NewTooLarge("the number of episodes is out of range", maxEpisodes, q.Episodes, "episodes")
	}
	l, err := s.limits(q.Gap, q.Budget)
	if err != nil {
		return nil, err
	}
	ctx, cancel := api.WithTime(ctx, l.Time) // for reading, searching and playing together
	defer cancel()
	p, err := s.read(ctx, q.Problem, l)
	if err != nil {
		return nil, err
	}
	policy, err := s.policy(ctx, p, &q, l)
	if err != nil {
		return nil, err
	}
	doc, err := Play(ctx, p, policy, Match{Episodes: cmp.Or(q.Episodes, 100), Seed: cmp.Or(q.Seed, 1), Show: q.Show})
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return doc, nil
}

// policy loads the policy in the question, or computes one.
func (s *Service) policy(ctx context.Context, p *tabular.Problem, q *api.PomdpPlayQuestion, l api.Limits) (*Policy, error) {
	if len(q.Policy) > 0 {
		return LoadWithin(ctx, bytes.NewReader(q.Policy), p, l)
	}
	_, policy, err := Solve(ctx, p, Question{Gap: q.Gap, Walks: q.Budget.Walks}, l, nil)
	return policy, err
}
