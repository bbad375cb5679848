// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil"
)

// Refutation proves that no plan wins: a few hidden states and, for every action, an
// answer after which some of them still cannot be won. If no plan wins from these states,
// none wins from a belief that contains them (Russell & Wolfe 2005, theorem 2).
type Refutation struct {
	// Plies is the number of plies within which no win can be forced.
	Plies  int      `json:"plies"`
	States []string `json:"states"`
	Nodes  []Lost   `json:"nodes"`
}

// Lost is a set of hidden states from which no win can be forced.
type Lost struct {
	// Belief lists the states as indices of Refutation.States.
	Belief []int `json:"belief"`
	// Answers refutes the actions. An action without an answer fails at once in one of
	// the states, or may be refused in all of them without a change.
	Answers []Refuted `json:"answers,omitempty"`
}

// Refuted is an action and what may be heard after it. The states at Next are then
// possible, perhaps among others.
type Refuted struct {
	Try string `json:"try"`
	Branch
}

// ReadRefutation reads a refutation in JSON. It checks its form but not its claim.
func ReadRefutation(r io.Reader) (*Refutation, error) {
	p := new(Refutation)
	return p, read(r, "refutation", p)
}

func (p *Refutation) validate() error {
	if p.Plies < 0 || p.Plies > MaxPlies || len(p.Nodes) > MaxNodes {
		return fmt.Errorf("%d plies and %d nodes: at most %d and %d are allowed", p.Plies, len(p.Nodes), MaxPlies, MaxNodes)
	}
	for i, n := range p.Nodes {
		for _, s := range n.Belief {
			if s < 0 || s >= len(p.States) {
				return fmt.Errorf("node %d: state %d is not in the table", i, s)
			}
		}
		for _, a := range n.Answers {
			if a.Next <= i || a.Next >= len(p.Nodes) {
				return fmt.Errorf("node %d: %q leads to node %d: want one of %d to %d", i, a.Try, a.Next, i+1, len(p.Nodes)-1)
			}
		}
	}
	return nil
}

// CheckRefutation returns nil only if the refutation proves that no plan wins from all
// of start within p.Plies plies. If the context ends first, the error is that of the
// context.
func CheckRefutation[S, A, O comparable](ctx context.Context, m Rules[S, A, O], start []S, p *Refutation) error {
	c := &refuter[S, A, O]{poll: poll{ctx: ctx}, m: m, p: p, names: NamesOf(m), checked: make([]int, len(p.Nodes))}
	c.adv, _ = m.(veil.Adversary[S, O])
	c.rej, _ = m.(veil.Rejecter[O])
	err := p.validate()
	if err == nil && len(p.Nodes) == 0 {
		err = errors.New("the refutation is empty")
	}
	if err == nil {
		err = c.start(start)
	}
	if err != nil {
		return c.rejected(err)
	}
	return nil
}

type refuter[S, A, O comparable] struct {
	poll

	m       Rules[S, A, O]
	adv     veil.Adversary[S, O]
	rej     veil.Rejecter[O]
	names   Names[S, A, O]
	p       *Refutation
	checked []int // per node, 1 + the most plies for which it was checked
}

func (c *refuter[S, A, O]) start(start []S) error {
	for i := range start {
		if c.m.Status(&start[i]) == veil.Lost {
			return nil
		}
	}
	return c.node(0, start, c.p.Plies)
}

// node checks a node. Its states must be among the possible ones.
func (c *refuter[S, A, O]) node(i int, possible []S, plies int) error {
	states, err := c.pick(i, possible)
	if err != nil || plies == 0 || c.checked[i] > plies {
		return err
	}
	for _, a := range c.m.AppendActions(nil, &states[0]) {
		if err := c.action(i, states, a, plies); err != nil {
			return err
		}
	}
	c.checked[i] = plies + 1
	return nil
}

// pick finds the states of a node among the possible ones. They must be open.
func (c *refuter[S, A, O]) pick(i int, possible []S) ([]S, error) {
	by := map[string]S{}
	for j := range possible {
		if err := c.ended(); err != nil {
			return nil, err
		}
		if c.m.Status(&possible[j]) == veil.Open {
			by[c.names.State(&possible[j])] = possible[j]
		}
	}
	var states []S
	for _, k := range c.p.Nodes[i].Belief {
		s, ok := by[c.p.States[k]]
		if !ok {
			return nil, fmt.Errorf("node %d: the state %s is not possible", i, c.p.States[k])
		}
		states = append(states, s)
	}
	if len(states) == 0 {
		return nil, fmt.Errorf("node %d: no states", i)
	}
	return states, nil
}

// action checks that one action is refuted.
func (c *refuter[S, A, O]) action(i int, states []S, a A, plies int) error {
	idle := map[O]int{}
	reached := map[Branch][]S{}
	for j := range states {
		if err := c.ended(); err != nil {
			return err
		}
		outcomes := c.m.AppendOutcomes(nil, &states[j], a)
		if len(outcomes) == 0 {
			return nil
		}
		for k := range outcomes {
			out := &outcomes[k]
			refused := c.rej != nil && c.rej.Rejected(out.Seen)
			if c.fails(out, refused, plies, reached) {
				return nil
			}
			if refused && out.State == states[j] && idle[out.Seen] == j {
				idle[out.Seen] = j + 1 // so far heard in every state
			}
		}
	}
	for _, n := range idle {
		if n == len(states) {
			return nil // heard in all states, so nothing is learned
		}
	}
	name := c.names.Action(a)
	for _, answer := range c.p.Nodes[i].Answers {
		if answer.Try == name {
			branch := answer.Branch
			branch.Next = 0
			return c.node(answer.Next, reached[branch], plies-c.spent(branch))
		}
	}
	return fmt.Errorf("node %d: %q is not refuted", i, name)
}

func (c *refuter[S, A, O]) spent(b Branch) int {
	switch {
	case b.Refused:
		return 0
	case c.adv == nil:
		return 1
	default:
		return 2
	}
}

// fails reports whether an outcome cannot be won. Otherwise it adds the states that can
// be reached through the outcome.
func (c *refuter[S, A, O]) fails(out *veil.Outcome[S, O], refused bool, plies int, reached map[Branch][]S) bool {
	b := Branch{Heard: c.names.Seen(out.Seen), Refused: refused}
	switch status := c.m.Status(&out.State); {
	case status == veil.Won:
		return false
	case status == veil.Lost, !refused && plies == 1:
		return true
	case refused, c.adv == nil:
		reached[b] = append(reached[b], out.State)
		return false
	}
	replies := c.adv.AppendReplies(nil, &out.State)
	for i := range replies {
		switch status := c.m.Status(&replies[i].State); {
		case status == veil.Lost, status == veil.Open && plies <= 2:
			return true
		}
		b.Reply = c.names.Seen(replies[i].Seen)
		reached[b] = append(reached[b], replies[i].State)
	}
	return len(replies) == 0
}
