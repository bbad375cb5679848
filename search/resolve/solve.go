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
	if t.sorted < len(t.inner) {
		slices.SortFunc(t.inner, func(a, b inner) int { return cmp.Compare(a.at, b.at) })
		t.sorted = len(t.inner)
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

// gains sums the counterfactual values of the player's actions, and its mixtures for the average.
func (t *Tree[S]) gains(player int) {
	sign := 1.0
	if player == Second {
		sign = -1
	}
	for i := range t.actions {
		t.actions[i].gain = 0
	}
	weight := float64(t.round) * float64(t.round)
	for i := range t.inner {
		n := &t.inner[i]
		if n.set < 0 || int(n.turn) != player {
			continue
		}
		p := sign * t.scratch.other[n.at]
		w := weight * t.scratch.own[n.at] / float64(t.sets[n.set].nodes)
		children := t.scratch.value[n.first : n.first+n.n]
		actions := t.actions[n.actions : n.actions+n.n]
		if p != 0 {
			for a, x := range children {
				actions[a].gain += float64(p * x)
			}
		}
		if w != 0 {
			for a := range actions {
				actions[a].sum += float64(w * actions[a].mix)
			}
		}
	}
}

// improve updates regrets and mixtures. The prediction of the next regret is the last one.
func (t *Tree[S]) improve(player int) {
	for i := range t.sets {
		s := &t.sets[i]
		if int(s.player) != player || s.nodes == 0 {
			continue
		}
		s.visits++
		if s.fixed {
			continue
		}
		if s.gate {
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
