// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil"
)

// ErrRejected reports a plan or a refutation that is not a proof.
var ErrRejected = errors.New("not a proof")

// Report describes a successful check of a plan.
type Report struct {
	// States is the number of hidden states from which the plan was replayed.
	States int
	// Steps is the number of (node, state) pairs replayed.
	Steps int
}

// Check replays the plan from every state of start, against every outcome and reply. It
// returns a nil error only if all of them end in a win within p.Plies plies, every node
// and branch is needed, and every count and belief is correct. If the context ends first,
// the error is that of the context.
func Check[S, A, O comparable](ctx context.Context, m Rules[S, A, O], start []S, p *Plan) (Report, error) {
	if err := p.validate(); err != nil {
		return Report{}, fmt.Errorf("%w: %w", ErrRejected, err)
	}
	c := newReplay(ctx, m, p)
	states, err := c.all(start)
	if err == nil {
		err = c.complete()
	}
	if err != nil {
		return Report{}, c.rejected(err)
	}
	return Report{States: states, Steps: c.steps}, nil
}

// Prune replays a plan and returns it with only the nodes and branches that are needed and
// the number of states at each node. If beliefs is set, it adds the states themselves. If
// the context ends first, the error is that of the context.
func Prune[S, A, O comparable](ctx context.Context, m Rules[S, A, O], start []S, p *Plan, beliefs bool) (*Plan, error) {
	if err := p.validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRejected, err)
	}
	c := newReplay(ctx, m, p)
	if _, err := c.all(start); err != nil {
		return nil, c.rejected(err)
	}
	return c.pruned(beliefs)
}

// replay walks through a plan, state by state. Branches only lead forward, so a walk
// ends.
type replay[S, A, O comparable] struct {
	poll

	m     Rules[S, A, O]
	adv   veil.Adversary[S, O]
	rej   veil.Rejecter[O]
	names Names[S, A, O]
	acts  map[A]string
	seen  map[O]string
	plan  *Plan
	// at maps, per node, the states that reached it to the fewest plies left that
	// sufficed; order lists the states in order of arrival.
	at    []map[S]int
	order [][]S
	taken []map[int]bool // per node, the branches taken
	steps int
}

func newReplay[S, A, O comparable](ctx context.Context, m Rules[S, A, O], p *Plan) *replay[S, A, O] {
	c := &replay[S, A, O]{
		poll: poll{ctx: ctx}, m: m, plan: p, names: NamesOf(m), acts: map[A]string{}, seen: map[O]string{},
		at: make([]map[S]int, len(p.Nodes)), order: make([][]S, len(p.Nodes)), taken: make([]map[int]bool, len(p.Nodes)),
	}
	c.adv, _ = m.(veil.Adversary[S, O])
	c.rej, _ = m.(veil.Rejecter[O])
	return c
}

// all replays the plan from every state and returns the number of different states.
func (c *replay[S, A, O]) all(start []S) (int, error) {
	if len(start) == 0 {
		return 0, errors.New("no hidden state to start from")
	}
	states := map[S]bool{}
	for i := range start {
		states[start[i]] = true
		if err := c.arrive(0, start[i], c.plan.Plies); err != nil {
			return 0, err
		}
	}
	return len(states), nil
}

// arrive replays a node in a state that may be decided.
func (c *replay[S, A, O]) arrive(node int, s S, plies int) error {
	switch c.m.Status(&s) {
	case veil.Won:
		return nil
	case veil.Lost:
		return fmt.Errorf("lost in %s", c.names.State(&s))
	default:
		return c.walk(node, s, plies)
	}
}

// walk replays a node in an open state.
func (c *replay[S, A, O]) walk(node int, s S, plies int) error {
	if node >= len(c.plan.Nodes) {
		return errors.New("the plan is empty")
	}
	if plies <= 0 {
		return fmt.Errorf("node %d: no plies left in %s", node, c.names.State(&s))
	}
	if left, ok := c.at[node][s]; ok && left <= plies {
		return nil
	} else if !ok {
		if err := c.ended(); err != nil {
			return err
		}
		c.order[node] = append(c.order[node], s)
	}
	if c.at[node] == nil {
		c.at[node], c.taken[node] = map[S]int{}, map[int]bool{}
	}
	c.at[node][s] = plies
	c.steps++
	a, err := c.action(node, &s)
	if err != nil {
		return err
	}
	outcomes := c.m.AppendOutcomes(nil, &s, a)
	if len(outcomes) == 0 {
		return fmt.Errorf("node %d: %q has no outcome in %s", node, c.plan.Nodes[node].Try, c.names.State(&s))
	}
	for i := range outcomes {
		if err := c.outcome(node, &outcomes[i], plies); err != nil {
			return err
		}
	}
	return nil
}

// outcome replays one outcome of a node's try. A refusal costs no ply, an accepted try one, and a
// reply another.
func (c *replay[S, A, O]) outcome(node int, out *veil.Outcome[S, O], plies int) error {
	switch status := c.m.Status(&out.State); {
	case status == veil.Won:
		return nil
	case status == veil.Lost:
		return fmt.Errorf("node %d: %q loses: %s", node, c.plan.Nodes[node].Try, c.names.State(&out.State))
	case c.rej != nil && c.rej.Rejected(out.Seen):
		return c.follow(node, Branch{Heard: c.say(out.Seen), Refused: true}, out.State, plies)
	case plies == 1:
		return fmt.Errorf("node %d: %q does not win at the last ply: %s", node, c.plan.Nodes[node].Try, c.names.State(&out.State))
	case c.adv == nil:
		return c.follow(node, Branch{Heard: c.say(out.Seen)}, out.State, plies-1)
	}
	replies := c.adv.AppendReplies(nil, &out.State)
	if len(replies) == 0 {
		return fmt.Errorf("node %d: no reply, so no win, in %s", node, c.names.State(&out.State))
	}
	for i := range replies {
		b := Branch{Heard: c.say(out.Seen), Reply: c.say(replies[i].Seen)}
		switch c.m.Status(&replies[i].State) {
		case veil.Won:
		case veil.Lost:
			return fmt.Errorf("node %d: a reply wins: %s", node, c.names.State(&replies[i].State))
		default:
			if err := c.follow(node, b, replies[i].State, plies-2); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow replays the node at the end of the branch for what was heard.
func (c *replay[S, A, O]) follow(node int, heard Branch, s S, plies int) error {
	for i, b := range c.plan.Nodes[node].Branches {
		if b.Heard == heard.Heard && b.Reply == heard.Reply && b.Refused == heard.Refused {
			c.taken[node][i] = true
			return c.walk(b.Next, s, plies)
		}
	}
	return fmt.Errorf("node %d: nothing is planned after %q is answered %q, then %q, in %s",
		node, c.plan.Nodes[node].Try, heard.Heard, heard.Reply, c.names.State(&s))
}

// action finds the action of the state that the node names.
func (c *replay[S, A, O]) action(node int, s *S) (A, error) {
	var found A
	n := 0
	for _, a := range c.m.AppendActions(nil, s) {
		text, ok := c.acts[a]
		if !ok {
			text = c.names.Action(a)
			c.acts[a] = text
		}
		if text == c.plan.Nodes[node].Try {
			found = a
			n++
		}
	}
	if n != 1 {
		return found, fmt.Errorf("node %d: %d actions are called %q in %s", node, n, c.plan.Nodes[node].Try, c.names.State(s))
	}
	return found, nil
}

func (c *replay[S, A, O]) say(o O) string {
	text, ok := c.seen[o]
	if !ok {
		text = c.names.Seen(o)
		c.seen[o] = text
	}
	return text
}

// complete checks that the plan contains nothing unneeded and nothing wrong.
func (c *replay[S, A, O]) complete() error {
	for i := range c.plan.Nodes {
		n := &c.plan.Nodes[i]
		switch {
		case len(c.at[i]) == 0:
			return fmt.Errorf("node %d is never reached", i)
		case len(c.taken[i]) != len(n.Branches):
			return fmt.Errorf("node %d has a branch for an announcement that cannot occur", i)
		case len(c.at[i]) != n.Count:
			return fmt.Errorf("node %d: %d states are possible, not %d", i, len(c.at[i]), n.Count)
		case n.Belief != nil && !c.believes(i):
			return fmt.Errorf("node %d: its belief is not the set of possible states", i)
		}
		if err := c.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// believes checks the belief of a node against the states that were there.
func (c *replay[S, A, O]) believes(node int) bool {
	var claimed, found []string
	for _, s := range c.plan.Nodes[node].Belief {
		claimed = append(claimed, c.plan.States[s])
	}
	for i := range c.order[node] {
		found = append(found, c.names.State(&c.order[node][i]))
	}
	slices.Sort(claimed)
	slices.Sort(found)
	return slices.Equal(claimed, found)
}
