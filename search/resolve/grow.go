// SPDX-License-Identifier: BSD-3-Clause

package resolve

import (
	"context"
	"math"
)

// Grow expands up to a number of leaves, until the tree has a number of nodes, and returns how many
// it expanded. In each expansion one player explores, First and Second in turn: half of its choices
// follow PUCT, half its mixture. The other player follows its mixture, so what it would not play is
// not searched. Solve comes first: the values of PUCT are those of its last iteration.
func (t *Tree[S]) Grow(leaves, nodes int) (int, error) {
	grown, idle := 0, 0
	for grown < leaves && len(t.nodes) < nodes && idle < 2*leaves+32 {
		at := t.descend(t.turns % 2)
		t.turns++
		if t.nodes[at].turn == Over {
			idle++
			continue
		}
		if err := t.expand(at); err != nil {
			return grown, err
		}
		grown++
	}
	return grown, nil
}

// descend walks from a root to a leaf.
func (t *Tree[S]) descend(explorer int) int32 {
	at := t.roots[t.draw(len(t.roots), func(i int) float64 { return t.nodes[t.roots[i]].chance })]
	for t.nodes[at].first != 0 {
		n := &t.nodes[at]
		var a int
		switch {
		case n.gate:
			a = 1 // growth is for the game
		case n.set < 0:
			a = t.draw(int(n.n), func(i int) float64 { return t.nodes[n.first+int32(i)].chance })
		case int(n.turn) == explorer && t.random.IntN(2) == 0 && !t.sets[n.set].fixed:
			a = t.puct(&t.sets[n.set])
		default:
			first := t.sets[n.set].first
			a = t.draw(int(n.n), func(i int) float64 { return t.actions[first+int32(i)].mix })
		}
		if n.set >= 0 && int(n.turn) == explorer {
			t.actions[t.sets[n.set].first+int32(a)].visits++
		}
		at = n.first + int32(a)
	}
	return at
}

// draw returns one of n numbers by weights that add up to about 1.
func (t *Tree[S]) draw(n int, weight func(int) float64) int {
	total := 0.0
	for i := range n {
		total += weight(i)
	}
	x, last := t.random.Float64()*total, 0
	for i := range n {
		if w := weight(i); w > 0 {
			if last = i; x < w {
				return i
			}
			x -= w
		}
	}
	return last
}

// puct returns the action with the greatest value plus exploration. Values are relative to the best
// and worst action, since counterfactual values are small where the opponent seldom comes.
func (t *Tree[S]) puct(s *set) int {
	actions := t.actions[s.first : s.first+s.n]
	low, high, visits := math.Inf(1), math.Inf(-1), 1.0
	for _, x := range actions {
		low, high = min(low, x.gain), max(high, x.gain)
		visits += x.visits
	}
	best, top := 0, math.Inf(-1)
	for a, x := range actions {
		score := float64(t.cfg.Explore * math.Sqrt(visits) / (1 + x.visits))
		if high > low {
			score += (x.gain - low) / (high - low)
		}
		if score > top {
			best, top = a, score
		}
	}
	return best
}

// Budget limits a search.
type Budget struct {
	// Nodes is the number of nodes of the tree; Leaves that of expansions between two solutions;
	// Iterations that of the solver's iterations after each, and Last that at the end.
	Nodes, Leaves, Iterations, Last int
}

// Search grows and solves in turn until the budget is used or walks no longer find a leaf to expand, and
// then solves once more. It reports a context that ends.
func (t *Tree[S]) Search(ctx context.Context, b Budget) error {
	t.reserve(b.Nodes)
	for idle := 0; len(t.nodes) < b.Nodes && idle < 8; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.Solve(max(1, b.Iterations))
		grown, err := t.Grow(max(1, b.Leaves), b.Nodes)
		if err != nil {
			return err
		}
		if idle++; grown > 0 {
			idle = 0
		}
	}
	t.Solve(b.Last)
	return nil
}
