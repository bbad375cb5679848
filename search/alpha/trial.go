// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"math"
	"slices"
)

// deepest is the longest trial.
const deepest = 1000

// trial walks from the first belief to where the bounds are uncertain, and improves them on
// the way back (HSVI, Smith & Simmons 2005). It takes the action that could be the best, and
// the observation that adds most to the gap at the root beyond gap.
func (g *graph) trial(gap float64, stop func() bool) {
	var path []int32
	at, allowed := int32(0), gap
	for len(path) < deepest && !stop() {
		n := g.refresh(at)
		if n.hi-n.lo <= allowed {
			break
		}
		g.expand(at)
		path = append(path, at)
		allowed /= g.discount
		next := g.doubtful(g.hopeful(at), allowed)
		if next < 0 {
			break
		}
		at = next
	}
	for _, i := range slices.Backward(path) {
		g.backup(i)
	}
}

// hopeful returns the action with the largest upper bound.
func (g *graph) hopeful(at int32) *edge {
	var best *edge
	top := math.Inf(-1)
	edges := g.nodes[at].edges
	for k := range edges {
		if _, hi := g.values(&edges[k]); hi > top {
			best, top = &edges[k], hi
		}
	}
	return best
}

// doubtful returns what follows the action with the largest weighted gap above allowed, or -1.
func (g *graph) doubtful(e *edge, allowed float64) int32 {
	best, top := int32(-1), 0.0
	for _, k := range e.kids {
		n := &g.nodes[k.node]
		if x := k.p * (n.hi - n.lo - allowed); x > top {
			best, top = k.node, x
		}
	}
	return best
}
