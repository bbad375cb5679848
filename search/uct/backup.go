// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"math"
	"slices"
)

// backup carries the value of a simulation's last node to the root.
func (t *tree[S, A, O]) backup(at int32, value float64) {
	if at != none {
		n := &t.nodes[at]
		n.visits++
		n.value = min(max(n.value+(value-n.value)/float64(n.visits), n.lo), n.hi)
	} else if last := len(t.path) - 1; last >= 0 {
		a := &t.answers[t.path[last].answer]
		a.future += (value - a.future) / float64(a.visits+1)
	}
	if t.cfg.Total {
		t.backupTotal(value)
		return
	}
	earned := value // as value, but never replaced by a bound
	for i := len(t.path) - 1; i >= 0; i-- {
		v := &t.path[i]
		value = v.reward + float64(t.cfg.Discount*value)
		earned = v.reward + float64(t.cfg.Discount*earned)
		known := t.settled(v)
		t.count(v, value)
		if known {
			value = t.nodes[v.node].lo
		}
	}
	t.err = t.cfg.check(earned)
	if t.free {
		t.seen.add(earned)
		t.rescale()
	}
}

// backupTotal counts the reward of the whole simulation at every node (2011, Alg. 2).
func (t *tree[S, A, O]) backupTotal(value float64) {
	for _, v := range slices.Backward(t.path) {
		value = v.reward + float64(t.cfg.Discount*value)
	}
	total := value + t.cfg.Base
	for i := len(t.path) - 1; i >= 0; i-- {
		t.count(&t.path[i], total)
	}
	t.err = t.cfg.check(total)
}

// settled reports whether the node's proved lower bound exceeds the estimated value of the
// simulated action. The action was then simulated only for information, and the node passes on its
// lower bound, because a player would choose the proved action. This choice does not depend on the
// simulation's return, so the value passed on is, in expectation, that of some policy, and never
// above best play.
func (t *tree[S, A, O]) settled(v *visit) bool {
	return !t.cfg.NoBounds && t.edges[v.edge].q < t.nodes[v.node].lo
}

// count adds one return to an action and updates the values that depend on it.
func (t *tree[S, A, O]) count(v *visit, x float64) {
	n, e, a := &t.nodes[v.node], &t.edges[v.edge], &t.answers[v.answer]
	if a.visits == 0 {
		e.many++
	}
	a.visits++
	e.visits++
	n.visits++
	if t.plain {
		e.q += (x - e.q) / float64(e.visits)
	} else {
		t.notes[v.edge].add(x, e.visits)
	}
	if v.node == 0 {
		t.returns[v.edge-n.edges].add(x, &t.cfg)
	}
	if e.knows == lawful && !t.cfg.NoBounds {
		t.hedge(v.edge)
		t.tighten(n)
	}
	if t.cfg.Backup == Returns {
		if !t.plain {
			e.q = t.notes[v.edge].mean
		}
		if !t.cfg.NoLaw { // untried actions are valued by n.value
			n.value += (x - n.value) / float64(n.visits)
		}
		return
	}
	lo, hi := t.bounds(v.edge)
	e.q = min(max(t.expectation(n, e), lo), hi)
	n.value = min(max(t.worth(n), n.lo), n.hi)
}

// add counts the n-th return.
func (k *note) add(x float64, n int32) {
	off := x - k.mean
	k.mean += off / float64(n)
	k.square += float64(off * (x - k.mean))
}

// expectation returns the expected value of an action over its answers. An answer not
// met yet counts as the average of those met or, if there are none, as the node's value.
func (t *tree[S, A, O]) expectation(n *node, e *edge[A]) float64 {
	var all, rewards, met, values, unmet float64
	for i := e.first; i != none; i = t.answers[i].next {
		a := &t.answers[i]
		p := a.chance
		if e.knows == sampled {
			p = float64(a.visits)
		}
		if a.visits == 0 && e.knows != lawful {
			continue // not even its reward is known
		}
		all += p
		rewards += float64(p * a.reward)
		switch {
		case a.done:
		case a.visits == 0 && a.child == none:
			unmet += p
		default:
			met += p
			values += float64(p * t.behind(a))
		}
	}
	typical := n.value
	if met > 0 {
		typical = values / met
	}
	return (rewards + float64(t.cfg.Discount*(values+float64(unmet*typical)))) / all
}

// behind returns the value after an answer.
func (t *tree[S, A, O]) behind(a *answer[O]) float64 {
	if a.child == none {
		return a.future
	}
	return t.nodes[a.child].value
}

// worth returns the value of a node from those of its actions.
func (t *tree[S, A, O]) worth(n *node) float64 {
	sum, visits, best := 0.0, 0.0, t.cfg.Low
	for e := n.edges; e < n.edges+n.count; e++ {
		edge := &t.edges[e]
		if edge.visits == 0 && !t.whole(edge) || t.inferior(n, e) {
			continue
		}
		sum += float64(float64(edge.visits) * edge.q)
		visits += float64(edge.visits)
		best = max(best, edge.q)
	}
	switch {
	case visits == 0 && math.IsInf(best, -1), visits == 0 && t.valuer == nil:
		return n.value
	case t.cfg.Backup == Played && visits > 0:
		return t.played(n)
	case t.valuer != nil || t.cfg.Backup == Best || t.free && t.edges[n.edges].knows == lawful:
		return best
	default:
		return sum / visits
	}
}

// played returns the value of the most simulated action that is not proved inferior.
func (t *tree[S, A, O]) played(n *node) float64 {
	most, q := int32(0), t.cfg.Low
	for e := n.edges; e < n.edges+n.count; e++ {
		edge := &t.edges[e]
		if edge.visits < most || edge.visits == 0 || t.inferior(n, e) {
			continue
		}
		if edge.visits > most || edge.q > q {
			most, q = edge.visits, edge.q
		}
	}
	return q
}

// foresee values an untried action by one exact step. It takes the node's value for that
// after every answer or, at a root without simulations, the highest possible value.
func (t *tree[S, A, O]) foresee(n *node, at int32) {
	e := &t.edges[at]
	typical := n.value
	if n.visits == 0 {
		typical = t.cfg.High
	}
	for i := e.first; i != none; i = t.answers[i].next {
		a := &t.answers[i]
		after := a.reward
		if !a.done {
			after += float64(t.cfg.Discount * typical)
		}
		e.q += float64(a.chance * after)
	}
	if !t.cfg.NoBounds {
		t.hedge(at)
		e.q = min(max(e.q, t.notes[at].lo), t.notes[at].hi)
	}
}

// hedge recomputes the proved bounds of an action from those of its answers.
func (t *tree[S, A, O]) hedge(e int32) {
	lo, hi := 0.0, 0.0
	for i := t.edges[e].first; i != none; i = t.answers[i].next {
		a := &t.answers[i]
		below, above := t.cfg.Low, t.cfg.High
		switch {
		case a.done:
			below, above = 0, 0
		case a.child != none:
			below, above = t.nodes[a.child].lo, t.nodes[a.child].hi
		}
		lo += float64(a.chance * (a.reward + float64(t.cfg.Discount*below)))
		hi += float64(a.chance * (a.reward + float64(t.cfg.Discount*above)))
	}
	k := &t.notes[e]
	k.lo, k.hi = max(k.lo, lo), max(min(k.hi, hi), k.lo)
}

// tighten recomputes the proved bounds of a node from those of its actions: best play
// takes the best of them.
func (t *tree[S, A, O]) tighten(n *node) {
	if n.count == 0 {
		return
	}
	n.lead = n.edges
	hi := t.notes[n.edges].hi
	for e := n.edges + 1; e < n.edges+n.count; e++ {
		if t.notes[e].lo > t.notes[n.lead].lo {
			n.lead = e
		}
		hi = max(hi, t.notes[e].hi)
	}
	n.lo = max(n.lo, t.notes[n.lead].lo)
	n.hi = max(min(n.hi, hi), n.lo)
}
