// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"math"
	"math/rand/v2"
	"slices"
)

// deepest limits the length of a trial, and longest that of a rehearsal: at a discount near 1 it
// would not end.
const (
	deepest = 1000
	longest = 1 << 12
)

// trial walks from the first belief to where the bounds are uncertain, and improves them on the way
// back (HSVI, Smith & Simmons 2005). It follows the action with the largest upper bound, and the
// observation that adds most to the gap at the root beyond gap.
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
		if stop() { // a backup may need memory for a vector
			return
		}
		g.backup(i)
	}
}

// hopeful returns the action with the largest upper bound.
func (g *graph) hopeful(at int32) *edge {
	var best *edge
	top := math.Inf(-1)
	edges := g.nodes[at].edges
	for k := range edges {
		if hi := g.high(&edges[k]); hi > top {
			best, top = &edges[k], hi
		}
	}
	return best
}

// doubtful returns the successor of the action with the largest weighted gap above allowed, or -1.
func (g *graph) doubtful(e *edge, allowed float64) int32 {
	best, top := int32(-1), 0.0
	for _, k := range e.kids {
		n := &g.nodes[k.node]
		g.refreshLow(n)
		if x := k.p * (n.hi - n.lo - allowed); x > top {
			best, top = k.node, x
		}
	}
	return best
}

// rehearse walks by the best known plans, with random observations, and improves them on the way
// back. Where the upper bound is far off, trials go where it is too optimistic; these walks go
// where the player will be. One step in ten is another action, so that plans reach beliefs they
// would not lead to.
func (g *graph) rehearse(r *rand.Rand, stop func() bool) {
	var path []int32
	worth := 1.0
	for at := int32(0); at >= 0 && worth > 0.01 && len(path) < longest && !stop(); worth *= g.discount {
		g.expand(at)
		path = append(path, at)
		k, _ := g.steady(at)
		if r.Float64() < 0.1 {
			k = r.IntN(len(g.nodes[at].edges))
		}
		at = g.nodes[at].edges[k].draw(r)
	}
	for _, i := range slices.Backward(path) {
		if stop() {
			return
		}
		g.backupLow(i)
	}
}

// draw returns a random successor of an action, or -1 if the episode ends.
func (e *edge) draw(r *rand.Rand) int32 {
	u := r.Float64()
	for _, k := range e.kids {
		if u -= k.p; u < 0 {
			return k.node
		}
	}
	return -1
}
