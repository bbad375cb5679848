// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/alpha"
	"github.com/veilplan/veil/search/controller"
)

// Solver returns the solver of a problem by package search/alpha, which needs exact outcomes and a discount.
func Solver[S, A, O comparable](p Problem[S, A, O]) *play.Solver {
	m := method(play.Entry{}, "", p.needsModel(),
		need{p.Exact != nil, "exact outcomes (veil.Enumerator)"},
		need{p.Discount > 0 && p.Discount < 1, "a discount below 1"})
	if len(m.Lacks) > 0 {
		return &play.Solver{Lacks: m.Lacks}
	}
	s := solving[S, A, O]{&p, worded[S, A, O]{exactProblem[S, A, O]{p.Model, p.Exact}, &p}}
	return &play.Solver{Measure: s.measure, Solve: s.solve, Check: s.check}
}

// worded is a problem whose actions and observations have the names that players use.
type worded[S, A, O comparable] struct {
	exactProblem[S, A, O]

	problem *Problem[S, A, O]
}

// NameState names a state as its problem does, or by its fields.
func (w worded[S, A, O]) NameState(s *S) string {
	if n, ok := w.problem.powers().(veil.Namer[S, A, O]); ok {
		return n.NameState(s)
	}
	return fmt.Sprintf("%+v", *s)
}

// NameAction names an action as players do.
func (w worded[S, A, O]) NameAction(a A) string { return w.problem.Actions.Format(a) }

// NameSeen names an observation as players do.
func (w worded[S, A, O]) NameSeen(o O) string { return w.problem.Seen.Format(o) }

type solving[S, A, O comparable] struct {
	problem *Problem[S, A, O]
	model   worded[S, A, O]
}

func (s solving[S, A, O]) measure(ctx context.Context) (play.Size, error) {
	v, err := alpha.MeasureWithin(ctx, s.model, alpha.Config{Discount: s.problem.Discount})
	return play.Size{
		States: v.States, Outcomes: v.Outcomes, Classes: v.Classes, Widest: v.Widest,
		Least: v.Least, Most: v.Most, Seeing: v.Seeing, Discount: s.problem.Discount,
	}, err
}

func (s solving[S, A, O]) solve(ctx context.Context, q play.SolveQuestion) (*play.Solution, error) {
	cfg := alpha.Config{Discount: s.problem.Discount, Gap: q.Gap, Memory: int(q.Memory)}
	if q.Tell != nil {
		cfg.Progress = func(p alpha.Progress) { q.Tell(p.Low, p.High, p.Walks) }
	}
	found, err := alpha.Solve(ctx, s.model, veil.Budget{Simulations: q.Walks}, cfg)
	if err != nil {
		return nil, err
	}
	out := &play.Solution{
		Value: found.Value(), Moves: play.Advice(found.Decision.Choices, s.problem.Actions),
		Walks: found.Decision.Work.Simulations, Beliefs: found.Decision.Work.Nodes, Vectors: found.Vectors(), Cut: found.Decision.Cut,
		Policy: found.Write,
		Certify: func(ctx context.Context, w io.Writer) (float64, error) {
			return s.certify(ctx, w, found)
		},
		Draw: func(limit int, dot bool) (string, int, int) {
			g := found.Graph(limit)
			if dot {
				return g.DOT(), len(g.Nodes), g.Left
			}
			return g.SVG(), len(g.Nodes), g.Left
		},
	}
	at, err := s.follow(found.First(), q.After)
	if err != nil {
		return nil, err
	}
	if len(q.After) > 0 {
		out.Moves = play.Advice(at.Decide().Choices, s.problem.Actions)
	}
	for _, w := range at.States() {
		out.Belief = append(out.Belief, play.Likely{State: s.model.NameState(&w.State), P: w.P})
	}
	slices.SortStableFunc(out.Belief, func(x, y play.Likely) int { return cmp.Compare(y.P, x.P) })
	return out, nil
}

// certify writes the controller of a solution if the checker accepts it, and returns its claim.
func (s solving[S, A, O]) certify(ctx context.Context, w io.Writer, found *alpha.Solution[S, A, O]) (float64, error) {
	c, err := found.Certify(ctx)
	if err == nil {
		err = controller.Check(ctx, s.model, s.problem.Discount, c)
	}
	if err != nil {
		return 0, err
	}
	return c.Claim, controller.Write(ctx, w, s.model, c)
}

// follow returns the belief after some steps.
func (s solving[S, A, O]) follow(b *alpha.Belief[S, A, O], steps []play.Step) (*alpha.Belief[S, A, O], error) {
	for i, step := range steps {
		a, err := s.problem.Actions.Parse(step.Action)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		o, err := s.problem.Seen.Parse(step.Seen)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		next, err := b.Update(a, o)
		if err != nil {
			return nil, fmt.Errorf("step %d: %s after %s: %w", i+1, step.Seen, step.Action, err)
		}
		b = next.(*alpha.Belief[S, A, O])
	}
	return b, nil
}

func (s solving[S, A, O]) check(ctx context.Context, r io.Reader) (play.Promise, error) {
	c, err := controller.Read(ctx, r, s.model)
	if err != nil {
		return play.Promise{}, err
	}
	return play.Promise{Claim: c.Claim, Nodes: len(c.Nodes)}, controller.Check(ctx, s.model, s.problem.Discount, c)
}
