// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"math"
	"slices"
)

// node is a belief that was met. Equal beliefs share a node, whatever led to them.
type node struct {
	sparse

	lo, hi  float64
	best    int32  // the vector that gives lo
	vectors int32  // vectors of its class that were compared
	points  int32  // number of the last point of its class that was compared
	reforms int32  // reforms of the graph when best was found
	point   int32  // number of the node's point, or 0
	twin    int32  // the node before it with the same hash, or -1
	edges   []edge // by action of the class; nil before it is expanded
}

// edge is an action in a node.
type edge struct {
	reward float64
	kids   []kid
}

// kid is the successor of an action with one observation.
type kid struct {
	p    float64
	lead int32 // in the act's list
	node int32
}

// graph is all nodes and both bounds.
type graph struct {
	*table

	discount float64
	lower    []lower // by class
	upper    []upper
	nodes    []node
	expanded []int32
	blind    [][]vector         // by class: the first vectors
	work     int                // multiplications of plans
	reforms  int32              // how often the vectors were replaced
	gains    int                // how often a bound was improved
	worth    float64            // the least gain for which a vector or a point is stored
	index    map[uint64]int32   // the last node of each hash
	supports map[uint64][]int32 // lists of states, which beliefs share
	slack    float64            // by how much sharing nodes and rounding may put the upper bound too low
	dense    scratch            // zero between uses
	room     *room
	widest   int // bytes of the largest expansion
}

// newGraph computes the first bounds. It needs memory for them and for the expansion of the first
// belief.
func newGraph(t *table, discount float64, within *room) (*graph, error) {
	g := &graph{table: t, discount: discount, index: map[uint64]int32{}, supports: map[uint64][]int32{}, room: within}
	g.slack = g.allowance()
	if err := g.reserve(); err != nil {
		return nil, err
	}
	g.dense = make(scratch, t.width())
	for _, vectors := range t.informed(discount, within) {
		g.upper = append(g.upper, newUpper(vectors))
	}
	g.lower = make([]lower, len(t.classes))
	for a := range t.numActions() {
		for c, values := range t.blind(int32(a), discount, within) {
			g.lower[c].add(vector{int32(t.classes[c].offered(int32(a))), values, -1})
		}
		if within.ended() {
			break
		}
	}
	for c := range g.lower {
		g.blind = append(g.blind, g.lower[c].live())
	}
	g.intern(t.start)
	return g, nil
}

// The memory of each item of a graph, in bytes.
const (
	nodeSize   = 2*120 + 60 // with its place in the index
	beliefSize = 12 + 8     // of a state: its number, which beliefs may share, and as a point of the upper bound
	edgeSize   = 32
	// supportSize is that of a list of states in the map that beliefs share it by.
	supportSize = 100
	kidSize     = 2 * 16
	vectorSize  = 3 * 8 // of a state: while plans are reformed there are three
)

// reserve counts the first bounds, one vector of each kind for every action of every class, and the
// largest expansion: memory for one must always be left.
func (g *graph) reserve() error {
	actions := g.numActions()
	for c := range g.classes {
		n, expansion := len(g.classes[c].states), 0
		if err := g.room.take(n, 8*(2*len(g.classes[c].acts)+3)+vectorSize*actions); err != nil {
			return err
		}
		for k := range g.classes[c].acts {
			expansion += edgeSize
			for l := range g.classes[c].acts[k].leads {
				d := &g.classes[c].acts[k].leads[l]
				expansion += nodeSize + kidSize + beliefSize*min(len(d.cols), len(g.classes[d.to].states))
			}
		}
		g.widest = max(g.widest, expansion+vectorSize*n)
	}
	if !g.room.fits(1, g.widest) {
		return g.room.take(1, g.widest)
	}
	return nil
}

func (t *table) numActions() int {
	most := 0
	for c := range t.classes {
		for k := range t.classes[c].acts {
			most = max(most, int(t.classes[c].acts[k].action)+1)
		}
	}
	return most
}

// same is the largest difference of probabilities between beliefs that share a node. It is far
// below the precision of any printed bound; see slack.
const same = 1e-10

// intern returns the node of a belief.
func (g *graph) intern(b sparse) int32 {
	h := b.hash(0)
	last, ok := g.index[h]
	if !ok {
		last = -1
	}
	for i := last; i >= 0; i = g.nodes[i].twin {
		if g.nodes[i].near(&b) {
			return i
		}
	}
	b.index = g.shared(b.index)
	g.index[h] = int32(len(g.nodes))
	g.hold(nodeSize + 8*len(b.p))
	top := highest(g.upper[b.class].informed, &b)
	g.nodes = append(g.nodes, node{sparse: b, lo: math.Inf(-1), hi: top, best: -1, twin: last})
	return g.index[h]
}

// shared returns the same list of states, one that another belief has if possible: many beliefs differ
// only in their probabilities.
func (g *graph) shared(states []int32) []int32 {
	h := uint64(14695981039346656037)
	for _, i := range states {
		h = (h ^ uint64(i)) * 1099511628211
		h ^= h >> 29
	}
	if known, ok := g.supports[h]; !ok {
		g.hold(supportSize + 4*len(states))
		g.supports[h] = states
	} else if slices.Equal(known, states) {
		return known
	}
	g.hold(4 * len(states))
	return states
}

// hash is FNV-1a by words. Beliefs that share a node mostly have the same hash; where rounding
// separates them, a belief has two nodes.
func (b *sparse) hash(seed uint64) uint64 {
	h := (14695981039346656037 ^ seed ^ uint64(b.class)<<1) * 1099511628211
	for k, i := range b.index {
		h = (h ^ uint64(i)<<32 ^ uint64(math.RoundToEven(b.p[k]*(1<<28)))) * 1099511628211
		h ^= h >> 29
	}
	return h
}

func (b *sparse) near(o *sparse) bool {
	if b.class != o.class || len(b.p) != len(o.p) {
		return false
	}
	for k := range b.p {
		if b.index[k] != o.index[k] || math.Abs(b.p[k]-o.p[k]) > same {
			return false
		}
	}
	return true
}

// allowance returns the slack.
func (g *graph) allowance() float64 {
	least, most := g.rewards()
	scale := max(math.Abs(least), math.Abs(most)) / (1 - g.discount)
	return scale * (same*float64(g.width())/(1-g.discount) + 1e-12)
}

// refresh updates the bounds of a node by improvements elsewhere.
func (g *graph) refresh(i int32) *node {
	n := &g.nodes[i]
	g.refreshLow(n)
	g.refreshHigh(n)
	return n
}

func (g *graph) refreshHigh(n *node) {
	u := &g.upper[n.class]
	if n.points < u.made {
		corner := n.dot(u.corner)
		g.dense.put(&n.sparse)
		n.hi = min(n.hi, corner+u.lowest(g.dense, n.support(), n.points, n.hi-corner))
		g.dense.wipe(&n.sparse)
		n.points = u.made
	}
}

func (g *graph) refreshLow(n *node) {
	l := &g.lower[n.class]
	if n.reforms < g.reforms || n.best >= 0 && l.vectors[n.best].values == nil {
		n.reforms, n.best, n.vectors, n.lo = g.reforms, -1, 0, math.Inf(-1) // better ones have come
	}
	for ; int(n.vectors) < len(l.vectors); n.vectors++ {
		v := l.vectors[n.vectors].values
		if v == nil {
			continue
		}
		if x := n.dot(v); n.best < 0 || x > n.lo {
			n.best, n.lo = n.vectors, x
		}
	}
}

// expand computes the successors of a node.
func (g *graph) expand(i int32) {
	if g.nodes[i].edges != nil {
		return
	}
	acts := g.classes[g.nodes[i].class].acts
	edges := make([]edge, len(acts))
	for k := range acts {
		a := &acts[k]
		b := g.nodes[i].sparse
		edges[k].reward = b.dot(a.reward)
		for l := range a.leads {
			d := &a.leads[l]
			next, p := b.follow(d, g.dense[:len(g.classes[d.to].states)])
			if p > 0 {
				edges[k].kids = append(edges[k].kids, kid{p, int32(l), g.intern(next)})
			}
		}
	}
	for k := range edges {
		g.hold(edgeSize + kidSize*len(edges[k].kids))
	}
	g.nodes[i].edges = edges
	g.expanded = append(g.expanded, i)
}

// low returns the lower bound of an action in an expanded node.
func (g *graph) low(e *edge) (lo float64) {
	for _, k := range e.kids {
		n := &g.nodes[k.node]
		g.refreshLow(n)
		lo += float64(k.p * n.lo)
	}
	return e.reward + float64(g.discount*lo)
}

// high returns the upper bound of an action in an expanded node.
func (g *graph) high(e *edge) (hi float64) {
	for _, k := range e.kids {
		n := &g.nodes[k.node]
		g.refreshHigh(n)
		hi += float64(k.p * n.hi)
	}
	return e.reward + float64(g.discount*hi)
}

// aim sets the least gain for which bounds are stored, given the gap at the first belief: all gains
// left out along an endless walk amount to a thousandth of the gap.
func (g *graph) aim(gap float64) { g.worth = max(1e-3*(1-g.discount)*gap, 1e-9) }

// backup improves the bounds of an expanded node from those of its successors.
func (g *graph) backup(i int32) {
	g.refresh(i)
	n := &g.nodes[i]
	hi := math.Inf(-1)
	for k := range n.edges {
		hi = max(hi, g.high(&n.edges[k]))
	}
	if hi < n.hi-g.worth {
		g.gains++
		n.hi = hi
		if n.point == 0 {
			g.hold(8 * len(n.p))
		}
		n.point = g.upper[n.class].add(&n.sparse, hi, n.point)
		n.points = g.upper[n.class].made
	}
	g.backupLow(i)
}

// steady returns the action of an expanded node with the largest lower bound, and that bound.
func (g *graph) steady(i int32) (best int, top float64) {
	top = math.Inf(-1)
	edges := g.nodes[i].edges
	for k := range edges {
		if l := g.low(&edges[k]); l > top {
			best, top = k, l
		}
	}
	return best, top
}

// backupLow improves the lower bound of an expanded node.
func (g *graph) backupLow(i int32) {
	n := &g.nodes[i]
	g.refreshLow(n)
	best, top := g.steady(i)
	if top > n.lo+g.worth {
		g.gains++
		v := vector{int32(best), g.devise(n, best), i}
		g.hold(g.sizeOf(&v, n.class))
		g.lower[n.class].add(v)
		g.refreshLow(n)
	}
}

// hold counts bytes whose memory is reserved: the search ends when the largest expansion does not
// fit.
func (g *graph) hold(bytes int) { g.room.held += int64(collector * bytes) }

// sizeOf returns the memory of a vector in bytes, with the plans that follow it while they are
// reformed.
func (g *graph) sizeOf(v *vector, class int32) int {
	return vectorSize*len(g.classes[class].states) + 8*len(g.classes[class].acts[v.act].leads) + 100
}

// devise returns the values of a plan: an action, and the best plan after each observation. After
// observations that are impossible here any plan will do.
func (g *graph) devise(n *node, k int) []float64 {
	a := &g.classes[n.class].acts[k]
	values := append([]float64(nil), a.reward...)
	next := n.edges[k].kids
	for l := range a.leads {
		d := &a.leads[l]
		then := g.any(d.to)
		if len(next) > 0 && next[0].lead == int32(l) {
			then, next = g.lower[d.to].vectors[g.nodes[next[0].node].best].values, next[1:]
		}
		d.pull(values, then, g.discount)
	}
	return values
}

// any returns a vector of a class.
func (g *graph) any(c int32) []float64 {
	for i := range g.lower[c].vectors {
		if v := g.lower[c].vectors[i].values; v != nil {
			return v
		}
	}
	return nil // not reached: a class always has a vector
}
