// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import (
	"cmp"
	"context"
	"slices"
)

// Kind is a kind of action.
type Kind int

// The kinds of actions.
const (
	KindEnd Kind = iota
	KindTest
	KindRepair
)

// Action is an end, a test or a repair, by its index in the problem.
type Action struct {
	Kind Kind
	At   int
}

// Choice is a first action and bounds on the least expected cost of a plan that begins with it.
type Choice struct {
	Action

	Low, High float64
}

// Step is an action of a plan, and what enter.
type Step struct {
	Action

	Chance    float64 // of getting here
	Low, High float64 // bounds on the least expected cost from here
	Belief    []float64
	// Open reports that the work ended before the action was chosen: it is the best end.
	Open bool
	// Then has the next step for each reading of a test, or the one after a repair that failed. It is nil after an end,
	// and where the chance is below the one asked for.
	Then []Branch
}

// Branch is a reading and the step after it.
type Branch struct {
	Reading int
	Next    *Step
}

// at is a place in a plan.
type at struct {
	n      *node
	key    key
	belief []float64
	used   used
}

// start returns the place at which a plan begins. Solve was called.
func (s *Solver) start() at { return at{s.root, key{}, s.prior, used{}} }

// best returns the action of the best plan at a place.
func (s *Solver) best(x at) Action {
	end, cost := s.end(x.belief, 1)
	parts, repair := s.tryParts(x.belief, cost)
	if x.n.opts == nil && x.n.hi < parts*(1-1e-12) {
		s.expand(x.n, x.key, x.belief, x.used) // the first plan passed here, and left its cost
	}
	if x.n.opts == nil {
		if repair >= 0 {
			return Action{KindRepair, repair}
		}
		return Action{KindEnd, end}
	}
	return s.action(s.pick(x.n, true).action, end)
}

// action returns the action of an option.
func (s *Solver) action(option int32, end int) Action {
	switch r := int(option) - len(s.p.Tests); {
	case option < 0:
		return Action{KindEnd, end}
	case r >= 0:
		return Action{KindRepair, r}
	default:
		return Action{KindTest, int(option)}
	}
}

// outcomes calls a function with every result of an action, its chance and the belief after it.
func (s *Solver) outcomes(belief []float64, a Action, use func(reading int, p float64, next []float64)) {
	switch a.Kind {
	case KindEnd:
	case KindRepair:
		b := make([]float64, len(belief))
		if p := s.failed(b, belief, a.At); p > 0 {
			use(0, p, b)
		}
	case KindTest:
		for r, like := range s.like[a.At] {
			b := make([]float64, len(belief))
			if p := given(b, belief, like); p > 0 {
				use(r, p, b)
			}
		}
	}
}

// follow calls a function with every place after an action, the reading and its chance.
func (s *Solver) follow(x at, a Action, use func(next at, reading int, p float64)) {
	s.outcomes(x.belief, a, func(r int, p float64, b []float64) {
		k, u := x.key.and(repairKind, a.At, 0), x.used
		if a.Kind == KindTest {
			k, u = x.key.and(testKind, a.At, r), x.used.and(int32(a.At))
		}
		use(at{s.node(k, b, u), k, b, u}, r, p)
	})
}

// Lead returns the first step of the best plan so far, or nil before there is one. The steps after it are open. It
// changes nothing, so [Config.Report] may call it: a search that is watched finds what another one finds.
func (s *Solver) Lead() *Step {
	if s.root == nil || s.root.opts == nil {
		return nil
	}
	least := s.root.opts[0]
	s.refresh(&least)
	for _, o := range s.root.opts[1:] { // copies
		if s.refresh(&o); o.hi < least.hi {
			least = o
		}
	}
	end, _ := s.end(s.prior, 1)
	t := &Step{Action: s.action(least.action, end), Chance: 1, Low: s.root.lo * (1 - rounding), High: s.root.hi * (1 + rounding), Belief: s.prior}
	s.outcomes(s.prior, t.Action, func(r int, p float64, b []float64) {
		t.Then = append(t.Then, Branch{r, &Step{Chance: p, Belief: b, Open: true}})
	})
	return t
}

// Plan returns the best plan known. Steps that are reached with a chance below least are its leaves. It expands at most
// the given number of beliefs (0 means no limit). Where that number or the context ends the work, steps are open, and
// the error is the reason.
func (s *Solver) Plan(ctx context.Context, nodes int, least float64) (*Step, error) {
	s.enter(ctx, nodes)
	return s.step(s.start(), 1, least), s.reason()
}

// enter begins a call that expands beliefs.
func (s *Solver) enter(ctx context.Context, nodes int) {
	s.ctx, s.ended, s.nodes, s.limit, s.full = ctx, false, 0, nodes, false
}

func (s *Solver) step(x at, p, least float64) *Step {
	t := &Step{Action: s.best(x), Chance: p, Low: x.n.lo, High: x.n.hi, Belief: x.belief}
	if t.Open = x.n != s.root && s.reason() != nil; t.Open {
		end, _ := s.end(x.belief, 1)
		t.Action = Action{KindEnd, end}
	}
	if p >= least && s.reason() == nil {
		s.follow(x, t.Action, func(next at, reading int, q float64) {
			t.Then = append(t.Then, Branch{reading, s.step(next, p*q, least)})
		})
	}
	return t
}

// leastChance is the chance below which [Solver.Ends] enter no path: such paths end at once.
const leastChance = 1e-6

// Ends calls a function with every end of the best plan, the belief there and its chance. Repairs that work are no
// ends; paths too unlikely to matter end at once. It expands at most the given number of beliefs (0 means no limit).
// Where that number or the context ends the work, paths end at once, and the error is the reason.
func (s *Solver) Ends(ctx context.Context, nodes int, use func(end int, belief []float64, chance float64)) error {
	s.enter(ctx, nodes)
	s.endsOf(s.start(), 1, use)
	return s.reason()
}

func (s *Solver) endsOf(x at, p float64, use func(int, []float64, float64)) {
	a := Action{Kind: KindEnd}
	if p >= leastChance && s.reason() == nil {
		a = s.best(x)
	}
	if a.Kind == KindEnd || s.reason() != nil {
		end, _ := s.end(x.belief, 1)
		use(end, x.belief, p)
		return
	}
	s.follow(x, a, func(next at, _ int, q float64) { s.endsOf(next, p*q, use) })
}

// Choices returns the first actions that may be the best, the best first. Solve was called.
func (s *Solver) Choices() []Choice {
	end, _ := s.end(s.prior, 1)
	var list []Choice
	for i := range s.root.opts {
		o := &s.root.opts[i]
		s.refresh(o)
		list = append(list, Choice{s.action(o.action, end), o.lo * (1 - rounding), o.hi * (1 + rounding)})
	}
	slices.SortStableFunc(list, func(x, y Choice) int { return cmp.Compare(x.High, y.High) })
	return list
}
