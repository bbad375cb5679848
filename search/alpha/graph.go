// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"fmt"
	"slices"

	"github.com/veilplan/veil"
)

// Graph describes a policy from the first belief on. Beliefs with the same best vector are one
// node, shown with the most likely way to get there.
type Graph struct {
	Nodes []GraphNode // the first one is the start
	Edges []GraphEdge
	// Left counts further nodes that were met but left out.
	Left int
}

// GraphNode groups beliefs that share a best vector.
type GraphNode struct {
	Action string
	Value  float64 // lower bound of what the plan earns, on the way that is shown
	Reach  float64 // probability of that way
	Depth  int     // length of that way, in steps
}

// GraphEdge is an observation after a node's action.
type GraphEdge struct {
	From, To int
	Seen     string
	P        float64
}

// pending is a belief to be drawn.
type pending struct {
	belief sparse
	reach  float64
	depth  int
	from   int // the node before it, or -1
	seen   string
	p      float64
}

// Graph follows the policy from the first belief, likely ways first, and draws at most limit
// nodes.
func (p *Policy[S, A, O]) Graph(limit int) Graph {
	var g Graph
	ids := map[place]int{} // by class and vector
	left := map[place]bool{}
	queue := []pending{{belief: p.start, reach: 1, from: -1}}
	for len(queue) > 0 {
		i := likeliest(queue)
		next := queue[i]
		queue = slices.Delete(queue, i, i+1)
		best, value := p.lower[next.belief.class].best(&next.belief)
		key := place{next.belief.class, best}
		id, known := ids[key]
		switch {
		case !known && len(g.Nodes) >= limit:
			left[key] = true
			continue
		case !known:
			id = len(g.Nodes)
			ids[key] = id
			k := p.lower[key.class].vectors[best].act
			a := &p.classes[key.class].acts[k]
			g.Nodes = append(g.Nodes, GraphNode{p.nameAction(a.action), value, next.reach, next.depth})
			queue = p.appendNext(queue, &next, a, id)
		}
		if next.from >= 0 {
			g.Edges = append(g.Edges, GraphEdge{next.from, id, next.seen, next.p})
		}
	}
	g.Left = len(left)
	return g
}

// likeliest returns the index of the entry with the largest reach.
func likeliest(queue []pending) int {
	best := 0
	for i := range queue {
		if queue[i].reach > queue[best].reach {
			best = i
		}
	}
	return best
}

func (p *Policy[S, A, O]) appendNext(queue []pending, at *pending, a *act, id int) []pending {
	for i := range a.leads {
		d := &a.leads[i]
		b, chance := at.belief.follow(d, make([]float64, len(p.classes[d.to].states)))
		if chance > 0 {
			queue = append(queue, pending{b, at.reach * chance, at.depth + 1, id, p.nameSeen(d.seen), chance})
		}
	}
	return queue
}

func (p *Policy[S, A, O]) nameAction(i int32) string {
	if n, ok := p.problem.(veil.Namer[S, A, O]); ok {
		return n.NameAction(p.actions[i])
	}
	return fmt.Sprint(p.actions[i])
}

func (p *Policy[S, A, O]) nameSeen(i int32) string {
	if n, ok := p.problem.(veil.Namer[S, A, O]); ok {
		return n.NameSeen(p.seen[i])
	}
	return fmt.Sprint(p.seen[i])
}
