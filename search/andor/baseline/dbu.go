// SPDX-License-Identifier: BSD-3-Clause

package baseline

import "github.com/veilplan/veil/search/andor/internal/game"

// dbu is DBU, or the inner recursion of DUB (Russell & Wolfe 2005, fig. 5): a proof for
// one hidden state is extended to further states one at a time.
type dbu[S, A, O comparable] struct {
	incremental[S, A, O]
	firstOnly bool // search only the first possible announcement (DUB)
}

func (s *search[S, A, O]) findDBU(b []S) *game.Plan[A, O] {
	t := &dbu[S, A, O]{incremental: incremental[S, A, O]{search: s}}
	root := t.root(b)
	if ok, _ := t.top(root); !ok || s.Cut != nil {
		return nil
	}
	return root.plan()
}

// top extends the proof of a node to all states that wait there. If there is no proof,
// lost reports whether the OR node above is disproved too.
func (t *dbu[S, A, O]) top(n *inode[S, A, O]) (ok, lost bool) {
	for n.waits() > 0 {
		if !t.take(n) || t.Cut != nil {
			return false, false
		}
		if ok, lost := t.solve(n); !ok {
			return false, lost
		}
	}
	return true, false
}

func (t *dbu[S, A, O]) solve(n *inode[S, A, O]) (ok, lost bool) {
	switch n.kind {
	case orKind:
		return t.solveOr(n), false
	case expandKind:
		return t.top(n.children[0])
	default:
		return t.solveAnd(n)
	}
}

// solveOr tries one action after the other until one is proved. After a lost one no other can win
// (theorem 2, see Config.Greedy).
func (t *dbu[S, A, O]) solveOr(n *inode[S, A, O]) bool {
	for c := n.choose(); c != nil; c = n.choose() {
		ok, lost := t.top(c)
		if ok || lost || t.Cut != nil {
			return ok
		}
		n.drop()
	}
	return false
}

// solveAnd solves the children and keeps them, to be extended by later states.
func (t *dbu[S, A, O]) solveAnd(n *inode[S, A, O]) (ok, lost bool) {
	for _, c := range n.children {
		if ok, _ := t.top(c); !ok {
			return false, t.lost(n, c)
		}
		if t.firstOnly {
			break
		}
	}
	return true, false
}

// plan returns the plan of a proved OR node.
func (n *inode[S, A, O]) plan() *game.Plan[A, O] {
	p := &game.Plan[A, O]{Try: n.current.try}
	for _, c := range n.current.children {
		if c.kind == orKind {
			p.Branches = append(p.Branches, game.Branch[A, O]{Heard: c.heard, Next: c.plan()})
			continue
		}
		for _, reply := range c.children[0].children {
			p.Branches = append(p.Branches, game.Branch[A, O]{Heard: reply.heard, Next: reply.plan()})
		}
	}
	return p
}
