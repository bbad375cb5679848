// SPDX-License-Identifier: BSD-3-Clause

// Package controller holds plans with a promise: finite controllers whose nodes say what they earn at
// least, and a checker that verifies every such number by its own arithmetic. It imports no searcher.
//
// A node is an action, the node that follows each observation, and a value for every state in which
// it may be entered. If no value is more than the expected reward of the action plus the discounted
// value of what follows, then by induction the controller earns at least these values from there, and
// from the start at least their expectation. Nobody needs to trust the search that found them.
package controller

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/veilplan/veil"
)

// Model is a problem as the checker sees it: its starts, its actions and the outcomes of a step.
type Model[S, A, O comparable] interface {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}

// Controller is a plan that earns at least Claim. It begins at its first node.
type Controller[S, A, O comparable] struct {
	Discount float64 // the factor on a reward one step later: above 0 and below 1
	Claim    float64
	Nodes    []Node[S, A, O]
}

// Node is one point of a plan.
type Node[S, A, O comparable] struct {
	Action A
	Next   map[O]int // the node after each observation
	Values map[S]float64
}

// ErrRejected reports a controller that does not earn what it claims, or not provably so.
var ErrRejected = errors.New("the promise is not kept")

func rejected(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrRejected, fmt.Sprintf(format, args...))
}

// Check verifies a controller from the probabilities and rewards of the problem, and its discount,
// alone. It returns nil if the controller earns its claim in expectation, and an error that wraps
// [ErrRejected] if it finds a number that does not follow from the others.
func Check[S, A, O comparable](ctx context.Context, m Model[S, A, O], discount float64, c *Controller[S, A, O]) error {
	switch {
	case c.Discount != discount:
		return rejected("it is made for discount %v, not %v", c.Discount, discount)
	case !(c.Discount > 0 && c.Discount < 1):
		return rejected("the discount is %v: want more than 0 and less than 1", c.Discount)
	case len(c.Nodes) == 0:
		return rejected("there is no node")
	case math.IsNaN(c.Claim) || math.IsInf(c.Claim, 0):
		return rejected("it claims %v", c.Claim)
	}
	for i := range c.Nodes {
		for s, v := range c.Nodes[i].Values {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := checkState(m, c, i, s, v); err != nil {
				return err
			}
		}
	}
	var sum sum
	for _, w := range m.AppendStarts(nil) {
		v, ok := c.Nodes[0].Values[w.State]
		if !ok {
			return rejected("the first node has no value for a state in which the problem may start")
		}
		sum.add(w.P, v)
	}
	return sum.atLeast(c.Claim, "the start")
}

// checkState verifies the value of one state at a node.
func checkState[S, A, O comparable](m Model[S, A, O], c *Controller[S, A, O], i int, s S, v float64) error {
	node := &c.Nodes[i]
	if !offered(m, s, node.Action) {
		return rejected("node %d: its action is not possible in every one of its states", i)
	}
	var total sum
	for _, out := range m.AppendOutcomes(nil, &s, node.Action) {
		total.add(out.P, out.Reward)
		if out.Done {
			continue
		}
		next, ok := node.Next[out.Seen]
		if !ok || next < 0 || next >= len(c.Nodes) {
			return rejected("node %d: an observation has no node to follow", i)
		}
		after, ok := c.Nodes[next].Values[out.State]
		if !ok {
			return rejected("node %d: node %d has no value for a state that can follow", i, next)
		}
		total.then(out.P, c.Discount, after)
	}
	return total.atLeast(v, fmt.Sprintf("node %d", i))
}

func offered[S, A, O comparable](m Model[S, A, O], s S, a A) bool {
	return slices.Contains(m.AppendActions(nil, &s), a)
}

// sum is an expectation with a bound on its rounding errors.
type sum struct {
	value, size float64 // size is the sum of absolute values
	chance      float64 // the sum of all probabilities
	terms       int
}

func (t *sum) add(p, x float64) {
	t.chance += p
	t.put(float64(p * x))
}

// then adds the discounted value of what follows an outcome that was added before.
func (t *sum) then(p, discount, x float64) { t.put(float64(float64(p*discount) * x)) }

func (t *sum) put(x float64) {
	t.value += x
	t.size += math.Abs(x)
	t.terms++
}

// unit is twice the relative error of one operation. A term has two products, and every sum of n
// terms adds n-1 errors at most (Higham 2002, §4.2).
const unit = 0x1p-52

// atLeast rejects a number unless the exact sum is as large, whatever was rounded.
func (t *sum) atLeast(claim float64, where string) error {
	low := t.value - float64(float64(t.terms+4)*unit)*t.size
	switch {
	case !(math.Abs(t.chance-1) <= 1e-9):
		return rejected("%s: the probabilities sum to %v", where, t.chance)
	case !(claim <= low):
		return rejected("%s: it promises %v, and what follows gives %v", where, claim, low)
	}
	return nil
}

// States lists the states that can be reached, in the order in which a stranger would meet them:
// first the starts, then what every action can lead to, state by state. So a file names a state by
// its place in this list. The list ends with an error if there are more than most.
func States[S, A, O comparable](ctx context.Context, m Model[S, A, O], most int) ([]S, error) {
	var list []S
	known := map[S]bool{}
	add := func(s S) {
		if !known[s] {
			known[s] = true
			list = append(list, s)
		}
	}
	for _, w := range m.AppendStarts(nil) {
		add(w.State)
	}
	for i := 0; i < len(list); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(list) > most {
			return nil, fmt.Errorf("more than %d states can be reached: %w", most, veil.ErrTooHard)
		}
		for s := range successors(m, list[i]) {
			add(s)
		}
	}
	return list, nil
}

// successors yields the states that any action can lead to from s.
func successors[S, A, O comparable](m Model[S, A, O], s S) iter.Seq[S] {
	return func(yield func(S) bool) {
		for _, a := range m.AppendActions(nil, &s) {
			for _, out := range m.AppendOutcomes(nil, &s, a) {
				if !out.Done && !yield(out.State) {
					return
				}
			}
		}
	}
}
