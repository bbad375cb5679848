// SPDX-License-Identifier: BSD-3-Clause

package resolve

import (
	"cmp"
	"slices"
)

// scratch is memory of the solver, by node.
type scratch struct {
	own, other []float64 // in expanded nodes: probability of coming here by the player's choices, and by all others'
	value      []float64 // payoff of First under the current mixtures, in leaves its estimate
	tail       []inner   // expanded since the last iteration
}

// Solve runs iterations of predictive regret matching plus, without growth. The players alternate.
func (t *Tree[S]) Solve(iterations int) {
	t.fit()
	for range iterations {
		t.round++
		for player := range 2 {
			t.reach(player)
			t.evaluate()
			t.gains(player)
			t.improve(player)
		}
	}
}

// fit makes the scratch memory as large as the tree, and brings the expanded nodes into order.
func (t *Tree[S]) fit() {
	if more := len(t.nodes) - len(t.scratch.own); more > 0 {
		t.scratch.own = append(t.scratch.own, make([]float64, more)...)
		t.scratch.other = append(t.scratch.other, make([]float64, more)...)
	}
	t.order()
}

// order brings the expanded nodes into order. All but the latest have one.
func (t *Tree[S]) order() {
	tail := append(t.scratch.tail[:0], t.inner[t.sorted:]...)
	slices.SortFunc(tail, func(a, b inner) int { return cmp.Compare(a.at, b.at) })
	to, from := len(t.inner), t.sorted
	t.scratch.tail, t.sorted = tail, to
	for len(tail) > 0 { // from behind, the greater of the two last ones
		if last := len(tail) - 1; from == 0 || t.inner[from-1].at < tail[last].at {
			t.inner[to-1], tail = tail[last], tail[:last]
		} else {
			t.inner[to-1] = t.inner[from-1]
			from--
		}
		to--
	}
}

// reach computes the probability of each expanded node.
func (t *Tree[S]) reach(player int) {
	own, other := t.scratch.own, t.scratch.other
	for i := range t.inner {
		n := &t.inner[i]
		o, x := 1.0, 1.0
		if n.parent >= 0 {
			o, x = own[n.parent], other[n.parent]
		}
		switch {
		case n.arc < 0:
			x *= n.chance
		case int(n.by) == player:
			o *= t.actions[n.arc].mix
		default:
			x *= t.actions[n.arc].mix
		}
		own[n.at], other[n.at] = o, x
	}
}

// evaluate computes the payoff of each expanded node that chance and the opponent can reach, by the
// last call of reach. The other payoffs are not used.
func (t *Tree[S]) evaluate() {
	value := t.scratch.value
	for i := len(t.inner) - 1; i >= 0; i-- {
		n := &t.inner[i]
		if t.scratch.other[n.at] != 0 {
			value[n.at] = t.payoff(n)
		}
	}
}

// payoff returns the payoff of an expanded node by those of its children.
func (t *Tree[S]) payoff(n *inner) (v float64) {
	children := t.scratch.value[n.first : n.first+n.n]
	if n.set < 0 {
		for a, x := range children {
			v += float64(t.nodes[n.first+int32(a)].chance * x)
		}
		return v
	}
	actions := t.actions[n.actions : n.actions+n.n]
	for a, x := range children {
		v += float64(actions[a].mix * x)
	}
	return v
}

// gains sums the counterfactual values of the player's actions, and its mixtures for the average. The
// other player's keep those of its last iteration, which its exploration follows.
func (t *Tree[S]) gains(player int) {
	sign := 1.0
	if player == Second {
		sign = -1
	}
	t.forget(player)
	weight := float64(t.round) * float64(t.round)
	for i := range t.inner {
		n := &t.inner[i]
		if n.set < 0 || int(n.turn) != player {
			continue
		}
		children := t.scratch.value[n.first : n.first+n.n]
		actions := t.actions[n.actions : n.actions+n.n]
		if p := sign * t.scratch.other[n.at]; p != 0 {
			t.sets[n.set].met = true
			for a, x := range children {
				actions[a].gain += float64(p * x)
			}
		}
		if own := t.scratch.own[n.at]; own != 0 {
			w := weight * own / float64(t.sets[n.set].nodes)
			for a := range actions {
				actions[a].sum += float64(w * actions[a].mix)
			}
		}
	}
}

// forget clears the values of a player's actions.
func (t *Tree[S]) forget(player int) {
	for i := range t.sets {
		s := &t.sets[i]
		if int(s.player) != player || !s.met {
			continue
		}
		s.met = false
		actions := t.actions[s.first : s.first+s.n]
		for a := range actions {
			actions[a].gain = 0
		}
	}
}

// improve updates regrets and mixtures. The prediction of the next regret is the last one. A set to which
// nobody comes any more changes once, since its prediction is then none.
func (t *Tree[S]) improve(player int) {
	for i := range t.sets {
		s := &t.sets[i]
		if int(s.player) != player || s.nodes == 0 {
			continue
		}
		s.visits++
		if s.fixed || s.still && !s.met {
			continue
		}
		if s.still = !s.met; s.gate {
			t.choose(s)
			continue
		}
		match(t.actions[s.first : s.first+s.n])
	}
}

// choose sets the mixture of a gate. Only the free part of its choice has regrets.
func (t *Tree[S]) choose(s *set) {
	if t.cfg.Forced >= 1 {
		return
	}
	actions := t.actions[s.first : s.first+2]
	free := actions[0].mix / (1 - t.cfg.Forced)
	actions[0].mix, actions[1].mix = free, 1-free
	match(actions)
	t.open(s, actions[1].mix)
}

// match sets the mixture of a set by its regrets. It stays where no action is better than it.
func match(actions []action) {
	mean, total := 0.0, 0.0
	for _, x := range actions {
		mean += float64(x.mix * x.gain)
	}
	for a := range actions {
		x := &actions[a]
		x.regret = max(0, x.regret+(x.gain-mean))
		total += max(0, x.regret+(x.gain-mean))
	}
	if total == 0 {
		return
	}
	for a := range actions {
		x := &actions[a]
		x.mix = max(0, x.regret+(x.gain-mean)) / total
	}
}

// Value returns the payoff of First under the current mixtures.
func (t *Tree[S]) Value() float64 {
	t.fit()
	t.reach(First)
	t.evaluate()
	v := 0.0
	for _, r := range t.roots {
		v += float64(t.nodes[r].chance * t.scratch.value[r])
	}
	return v
}
