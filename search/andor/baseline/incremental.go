// SPDX-License-Identifier: BSD-3-Clause

package baseline

import (
	"unsafe"

	"github.com/veilplan/veil/search/andor/internal/game"
)

// kind is the kind of a node of an incremental tree.
type kind uint8

const (
	orKind kind = iota
	andKind
	expandKind
)

// inode is a node that takes its hidden states one at a time (Russell & Wolfe 2005,
// §6). States that wait are in pending; all states ever put here are in known.
type inode[S, A, O comparable] struct {
	parent    *inode[S, A, O] // used by IPNS
	children  []*inode[S, A, O]
	current   *inode[S, A, O] // of an OR node: the try of the proof so far
	pending   []arrival[S, O]
	next      int // the first of pending that still waits
	known     game.Bag[S]
	heard     game.Heard[O]
	try       A
	idle      O // of an AND node after a try: the refusal heard in all states so far
	pn, dn    int
	d         int
	questions int
	kind      kind
	expanded  bool // of an OR node: its tries are listed
	useful    bool // of an AND node: the try was not refused in every state so far
	changed   bool // of an OR node after a refusal: a state was changed by it
	dead      bool // used by IPNS: disproved
}

// arrival is a state on its way into an AND node.
type arrival[S, O comparable] struct {
	heard   game.Heard[O]
	changed bool
	state   S
}

// incremental makes trees of these nodes and fills them.
type incremental[S, A, O comparable] struct {
	*search[S, A, O]
	direct bool // states go to the children of an AND node at once (IPNS)
}

func (t *incremental[S, A, O]) root(b []S) *inode[S, A, O] {
	n := &inode[S, A, O]{kind: orKind, d: t.Plies}
	for i := range b {
		t.put(n, &b[i])
	}
	return n
}

// waits returns the number of states that wait at a node.
func (n *inode[S, A, O]) waits() int { return len(n.pending) - n.next }

// put gives a state to an OR or EXPAND node, unless it was there before.
func (t *incremental[S, A, O]) put(n *inode[S, A, O], s *S) {
	if n.known.Add(s) {
		n.pending = append(n.pending, arrival[S, O]{state: *s})
		t.Hold(2 * t.StateSize())
	}
}

// take expands a node by its next waiting state. It returns false if this disproves the
// node.
func (t *incremental[S, A, O]) take(n *inode[S, A, O]) bool {
	a := n.pending[n.next]
	n.next++
	if n.next == len(n.pending) {
		n.pending, n.next = n.pending[:0], 0
	}
	switch n.kind {
	case andKind:
		t.route(n, &a)
		return true
	case orKind:
		return t.takeOr(n, &a.state)
	default:
		return t.takeExpand(n, &a.state)
	}
}

// arrive gives a state to an AND node.
func (t *incremental[S, A, O]) arrive(n *inode[S, A, O], a arrival[S, O]) {
	if t.direct {
		t.route(n, &a)
		return
	}
	n.pending = append(n.pending, a)
	t.Hold(t.StateSize())
}

// route passes a state of an AND node to the child of its announcement. Children after refusals
// come last.
func (t *incremental[S, A, O]) route(n *inode[S, A, O], a *arrival[S, O]) {
	for _, c := range n.children {
		if c.heard == a.heard {
			c.changed = c.changed || a.changed
			t.put(c, &a.state)
			return
		}
	}
	c := t.child(n, a)
	t.put(c, &a.state)
	n.children = append(n.children, c)
	for i := len(n.children) - 1; i > 0 && n.children[i-1].heard.Refused && !c.heard.Refused; i-- {
		n.children[i], n.children[i-1] = n.children[i-1], n.children[i]
	}
}

// child makes the node below an AND node.
func (t *incremental[S, A, O]) child(n *inode[S, A, O], a *arrival[S, O]) *inode[S, A, O] {
	c := &inode[S, A, O]{parent: n, heard: a.heard, changed: a.changed}
	t.Hold(int64(unsafe.Sizeof(*c)))
	switch {
	case a.heard.Refused:
		c.kind, c.d, c.questions = orKind, n.d, n.questions
		if a.changed {
			c.questions++
		}
	case a.heard.Replied:
		c.kind, c.d = orKind, n.d
	case t.Adversary == nil:
		c.kind, c.d = orKind, n.d-1
	default:
		c.kind, c.d = expandKind, n.d-1
		after := &inode[S, A, O]{parent: c, kind: andKind, d: n.d - 2, useful: true, dn: infinite}
		c.children = []*inode[S, A, O]{after}
	}
	return c
}

// takeOr makes every try of an OR node in one more state and drops those that fail.
func (t *incremental[S, A, O]) takeOr(n *inode[S, A, O], s *S) bool {
	if !t.Node() || t.Endless(n.questions) {
		return false
	}
	first := !n.expanded
	if first {
		n.expanded = true
		for _, a := range t.Rules.AppendActions(nil, s) {
			n.children = append(n.children, &inode[S, A, O]{parent: n, kind: andKind, try: a, d: n.d, questions: n.questions})
		}
	}
	kept := n.children[:0]
	for _, c := range n.children {
		if !c.dead && t.takeTry(c, s, first) {
			kept = append(kept, c)
		} else if c == n.current {
			n.current = nil
		}
	}
	clear(n.children[len(kept):])
	n.children = kept
	return true
}

// takeTry makes one try in one more state. It returns false if the try fails.
func (t *incremental[S, A, O]) takeTry(c *inode[S, A, O], s *S, first bool) bool {
	outs := t.Step(s, c.try)
	idle := false
	for i := range outs {
		out := &outs[i]
		h := game.Heard[O]{Answer: out.Seen, Refused: t.Rejected(out.Seen)}
		changed := h.Refused && out.State != *s
		switch t.fateOf(&out.State, h.Refused, c.d) {
		case failed:
			return false
		case goesOn:
			t.arrive(c, arrival[S, O]{h, changed, out.State})
		case won:
		}
		if h.Refused && !changed && (first || c.idle == h.Answer) {
			c.idle, idle = h.Answer, true
		}
	}
	c.useful = c.useful || !idle
	return len(outs) > 0
}

// takeExpand makes every reply in one more state.
func (t *incremental[S, A, O]) takeExpand(n *inode[S, A, O], s *S) bool {
	if !t.Node() {
		return false
	}
	after := n.children[0]
	replies := t.Replies(s)
	for i := range replies {
		switch t.replyFate(&replies[i].State, after.d) {
		case failed:
			return false
		case goesOn:
			h := game.Heard[O]{Answer: n.heard.Answer, Reply: replies[i].Seen, Replied: true}
			t.arrive(after, arrival[S, O]{heard: h, state: replies[i].State})
		case won:
		}
	}
	return len(replies) > 0
}

// lost reports whether a disproved child of an AND node disproves the OR node above it
// as well.
func (t *incremental[S, A, O]) lost(n, c *inode[S, A, O]) bool {
	return t.Greedy && !c.heard.Replied && t.safeStep(n.try, c.heard, c.changed)
}

// choose returns the try that an OR node continues with: the one of the proof so far, or
// else the first that was not refused in every state. Others may become useful with the
// next state.
func (n *inode[S, A, O]) choose() *inode[S, A, O] {
	if n.current == nil {
		for _, c := range n.children {
			if c.useful {
				n.current = c
				break
			}
		}
	}
	return n.current
}

// drop gives up the current try of an OR node.
func (n *inode[S, A, O]) drop() {
	for i, c := range n.children {
		if c == n.current {
			n.children = append(n.children[:i], n.children[i+1:]...)
			break
		}
	}
	n.current = nil
}
