// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"errors"
	"slices"
)

// Plan is a test and a plan for each of its readings, or the end.
type Plan struct {
	// Causes are those possible here, as indices of the problem.
	Causes []int
	// Test is the test to perform, or -1 at the end.
	Test int
	// Action is the action that ends the plan, or -1.
	Action int
	// Branches are the continuations, by reading. A reading [Found] has no plan.
	Branches []Branch
	// Cost is the sum of weight times cost over the causes, from here on.
	Cost uint64
}

// Branch is a reading and the plan after it.
type Branch struct {
	Reading uint16
	Next    *Plan
}

// ErrNoPlan reports that no plan is known yet.
var ErrNoPlan = errors.New("no plan yet: the search ended before it found one")

// Plan returns the best plan found so far. Its cost is the upper bound of the last result.
func (s *Solver) Plan() (*Plan, error) {
	if s.root == nil || s.root.hi == Unknown {
		return nil, ErrNoPlan
	}
	return s.planOf(s.root), nil
}

// planOf returns the plan of a node. It clones the parts, because the recursion splits again and a
// split is valid until the next one.
func (s *Solver) planOf(n *node) *Plan {
	s.settle(n)
	p := &Plan{Causes: s.causes(n.set), Test: -1, Action: -1, Cost: n.hi}
	if n.best < 0 {
		if len(s.problem.Actions) > 0 {
			_, p.Action = s.stop(n.set)
		}
		return p
	}
	p.Test = int(n.best)
	var sets []part
	for _, part := range s.split.of(s.problem, n.best, n.set) {
		part.set = slices.Clone(part.set)
		sets = append(sets, part)
	}
	reads := s.problem.Tests[n.best].Reads
	for _, part := range sets {
		b := Branch{Reading: reads[part.set[0]]}
		if !part.found {
			b.Next = s.planOf(s.table.get(part.set, part.weight, prepared(s.problem, n.best, n.ready), nil, nil, nil))
		}
		p.Branches = append(p.Branches, b)
	}
	slices.SortFunc(p.Branches, func(x, y Branch) int { return int(x.Reading) - int(y.Reading) })
	return p
}

// settle gives a node that was not examined the plan that its bound assumed.
func (s *Solver) settle(n *node) {
	switch {
	case n.open:
	case s.greedy != nil:
		s.planGreedily(n)
	case s.guessing != nil:
		s.guessing.solve(s.problem, n)
	default:
		n.hi = s.end(n)
	}
}

// causes returns the indices of causes in the problem as it was given.
func (s *Solver) causes(set []int32) []int {
	var all []int
	for _, k := range set {
		all = append(all, s.merged[k]...)
	}
	slices.Sort(all)
	return all
}
