// SPDX-License-Identifier: BSD-3-Clause

package resolve

// scratch is memory of the solver, by node.
type scratch struct {
	own, other []float64 // probability of coming here by the player's choices, and by all others'
	value      []float64 // payoff of First under the current mixtures
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

// fit makes the scratch memory as large as the tree.
func (t *Tree[S]) fit() {
	if more := len(t.nodes) - len(t.scratch.own); more > 0 {
		t.scratch.own = append(t.scratch.own, make([]float64, more)...)
		t.scratch.other = append(t.scratch.other, make([]float64, more)...)
		t.scratch.value = append(t.scratch.value, make([]float64, more)...)
	}
}

// reach computes the probability of each node. Parents come before their children.
func (t *Tree[S]) reach(player int) {
	own, other := t.scratch.own, t.scratch.other
	for _, r := range t.roots {
		own[r], other[r] = 1, t.nodes[r].chance
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.first == 0 {
			continue
		}
		for a := range n.n {
			c := n.first + a
			own[c], other[c] = own[i], other[i]
			switch {
			case n.set < 0:
				other[c] *= t.nodes[c].chance
			case int(n.turn) == player:
				own[c] *= t.actions[t.sets[n.set].first+a].mix
			default:
				other[c] *= t.actions[t.sets[n.set].first+a].mix
			}
		}
	}
}

// evaluate computes the payoff of each node, children before their parents.
func (t *Tree[S]) evaluate() {
	value := t.scratch.value
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		if n.first == 0 {
			value[i] = n.value
			continue
		}
		v := 0.0
		for a := range n.n {
			p := t.nodes[n.first+a].chance
			if n.set >= 0 {
				p = t.actions[t.sets[n.set].first+a].mix
			}
			v += float64(p * value[n.first+a])
		}
		value[i] = v
	}
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
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.set < 0 || int(n.turn) != player || n.first == 0 {
			continue
		}
		s := &t.sets[n.set]
		p := sign * t.scratch.other[i]
		w := weight * t.scratch.own[i] / float64(s.nodes)
		for a := range n.n {
			x := &t.actions[s.first+a]
			x.gain += float64(p * t.scratch.value[n.first+a])
			x.sum += float64(w * x.mix)
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
	t.evaluate()
	v := 0.0
	for _, r := range t.roots {
		v += float64(t.nodes[r].chance * t.scratch.value[r])
	}
	return v
}
