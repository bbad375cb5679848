// SPDX-License-Identifier: BSD-3-Clause

package baseline

import "github.com/veilplan/veil/search/andor/internal/game"

// dub is DUB (Russell & Wolfe 2005, fig. 6). The inner recursion proves one branch of the tree for
// all hidden states. The outer recursion verifies the proof on the other announcements, deepest
// first, and forgets verified parts.
type dub[S, A, O comparable] struct {
	dbu[S, A, O]
}

func (s *search[S, A, O]) findDUB(b []S) *game.Plan[A, O] {
	t := &dub[S, A, O]{dbu[S, A, O]{incremental: incremental[S, A, O]{search: s}, firstOnly: true}}
	return t.outer(t.root(b))
}

// outer solves an OR node, verifies the solution, and returns it as a plan, or nil.
func (t *dub[S, A, O]) outer(n *inode[S, A, O]) *game.Plan[A, O] {
	ok, _ := t.top(n)
	for ok && t.Cut == nil {
		branches, verified, lost := t.verify(n.current, nil)
		if verified {
			return &game.Plan[A, O]{Try: n.current.try, Branches: branches}
		}
		if lost {
			return nil
		}
		n.drop()
		ok = t.solveOr(n)
	}
	return nil
}

// verify visits every announcement at an AND node and adds its branches to a plan.
func (t *dub[S, A, O]) verify(n *inode[S, A, O], branches []game.Branch[A, O]) (_ []game.Branch[A, O], verified, lost bool) {
	for i, c := range n.children {
		ok, _ := t.top(c)
		switch {
		case !ok:
		case c.kind == expandKind:
			branches, ok, _ = t.verify(c.children[0], branches)
		default:
			p := t.outer(c)
			ok = p != nil
			branches = append(branches, game.Branch[A, O]{Heard: c.heard, Next: p})
		}
		if !ok {
			return nil, false, t.lost(n, c)
		}
		n.children[i] = nil
	}
	return branches, true, false
}
