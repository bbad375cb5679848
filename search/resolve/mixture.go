// SPDX-License-Identifier: BSD-3-Clause

package resolve

import (
	"cmp"
	"slices"
)

// Last returns the mixture of the last iteration at a view of a player: its root view, then what it
// did and heard, see [Tree.Average]. It returns nil where the tree has none.
func (t *Tree[S]) Last(player int, view []uint64) []float64 {
	s := t.find(player, view)
	if s == nil {
		return nil
	}
	mix := make([]float64, s.n)
	for a := range mix {
		mix[a] = t.actions[int(s.first)+a].mix
	}
	return mix
}

// Average returns the mixture at a view over all iterations, weighted by the square of their
// number: the one that provably converges. The view starts with the root's; an announcement h
// follows as 2h, an own action a as 2a+1.
func (t *Tree[S]) Average(player int, view []uint64) []float64 {
	s := t.find(player, view)
	if s == nil {
		return nil
	}
	mix, total := make([]float64, s.n), 0.0
	for a := range mix {
		mix[a] = t.actions[int(s.first)+a].sum
		total += mix[a]
	}
	for a := range mix {
		if total > 0 {
			mix[a] /= total
		} else {
			mix[a] = 1 / float64(s.n)
		}
	}
	return mix
}

// Payoffs returns the payoff of First after each action at a view of a player, if all follow the last
// mixtures before and after it. It returns nil where the tree has no set, or where nobody comes.
func (t *Tree[S]) Payoffs(player int, view []uint64) []float64 {
	s := t.find(player, view)
	if s == nil {
		return nil
	}
	t.fit()
	t.reach(player)
	t.evaluate()
	sums, total := make([]float64, s.n), 0.0
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.set < 0 || n.first == 0 || &t.sets[n.set] != s {
			continue
		}
		total += t.scratch.other[i]
		for a := range n.n {
			sums[a] += float64(t.scratch.other[i] * t.scratch.value[n.first+a])
		}
	}
	if total == 0 {
		return nil
	}
	for a := range sums {
		sums[a] /= total
	}
	return sums
}

// find returns the information set at a view of a player, or nil.
func (t *Tree[S]) find(player int, view []uint64) *set {
	at := int32(-1 - player)
	for _, mark := range view {
		next, ok := t.views.find(viewKey{at, mark})
		if !ok {
			return nil
		}
		at = next
	}
	if at < 0 || t.setOf[at] < 0 || int(t.sets[t.setOf[at]].player) != player {
		return nil
	}
	return &t.sets[t.setOf[at]]
}

// Purify keeps the most probable actions of a mixture, up to a number of them.
func Purify(mix []float64, most int) []float64 {
	order := make([]int, len(mix))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mix[b], mix[a]) })
	pure, total := make([]float64, len(mix)), 0.0
	for _, a := range order[:min(most, len(order))] {
		pure[a] = mix[a]
		total += mix[a]
	}
	for a := range pure {
		if total > 0 {
			pure[a] /= total
		}
	}
	return pure
}

// Sets counts the information sets of a player.
type Sets struct {
	// Sets is the number of sets, Nodes that of their nodes, Single that of sets with one node.
	Sets, Nodes, Single int
}

// SetsOf counts the information sets of a player in the tree, leaves included and gates left out:
// nodes that it cannot distinguish and in which it acts.
func (t *Tree[S]) SetsOf(player int) Sets {
	count := make([]int, len(t.setOf))
	for i := range t.nodes {
		if n := &t.nodes[i]; int(n.turn) == player && !n.gate {
			count[n.views[player]]++
		}
	}
	var all Sets
	for _, n := range count {
		if n == 0 {
			continue
		}
		all.Sets++
		all.Nodes += n
		if n == 1 {
			all.Single++
		}
	}
	return all
}
