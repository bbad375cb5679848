// SPDX-License-Identifier: BSD-3-Clause

package baseline

import "github.com/veilplan/veil/search/andor/internal/game"

// ipns is proof-number search whose unit of work is one hidden state at one node
// (Russell & Wolfe 2005, §6.1). The states that a node has taken have numbers as in PNS.
// Each state that waits counts 1: a proof needs all of them, a disproof only one.
type ipns[S, A, O comparable] struct {
	incremental[S, A, O]
}

func (s *search[S, A, O]) findIPNS(b []S) *game.Plan[A, O] {
	t := &ipns[S, A, O]{incremental[S, A, O]{search: s, direct: true}}
	root := t.root(b)
	t.count(root)
	for root.pn > 0 && root.dn > 0 && s.Cut == nil {
		t.advance(root)
	}
	if root.pn > 0 || s.Cut != nil {
		return nil
	}
	return root.plan()
}

// advance takes the most-proving state and updates the numbers above it.
func (t *ipns[S, A, O]) advance(root *inode[S, A, O]) {
	n := root
	for {
		below := n.below()
		if below == nil {
			break
		}
		n = below
	}
	if !t.take(n) {
		t.disprove(n)
	} else {
		t.countBelow(n)
		t.count(n)
	}
	for n = n.parent; n != nil; n = n.parent {
		t.count(n)
	}
}

// below returns the child on the way to the most-proving state, or nil if that state
// waits here.
func (n *inode[S, A, O]) below() *inode[S, A, O] {
	least, best := infinite, (*inode[S, A, O])(nil)
	sum := 0
	for _, c := range n.children {
		number := c.dn
		if n.kind == orKind {
			number = c.pn
			sum = min(sum+c.dn, infinite)
		}
		if number < least {
			least, best = number, c
		}
	}
	if n.kind != orKind {
		sum = least
	}
	if n.waits() > 0 && sum > 1 {
		return nil
	}
	return best
}

// countBelow computes the numbers of the nodes that a new state has reached: two levels
// below an OR node or an EXPAND node.
func (t *ipns[S, A, O]) countBelow(n *inode[S, A, O]) {
	for _, and := range n.children {
		for _, c := range and.children {
			t.count(c)
		}
		t.count(and)
	}
}

// count computes the numbers of a node.
func (t *ipns[S, A, O]) count(n *inode[S, A, O]) {
	switch {
	case n.dead:
		return
	case n.kind == orKind && !n.expanded, n.kind != orKind && len(n.children) == 0:
		n.pn, n.dn = 0, infinite
	default:
		n.sum()
	}
	if n.dn == 0 {
		t.disprove(n)
		return
	}
	if n.kind == andKind && !n.useful {
		n.pn, n.dn = infinite, 0 // for the states so far; it may come back
		return
	}
	if n.waits() > 0 {
		n.pn, n.dn = min(n.pn+n.waits(), infinite), 1
	}
	if n.pn == 0 && n.kind == orKind && n.expanded {
		n.settle()
	}
}

// sum computes the numbers of the states a node has taken.
func (n *inode[S, A, O]) sum() {
	least, sum := infinite, 0
	for _, c := range n.children {
		if n.kind == orKind {
			least, sum = min(least, c.pn), min(sum+c.dn, infinite)
		} else {
			least, sum = min(least, c.dn), min(sum+c.pn, infinite)
		}
	}
	n.pn, n.dn = least, sum
	if n.kind != orKind {
		n.pn, n.dn = sum, least
	}
}

// settle records the try that proves an OR node.
func (n *inode[S, A, O]) settle() {
	for _, c := range n.children {
		if c.pn == 0 {
			n.current = c
			return
		}
	}
}

// disprove drops everything below a disproved node.
func (t *ipns[S, A, O]) disprove(n *inode[S, A, O]) {
	n.pn, n.dn, n.dead = infinite, 0, true
	n.children, n.pending, n.next = nil, nil, 0
	n.known = game.Bag[S]{}
}
