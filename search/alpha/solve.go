// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/controller"
)

// Config configures a solver: the problem's discount, the precision and the limits.
type Config struct {
	// Discount is the factor on a reward one step later: above 0 and below 1.
	Discount float64
	// Gap ends the search when the bounds differ by no more; 0 means 0.001.
	Gap float64
	// States limits the listed states; 0 means 2²⁰.
	States int
	// Memory limits the bytes of tables, beliefs and vectors; 0 means 2³⁰. The error of a problem
	// whose tables need more is a [*MemoryError].
	Memory int
	// Progress, if not nil, is called after every walk.
	Progress func(Progress)
}

// Progress describes how far a search has come.
type Progress struct {
	Low, High float64 // bounds on the value of best play
	Walks     int
	Beliefs   int
	Vectors   int
}

func (c Config) withDefaults() Config {
	c.Gap = cmp.Or(c.Gap, 1e-3)
	c.States = cmp.Or(c.States, 1<<20)
	c.Memory = cmp.Or(c.Memory, 1<<30)
	return c
}

// room returns the memory of a search. It checks the context only after some milliseconds, in which
// a problem of thousands of states is listed: so it has bounds even if the time is up already.
func (c Config) room(ctx context.Context) *room {
	const head = 1 << 18
	return &room{ctx: ctx, most: int64(c.Memory), head: head}
}

func (c Config) completed() (Config, error) {
	c = c.withDefaults()
	switch {
	case !(c.Discount > 0 && c.Discount < 1):
		return c, fmt.Errorf("alpha: discount %v: want more than 0 and less than 1", c.Discount)
	case !(c.Gap > 0) || c.States < 0 || c.Memory < 0:
		return c, fmt.Errorf("alpha: gap %v, states %d, memory %d: want positive numbers", c.Gap, c.States, c.Memory)
	}
	return c, nil
}

// Solution is the result of [Solve].
type Solution[S, A, O comparable] struct {
	*Policy[S, A, O]

	// Decision is about the first move. Its values are bounds; its work counts walks as
	// simulations and beliefs as nodes.
	Decision veil.Decision[A]

	certify func(context.Context) (*controller.Controller[S, A, O], error)
}

// Certify returns a controller that earns what it claims, as [controller.Check] verifies. It takes as
// long as some walks, and ends with the error of ctx if that ends first.
func (s *Solution[S, A, O]) Certify(ctx context.Context) (*controller.Controller[S, A, O], error) {
	return s.certify(ctx)
}

// Solve bounds the value of best play from the problem's first belief. It ends when the bounds are
// close enough, when the budget or the memory is used up, or with ctx, which marks the decision
// Cut; if the problem is not even listed by then, there is no decision. A budget without
// simulations does not limit the walks, and one without nodes not the beliefs. The same problem,
// budget and configuration give the same bytes unless the decision is Cut.
func Solve[S, A, O comparable](ctx context.Context, m Problem[S, A, O], budget veil.Budget, cfg Config) (*Solution[S, A, O], error) {
	cfg, err := cfg.completed()
	if err != nil {
		return nil, err
	}
	within := cfg.room(ctx)
	l, err := list(m, cfg.States, within)
	if err != nil {
		return nil, err
	}
	t, err := l.build()
	if err != nil {
		return nil, err
	}
	l.forget()
	g, err := newGraph(t, cfg.Discount, within)
	if err != nil {
		return nil, err
	}
	s := &solver{graph: g, cfg: cfg, budget: budget, rand: rand.New(rand.NewPCG(1, 2)), pause: 1}
	cut := s.run(ctx)
	p := newPolicy(m, l, s.graph)
	sol := &Solution[S, A, O]{Policy: p, Decision: decision(s.graph, p)}
	sol.certify = func(ctx context.Context) (*controller.Controller[S, A, O], error) { return certified(ctx, l, s.graph) }
	sol.Decision.Work, sol.Decision.Cut = veil.Budget{Simulations: s.walks, Nodes: len(s.nodes)}, cut
	return sol, nil
}

// solver runs walks until a limit or the gap ends them.
type solver struct {
	*graph

	cfg    Config
	budget veil.Budget
	walks  int
	rand   *rand.Rand
	next   int // the walk with the next rehearsal
	pause  int // walks between rehearsals
	most   int // vectors before the next reform
	stuck  int // walks without an improvement
}

// run reports whether ctx ended the search.
func (s *solver) run(ctx context.Context) (cut bool) {
	stop := func() bool { return ctx.Err() != nil || s.full() }
	for before := -1; ; {
		root := s.refresh(0)
		gap := root.hi - root.lo
		switch {
		case gap <= s.cfg.Gap:
			return false
		case ctx.Err() != nil:
			return true
		case s.full() || s.budget.Simulations > 0 && s.walks >= s.budget.Simulations:
			return false
		}
		if s.stuck == 0 {
			s.aim(gap)
		}
		s.walk(gap/2, stop)
		s.walks++
		if s.cfg.Progress != nil {
			s.cfg.Progress(s.progress())
		}
		after := s.gains + len(s.nodes)
		if after == before && s.unstick() {
			return false
		}
		before = after
	}
}

// unstick lets every gain count after a walk without improvement, and reports whether they did
// already: then rounding keeps the bounds apart.
func (s *solver) unstick() (hopeless bool) {
	s.aim(0)
	s.stuck++
	return s.stuck > 1
}

// walk improves both bounds.
func (s *solver) walk(gap float64, stop func() bool) {
	s.trial(gap, stop)
	if s.walks >= s.next {
		before := s.refresh(0).lo
		s.rehearse(s.rand, stop)
		if s.pause = min(2*s.pause, longestPause); s.refresh(0).lo > before {
			s.pause = 1
		}
		s.next = s.walks + s.pause
	}
	if s.vectors() > s.most {
		s.reform(stop)
		s.most = 2 * s.vectors()
	}
}

// longestPause limits the walks between rehearsals, which become rare when they improve nothing.
const longestPause = 2

func (s *solver) vectors() (n int) {
	for c := range s.lower {
		n += len(s.lower[c].vectors)
	}
	return n
}

// full reports whether the budget of beliefs or memory is used up.
func (s *solver) full() bool {
	return s.budget.Nodes > 0 && len(s.nodes) >= s.budget.Nodes || !s.room.fits(1, s.widest)
}

func (s *solver) progress() Progress {
	root := s.refresh(0)
	return Progress{Low: root.lo, High: root.hi + s.slack, Walks: s.walks, Beliefs: len(s.nodes), Vectors: s.vectors()}
}

// decision returns the bounds of every first move.
func decision[S, A, O comparable](g *graph, p *Policy[S, A, O]) veil.Decision[A] {
	g.expand(0)
	root := g.refresh(0)
	d := veil.Decision[A]{Value: veil.BoundsValue(root.lo, root.hi+g.slack), Ties: 1}
	for k := range root.edges {
		lo, hi := g.low(&g.nodes[0].edges[k]), g.high(&g.nodes[0].edges[k])
		a := p.actions[g.classes[g.nodes[0].class].acts[k].action]
		d.Choices = append(d.Choices, veil.Choice[A]{Action: a, Value: veil.BoundsValue(lo, min(hi, g.nodes[0].hi)+g.slack)})
	}
	bestFirst(d.Choices)
	return d
}

func bestFirst[A comparable](choices []veil.Choice[A]) {
	slices.SortStableFunc(choices, func(x, y veil.Choice[A]) int { return y.Value.Compare(x.Value) })
}
