// SPDX-License-Identifier: BSD-3-Clause

package andor

// dub is DUB (Russell & Wolfe 2005, fig. 6): the inner recursion proves one branch of
// the tree for all hidden states, the outer one verifies the proof on the other things
// that can be heard, the deepest first, and forgets what it has verified.
type dub[S, A, O comparable] struct {
	dbu[S, A, O]
}

func searchDUB[S, A, O comparable](g *game[S, A, O], b []S, d int) *plan[A, O] {
	t := &dub[S, A, O]{dbu[S, A, O]{incremental[S, A, O]{game: g, greedy: g.cfg.Greedy}, true}}
	return t.outer(t.root(b, d))
}

// outer solves an OR node, verifies the solution, and returns it as a plan, or nil.
func (t *dub[S, A, O]) outer(n *inode[S, A, O]) *plan[A, O] {
	ok, _ := t.top(n)
	for ok && t.cut == nil {
		branches, verified, lost := t.verify(n.current, nil)
		if verified {
			return &plan[A, O]{n.current.try, branches}
		}
		if lost {
			return nil
		}
		n.drop()
		ok = t.solveOr(n)
	}
	return nil
}

// verify goes through everything that can be heard at an AND node and adds its branches
// to a plan.
func (t *dub[S, A, O]) verify(n *inode[S, A, O], branches []branch[A, O]) (_ []branch[A, O], verified, lost bool) {
	for i, c := range n.children {
		ok, _ := t.top(c)
		switch {
		case !ok:
		case c.kind == expandKind:
			branches, ok, _ = t.verify(c.children[0], branches)
		default:
			p := t.outer(c)
			ok = p != nil
			branches = append(branches, branch[A, O]{c.heard, p})
		}
		if !ok {
			return nil, false, t.lost(n, c)
		}
		n.children[i] = nil
	}
	return branches, true, false
}
