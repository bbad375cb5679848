// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"cmp"
	"math"
	"slices"
)

// tight is the largest width of a proved interval that counts as a point: above the
// rounding error of a sum of probabilities and far below any difference of interest.
const tight = 1e-12

// widened returns ⌈c·√n⌉, at least 1.
func widened(c float64, n int32) int {
	return max(int(math.Ceil(float64(c*math.Sqrt(float64(n))))), 1)
}

// pick returns the edge by which a simulation leaves the node.
func (t *tree[S, A, O]) pick(at int32, uniform bool) int32 {
	n := &t.nodes[at]
	if uniform {
		return n.edges + t.random.Int32N(n.count)
	}
	offered := n.count
	if t.cfg.WidenActions > 0 {
		offered = int32(min(int(offered), widened(t.cfg.WidenActions, n.visits)))
	}
	log := t.log(n.visits)
	if t.free {
		return t.pickFree(n, offered, log)
	}
	if t.plain {
		return t.pickPlain(n.edges, offered, log)
	}
	best, top := int32(none), math.Inf(-1)
	for e := n.edges; e < n.edges+offered; e++ {
		if t.idle(n, e) {
			continue
		}
		if score := t.score(e, n.visits, log); best == none || score > top {
			best, top = e, score
		}
	}
	if best == none { // widening has offered no action that is worth a simulation
		return n.lead
	}
	return best
}

// pickPlain is pick for UCB1 on average returns without bounds, where every score is
// finite: the innermost loop of a POMCP-like search.
func (t *tree[S, A, O]) pickPlain(first, offered int32, log float64) int32 {
	best, top := 0, math.Inf(-1)
	edges := t.edges[first : first+offered]
	for i := range edges {
		e := &edges[i]
		if score := e.q + float64(t.reach*math.Sqrt(log/(1+float64(e.visits)))); score > top {
			best, top = i, score
		}
	}
	return first + int32(best)
}

// log returns ln(1+n), for small n from a table that grows as needed.
func (t *tree[S, A, O]) log(n int32) float64 {
	if n >= 1<<16 {
		return ln(float64(1 + n))
	}
	for len(t.logs) <= int(n) {
		t.logs = append(t.logs, ln(float64(1+len(t.logs))))
	}
	return t.logs[n]
}

// idle reports whether simulating an action is pointless: its value is proved, or best
// play does not need it.
func (t *tree[S, A, O]) idle(n *node, e int32) bool {
	if t.cfg.NoBounds {
		return false
	}
	return t.notes[e].hi-t.notes[e].lo <= tight || t.inferior(n, e)
}

// inferior reports whether another action is proved to be at least as good. Of several
// equally good actions, the node's lead is not inferior.
func (t *tree[S, A, O]) inferior(n *node, e int32) bool {
	if t.cfg.NoBounds || t.notes[e].hi > n.lo+tight {
		return false
	}
	return t.notes[e].hi < n.lo-tight || e != n.lead && t.notes[n.lead].lo >= n.lo-tight
}

// score is the bandit's formula for a node with n simulations; log is ln(1+n). Proved bounds do not
// enter it: they exclude actions (see idle) and limit estimates, but an upper bound that one
// simulation has lowered is not evidence against the action that it was lowered for.
func (t *tree[S, A, O]) score(at, n int32, log float64) float64 {
	e := &t.edges[at]
	if t.cfg.Bandit == PUCT {
		return e.q + float64(t.reach*t.notes[at].prior*math.Sqrt(float64(n)))/(1+float64(e.visits))
	}
	if t.cfg.Bandit == Optimist {
		return t.notes[at].hi
	}
	if e.visits == 0 && t.untriedFirst(e) {
		return math.Inf(1)
	}
	if t.cfg.Bandit == UCBV {
		m, width := float64(e.visits), t.cfg.High-t.cfg.Low
		variance := t.notes[at].square / m
		return e.q + math.Sqrt(2*t.cfg.Explore*variance*log/m) + float64(3*t.cfg.Explore*width*log/m)
	}
	return e.q + float64(t.reach*math.Sqrt(log/(1+float64(e.visits))))
}

// untriedFirst reports whether an untried action comes before all tried ones. It does not
// if a step of exact lookahead has valued it, nor in 2011 Alg. 2, whose formula is finite
// for untried actions.
func (t *tree[S, A, O]) untriedFirst(e *edge[A]) bool {
	lookahead := e.knows == lawful && !t.cfg.NoLookahead
	return t.cfg.Bandit == UCBV || t.cfg.Backup != Returns && !lookahead
}

// order sorts the actions by the problem's Guide, best first, and the priors with them. The
// sort is stable; without a Guide all priors are equal.
func (t *tree[S, A, O]) order(at int32) {
	t.priors = t.priors[:0]
	if t.guide == nil {
		for range t.actions {
			t.priors = append(t.priors, 1)
		}
		return
	}
	t.priors = t.guide.AppendPriors(t.priors, t.beliefs[t.nodes[at].belief], t.actions)
	type advised struct {
		a     A
		prior float64
	}
	sorted := make([]advised, len(t.actions))
	for i, a := range t.actions {
		sorted[i] = advised{a, t.priors[i]}
	}
	slices.SortStableFunc(sorted, func(x, y advised) int { return cmp.Compare(y.prior, x.prior) })
	for i := range sorted {
		t.actions[i], t.priors[i] = sorted[i].a, sorted[i].prior
	}
}

// share turns the priors of the listed actions into shares of their sum.
func (t *tree[S, A, O]) share() {
	t.priors = t.priors[:len(t.actions)]
	sum := 0.0
	for _, p := range t.priors {
		sum += p
	}
	for i := range t.priors {
		if sum > 0 {
			t.priors[i] /= sum
		} else {
			t.priors[i] = 1 / float64(len(t.priors))
		}
	}
}

// decided reports whether the best move at the root is proved.
func (t *tree[S, A, O]) decided() bool {
	root := &t.nodes[0]
	if t.cfg.NoBounds || root.edges == none || root.count == 0 {
		return false
	}
	for e := root.edges; e < root.edges+root.count; e++ {
		if e != root.lead && t.notes[e].hi > t.notes[root.lead].lo+tight {
			return false
		}
	}
	return true
}
