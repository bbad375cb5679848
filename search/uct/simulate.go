// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"encoding/binary"
	"fmt"

	"github.com/veilplan/veil"
)

// simulate runs one simulation: down the tree, through a rollout, and back up.
func (t *tree[S, A, O]) simulate() {
	t.path, t.stale = t.path[:0], false
	t.used++ // one that makes no step is work too
	t.draw(t.root)
	at, done := int32(0), false
	for !done && !t.leaf(at) && len(t.path) < t.cfg.Horizon {
		fresh := t.nodes[at].visits == 0
		if at != 0 && (t.stale || t.cfg.Redraw && !fresh && !t.nodes[at].forced) {
			t.redraw(at)
		}
		if t.nodes[at].edges == none && t.err == nil {
			t.expand(at)
		}
		if t.err != nil || t.nodes[at].count == 0 {
			break
		}
		at, done = t.step(at, fresh && t.cfg.GrowAll)
		if t.err != nil || at == none {
			break
		}
	}
	value := 0.0
	if !done && t.err == nil {
		if t.stale {
			t.redraw(at)
		}
		value = t.evaluate(at)
	}
	if t.err == nil {
		t.backup(at, value)
	}
}

// leaf reports whether the descent of a simulation ends at the node.
func (t *tree[S, A, O]) leaf(at int32) bool {
	n := &t.nodes[at]
	return at != 0 && (t.habits != nil || t.solved(n) || n.visits == 0 && !t.cfg.GrowAll && !n.forced)
}

// solved reports whether the value of best play is known.
func (t *tree[S, A, O]) solved(n *node) bool { return !t.cfg.NoBounds && n.hi-n.lo <= tight }

// step selects an action in the node and performs it. It returns the node after the
// answer, or none if there is no room for one.
func (t *tree[S, A, O]) step(at int32, uniform bool) (next int32, done bool) {
	e := t.entry
	if at != 0 || t.scenarios == nil {
		e = t.pick(at, uniform)
	}
	if t.observation != nil {
		return t.arriveWeighted(at, e)
	}
	if i, ok := t.familiar(e); ok {
		t.path = append(t.path, visit{at, e, i, t.answers[i].reward})
		t.stale = true
		return t.answers[i].child, t.answers[i].done
	}
	i := t.edges[e].first
	var likely O // read early, so that memory answers while the problem steps
	if i != none {
		likely = t.answers[i].seen
	}
	o, reward, done := t.Step(t.dice(), &t.s, t.edges[e].action)
	t.used++
	if i != none && likely != o {
		i = t.findAnswer(e, o)
	}
	if i == none {
		i = t.addAnswer(e, o)
		t.answers[i].done = done
	}
	if t.edges[e].knows != lawful {
		t.learn(&t.answers[i], reward, done)
	}
	t.path = append(t.path, visit{at, e, i, reward})
	if done {
		return none, true
	}
	if t.answers[i].child == none && (t.maxNodes == 0 || len(t.nodes) < t.maxNodes) {
		t.answers[i].child = t.arrive()
	}
	return t.answers[i].child, false
}

// whole reports whether all answers of an action have nodes with values from the start.
func (t *tree[S, A, O]) whole(e *edge[A]) bool { return t.valuer != nil && e.knows == lawful }

// complete adds the nodes after all answers of an action and values it by theirs.
func (t *tree[S, A, O]) complete(at, e int32) {
	if !t.whole(&t.edges[e]) {
		return
	}
	for i := t.edges[e].first; i != none && t.err == nil; i = t.answers[i].next {
		if t.answers[i].done || t.answers[i].child != none {
			continue
		}
		t.path = append(t.path, visit{at, e, i, 0})
		child := t.arrive()
		t.path = t.path[:len(t.path)-1]
		t.answers[i].child = child
		if n := &t.nodes[child]; n.visits == 0 && t.err == nil && !t.solved(n) && n.edges == none {
			n.value = min(max(t.valuer.Value(t.beliefs[n.belief]), n.lo), n.hi)
		}
	}
	if !t.cfg.NoBounds {
		t.hedge(e)
	}
	lo, hi := t.bounds(e)
	t.edges[e].q = min(max(t.expectation(&t.nodes[at], &t.edges[e]), lo), hi)
}

// arrive returns the node for the last observation: the node with the same belief, if
// there is one, or else a new node.
func (t *tree[S, A, O]) arrive() int32 {
	at := t.addNode()
	if len(t.path) == t.cfg.Horizon {
		t.nodes[at].lo, t.nodes[at].hi = 0, 0
		return at
	}
	if t.index == nil {
		t.meet(at)
		return at
	}
	t.believe(at)
	if t.err != nil {
		return at
	}
	if keyed, ok := t.beliefs[t.nodes[at].belief].(Keyed); ok {
		t.key = keyed.AppendKey(t.key[:0])
		if !t.cfg.endless {
			t.key = binary.AppendUvarint(t.key, uint64(len(t.path)))
		}
		if twin, ok := t.index[string(t.key)]; ok {
			t.nodes, t.beliefs = t.nodes[:at], t.beliefs[:t.nodes[at].belief]
			return twin
		}
		t.index[string(t.key)] = at
	}
	t.meet(at)
	return at
}

// meet asks the problem for bounds on a new node and whether its move is forced.
func (t *tree[S, A, O]) meet(at int32) {
	chase := t.forcer != nil && !t.cfg.NoChase
	if t.bounder == nil && !chase {
		return
	}
	t.believe(at)
	if t.err != nil {
		return
	}
	t.bound(at)
	if chase && !t.solved(&t.nodes[at]) {
		_, t.nodes[at].forced = t.forcer.Forced(t.beliefs[t.nodes[at].belief])
	}
}

func (t *tree[S, A, O]) learn(a *answer[O], reward float64, done bool) {
	if reward != a.reward { // usually equal, and a division is slow
		a.reward += (reward - a.reward) / float64(a.visits+1)
	}
	a.done = done
}

// familiar returns an answer met before, drawn in proportion to its simulations, if
// answers are widened and the edge has enough of them.
func (t *tree[S, A, O]) familiar(e int32) (int32, bool) {
	edge := &t.edges[e]
	if t.cfg.WidenAnswers == 0 || edge.visits == 0 || !t.wide(edge.many, edge.visits) {
		return none, false
	}
	u := t.random.Int32N(edge.visits)
	for i := edge.first; i != none; i = t.answers[i].next {
		if u -= t.answers[i].visits; u < 0 {
			return i, t.answers[i].done || t.answers[i].child != none
		}
	}
	return none, false
}

// redraw replaces the hidden state by a draw from the node's belief.
func (t *tree[S, A, O]) redraw(at int32) {
	t.believe(at)
	if t.err == nil {
		t.draw(t.beliefs[t.nodes[at].belief])
		t.stale = false
	}
}

// draw draws the hidden state of the simulation. If the draw fails, so does the
// simulation.
func (t *tree[S, A, O]) draw(b veil.Belief[S, A, O]) {
	if limited, ok := b.(Drawer[S]); ok && t.limited {
		t.s, t.err = limited.Draw(t.dice())
		t.spent = t.err != nil
		return
	}
	t.s = b.Sample(t.dice())
}

// expand lists the actions of a node that is reached for the second time.
func (t *tree[S, A, O]) expand(at int32) {
	if t.advised() {
		t.believe(at)
	}
	if t.err != nil {
		return
	}
	t.list(at)
	t.nodes[at].edges, t.nodes[at].count = int32(len(t.edges)), int32(len(t.actions))
	for i, a := range t.actions {
		t.addEdge(a, t.priors[i])
		t.ask(at, int32(len(t.edges)-1))
	}
	for i := range t.actions {
		t.complete(at, t.nodes[at].edges+int32(i))
	}
	if t.valuer != nil && t.err == nil {
		n := &t.nodes[at]
		n.value = min(max(t.worth(n), n.lo), n.hi)
	}
	if at == 0 {
		t.returns = make([]evidence, len(t.actions))
		t.cfg.NoLaw = t.cfg.NoLaw || !t.informed()
	}
	if !t.cfg.NoBounds {
		t.tighten(&t.nodes[at])
	}
}

// list collects the actions of a node, in order.
func (t *tree[S, A, O]) list(at int32) {
	if at == 0 && t.rootActions != nil {
		t.actions = append(t.actions[:0], t.rootActions...)
	} else {
		t.actions = t.AppendActions(t.actions[:0], &t.s)
		t.force(at)
	}
	t.order(at)
	if k := t.cfg.Candidates; k > 0 && len(t.actions) > k {
		t.actions = t.actions[:k]
	}
	t.share()
}

// force keeps only the forced action, if there is one.
func (t *tree[S, A, O]) force(at int32) {
	if t.forcer == nil || at == 0 && t.cfg.RootAll || len(t.actions) == 0 {
		return
	}
	if a, ok := t.forcer.Forced(t.beliefs[t.nodes[at].belief]); ok {
		t.actions = append(t.actions[:0], a)
	}
}

// ask adds the answers of an edge if the belief knows them exactly.
func (t *tree[S, A, O]) ask(at, e int32) {
	if t.cfg.NoLaw || t.nodes[at].belief == none {
		return
	}
	b, a := t.beliefs[t.nodes[at].belief], t.edges[e].action
	if known, ok := b.(ExactPredictor[S, A, O]); ok {
		t.law = known.AppendPrediction(t.law[:0], a)
		for _, l := range t.law {
			i := t.addAnswer(e, l.Seen)
			t.answers[i].chance, t.answers[i].reward, t.answers[i].done = l.P, l.Reward, l.Done
		}
		t.edges[e].knows = lawful
		t.foresee(&t.nodes[at], e)
		return
	}
	for o, p := range b.Predict(a) {
		t.answers[t.addAnswer(e, o)].chance = p
		t.edges[e].knows = chances
	}
}

// informed reports whether the root's belief has exact probabilities. If not, the
// beliefs below are not asked.
func (t *tree[S, A, O]) informed() bool {
	for i := range t.edges {
		if t.edges[i].knows != sampled {
			return true
		}
	}
	return false
}

// bound asks the problem for bounds on a node's belief.
func (t *tree[S, A, O]) bound(at int32) {
	n := &t.nodes[at]
	if t.bounder == nil || n.belief == none {
		return
	}
	lo, hi := t.bounder.Bounds(t.beliefs[n.belief])
	n.lo, n.hi = max(n.lo, lo), min(n.hi, hi)
}

// evaluate returns the value of a leaf: the proved value, the problem's estimate, or the
// return of a rollout.
func (t *tree[S, A, O]) evaluate(at int32) float64 {
	if at != none && t.solved(&t.nodes[at]) {
		return t.nodes[at].lo
	}
	switch {
	case t.valuer != nil && at != none:
		if t.believe(at); t.err == nil {
			return t.valuer.Value(t.beliefs[t.nodes[at].belief])
		}
		return 0
	case t.continuer != nil:
		t.used += t.cfg.Horizon - len(t.path)
		return t.continuer.Continue(t.dice(), &t.s)
	case t.habits != nil:
		return t.habitual()
	case t.walker != nil && t.roller == nil:
		t.used += t.cfg.Horizon - len(t.path)
		return t.walker.RandomWalk(t.dice(), &t.s, t.cfg.Horizon-len(t.path), t.cfg.Discount)
	default:
		return t.rollout()
	}
}

// rollout plays from the hidden state to the end and returns the reward. Long episodes
// spend most of their time here, so it works on local variables.
func (t *tree[S, A, O]) rollout() float64 {
	m, r, actions, from := t.Model, t.random, t.actions, t.used
	sum, weight, discount := 0.0, 1.0, t.cfg.Discount
	for left := t.cfg.Horizon - len(t.path); left > 0; left-- {
		if t.scenarios != nil {
			r = t.scenarios.next()
		}
		var a A
		if t.roller != nil {
			a = t.roller.Roll(r, &t.s)
		} else {
			actions = m.AppendActions(actions[:0], &t.s)
			if len(actions) == 0 {
				break
			}
			a = actions[r.IntN(len(actions))]
		}
		_, reward, done := m.Step(r, &t.s, a)
		sum += float64(weight * reward)
		weight *= discount
		from++
		if done {
			break
		}
	}
	t.actions, t.used = actions, from
	return sum
}

// check reports a return outside Low and High.
func (c *Config) check(x float64) error {
	if x < c.Low-1e-9 || x > c.High+1e-9 {
		return fmt.Errorf("uct: a simulation returned %v, outside [%v, %v]: set Config.Low and High", x, c.Low, c.High)
	}
	return nil
}
