// SPDX-License-Identifier: BSD-3-Clause

package baseline

import (
	"unsafe"

	"github.com/veilplan/veil/search/andor/internal/game"
)

// infinite is the proof number of a disproved node and the disproof number of a proved
// one. Sums stop there.
const infinite = 1 << 30

// pnode is a node of a proof-number tree: an OR node, or one that needs all its children
// proved.
type pnode[S, A, O comparable] struct {
	parent    *pnode[S, A, O]
	children  []*pnode[S, A, O]
	states    []S // until it is expanded
	pn, dn    int
	d         int
	questions int
	try       A             // of an AND node
	heard     game.Heard[O] // of a child of an AND or EXPAND node
	or        bool
}

// pns is proof-number search over whole beliefs (Allis 1994; Russell & Wolfe 2005,
// §5.1). A decided node drops everything below it except its proof.
type pns[S, A, O comparable] struct {
	dfs[S, A, O] // makes the children
}

func (s *search[S, A, O]) findPNS(b []S) *game.Plan[A, O] {
	p := &pns[S, A, O]{dfs[S, A, O]{s}}
	root := &pnode[S, A, O]{states: b, pn: 1, dn: 1, d: s.Plies, or: true}
	for root.pn > 0 && root.dn > 0 && s.Cut == nil {
		n := root
		for n.children != nil {
			n = n.mostProving()
		}
		p.expand(n)
		for n != nil && p.update(n) {
			n = n.parent
		}
	}
	if root.pn > 0 {
		return nil
	}
	return root.plan()
}

// mostProving returns the child on the way to the most-proving node.
func (n *pnode[S, A, O]) mostProving() *pnode[S, A, O] {
	for _, c := range n.children {
		if n.or && c.pn == n.pn || !n.or && c.dn == n.dn {
			return c
		}
	}
	return n.children[0] // not reached: a number of n is that of a child
}

// update computes the numbers of a node from its children, and reports whether they
// changed.
func (p *pns[S, A, O]) update(n *pnode[S, A, O]) bool {
	least, sum := infinite, 0
	for _, c := range n.children {
		if n.or {
			least, sum = min(least, c.pn), min(sum+c.dn, infinite)
		} else {
			least, sum = min(least, c.dn), min(sum+c.pn, infinite)
		}
	}
	pn, dn := least, sum
	if !n.or {
		pn, dn = sum, least
	}
	changed := pn != n.pn || dn != n.dn
	n.pn, n.dn = pn, dn
	switch {
	case dn == 0:
		p.forget(n)
	case pn == 0 && n.or:
		n.keepProof()
	}
	return changed
}

// forget drops everything below a disproved node.
func (p *pns[S, A, O]) forget(n *pnode[S, A, O]) {
	n.pn, n.dn = infinite, 0
	n.children = nil
}

// keepProof drops everything below a proved OR node except its proof.
func (n *pnode[S, A, O]) keepProof() {
	n.dn = infinite
	for _, c := range n.children {
		if c.pn == 0 {
			n.children = []*pnode[S, A, O]{c}
			return
		}
	}
}

// expand makes the children of a leaf. A leaf without children is decided.
func (p *pns[S, A, O]) expand(n *pnode[S, A, O]) {
	if !p.Node() || p.Endless(n.questions) {
		return
	}
	if n.or {
		p.expandOr(n)
	} else {
		p.expandReplies(n)
	}
	n.states = nil
}

func (p *pns[S, A, O]) expandOr(n *pnode[S, A, O]) {
	children, sure := p.dfs.expandOr(n.states, n.d)
	if sure != nil {
		n.children = []*pnode[S, A, O]{{parent: n, try: sure.Try, dn: infinite}}
		return
	}
	for i := range children {
		c := &pnode[S, A, O]{parent: n, try: children[i].try}
		groups := children[i].groups
		for j := range groups {
			g := &groups[p.order(groups, j)]
			leaf := p.leaf(c, g, n.d-1)
			switch {
			case g.heard.Refused:
				leaf.or, leaf.d, leaf.questions = true, n.d, n.questions+g.question()
			case p.Adversary == nil:
				leaf.or = true
			}
		}
		p.update(c)
		n.children = append(n.children, c)
	}
}

func (p *pns[S, A, O]) expandReplies(n *pnode[S, A, O]) {
	from := group[S, O]{heard: n.heard, states: game.Bag[S]{List: n.states}}
	groups, ok := p.union(&from, n.d-1)
	if !ok {
		n.children = []*pnode[S, A, O]{{parent: n, pn: infinite}}
		return
	}
	for i := range groups {
		p.leaf(n, &groups[i], n.d-1).or = true
	}
}

// leaf adds an unexpanded child.
func (p *pns[S, A, O]) leaf(n *pnode[S, A, O], g *group[S, O], d int) *pnode[S, A, O] {
	c := &pnode[S, A, O]{parent: n, heard: g.heard, states: g.states.List, pn: 1, dn: 1, d: d}
	n.children = append(n.children, c)
	p.Hold(int64(unsafe.Sizeof(*c)) + p.StateSize()*int64(len(c.states)))
	return c
}

// plan returns the plan of a proved OR node.
func (n *pnode[S, A, O]) plan() *game.Plan[A, O] {
	try := n.children[0]
	out := &game.Plan[A, O]{Try: try.try}
	for _, c := range try.children {
		if c.or {
			out.Branches = append(out.Branches, game.Branch[A, O]{Heard: c.heard, Next: c.plan()})
			continue
		}
		for _, reply := range c.children {
			out.Branches = append(out.Branches, game.Branch[A, O]{Heard: reply.heard, Next: reply.plan()})
		}
	}
	return out
}
