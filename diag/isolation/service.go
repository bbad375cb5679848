// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"cmp"
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
)

// Service answers questions given as documents, within limits.
type Service struct{ Limits api.Limits }

// limits returns the limits of a question, capped by the service's.
func (s *Service) limits(b api.DiagBudget) api.Limits {
	return s.Limits.Of(api.Budget{TimeMS: b.TimeMS, Nodes: b.Nodes, MemoryMB: b.MemoryMB})
}

func open(q *api.DiagQuestion) (*diag.Table, []diag.Reading, error) {
	t, err := Read([]byte(q.Table))
	if err != nil {
		return nil, nil, err
	}
	seen, err := Readings(t, q.Seen)
	return t, seen, err
}

// Next returns the test to perform now.
func (s *Service) Next(ctx context.Context, q api.DiagQuestion) (*api.DiagNext, error) {
	t, seen, err := open(&q)
	if err != nil {
		return nil, err
	}
	return Next(ctx, t, seen, s.limits(q.Budget))
}

// Solve returns the whole plan.
func (s *Service) Solve(ctx context.Context, q api.DiagQuestion) (*api.DiagPlan, error) {
	t, seen, err := open(&q)
	if err != nil {
		return nil, err
	}
	return Solve(ctx, t, seen, s.limits(q.Budget))
}

// Check returns which faults the tests can distinguish.
func (s *Service) Check(_ context.Context, q api.DiagQuestion) (*api.DiagCheck, error) {
	t, seen, err := open(&q)
	if err != nil {
		return nil, err
	}
	return Check(t, seen), nil
}

// Prove decides whether every fault is found within a number of tests.
func (s *Service) Prove(ctx context.Context, q api.DiagProveQuestion) (*api.DiagProof, error) {
	t, err := Read([]byte(q.Table))
	if err != nil {
		return nil, err
	}
	return Prove(ctx, t, q.Within, s.limits(q.Budget))
}

// Replay checks a proof.
func (s *Service) Replay(ctx context.Context, q api.DiagReplayQuestion) (*api.DiagReplay, error) {
	t, err := Read([]byte(q.Table))
	if err != nil {
		return nil, err
	}
	if err := proves(&q.Proof); err != nil {
		return nil, api.NewProblem(api.Malformed, "the proof cannot be read", err.Error())
	}
	return Replay(ctx, t, &q.Proof)
}

// openErring reads the table and the events of a question. It ends early if the question was withdrawn.
func openErring(ctx context.Context, q *api.DiagAdviceQuestion) (*diag.Erring, []Event, error) {
	t, err := ReadErring([]byte(q.Table))
	if err != nil {
		return nil, nil, err
	}
	seen, err := Events(t, q.Seen)
	return t, seen, cmp.Or(err, ctx.Err())
}

// Contents returns the faults and tests of a table of either kind.
func (s *Service) Contents(_ context.Context, q api.DiagTableQuestion) (*api.DiagTable, error) {
	return Contents([]byte(q.Table))
}

// Advise returns what to do now about a machine whose tests err. Unless tell is nil, it receives advice that improves.
func (s *Service) Advise(ctx context.Context, q api.DiagAdviceQuestion, tell api.Tell[*api.DiagAdvice]) (*api.DiagAdvice, error) {
	t, seen, err := openErring(ctx, &q)
	if err != nil {
		return nil, err
	}
	return Advise(ctx, t, seen, Terms{Sure: q.Sure, Tell: tell}, s.limits(q.Budget))
}

// Policy returns the whole plan for a machine whose tests err.
func (s *Service) Policy(ctx context.Context, q api.DiagAdviceQuestion) (*api.DiagPolicy, error) {
	t, seen, err := openErring(ctx, &q)
	if err != nil {
		return nil, err
	}
	return Policy(ctx, t, seen, Terms{Sure: q.Sure}, s.limits(q.Budget))
}

// Review compares each step of a finished job with the best one.
func (s *Service) Review(ctx context.Context, q api.DiagAdviceQuestion) (*api.DiagReview, error) {
	t, seen, err := openErring(ctx, &q)
	if err != nil {
		return nil, err
	}
	return Review(ctx, t, seen, Terms{Sure: q.Sure}, s.limits(q.Budget))
}

// Sensitivity returns what each test would save if it erred less.
func (s *Service) Sensitivity(ctx context.Context, q api.DiagAdviceQuestion) (*api.DiagSensitivity, error) {
	t, seen, err := openErring(ctx, &q)
	if err != nil {
		return nil, err
	}
	return Sensitivity(ctx, t, seen, Terms{Sure: q.Sure}, s.limits(q.Budget))
}

// Testability returns what the tests of a table reveal at best.
func (s *Service) Testability(ctx context.Context, q api.DiagTableQuestion) (*api.DiagTestability, error) {
	t, err := ReadErring([]byte(q.Table))
	if err != nil {
		return nil, err
	}
	return Testability(ctx, t)
}

// Learn returns a table learned from closed cases.
func (s *Service) Learn(ctx context.Context, q api.DiagLearnQuestion) (*api.DiagLearned, error) {
	t, err := ReadErring([]byte(q.Table))
	if err != nil {
		return nil, err
	}
	c, err := ReadCases([]byte(q.Cases), t)
	if err != nil {
		return nil, err
	}
	return Learn(ctx, t, c, q.Seed, s.limits(q.Budget))
}
