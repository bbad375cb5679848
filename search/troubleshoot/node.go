// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import (
	"math"
	"slices"
)

// key identifies a belief by the multiset of its readings and the repairs that failed: the sum of random numbers, one
// for each. Two beliefs share a key with a chance of about 2^-128.
type key [2]uint64

func (k key) and(kind, at, reading int) key {
	x := uint64(kind)<<48 ^ uint64(at)<<24 ^ uint64(reading)
	return key{k[0] + mix(x), k[1] + mix(x^0xa0761d6478bd642f)}
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// The kinds of actions, as parts of keys.
const (
	testKind = 1 + iota
	repairKind
)

// node is a belief with bounds on its cost.
type node struct {
	lo, hi float64
	opts   []option // nil until expanded
	probe  int32    // the option of the test with the most information for its price, or -1
	rough  bool     // lo was computed for the first plan, without pairs
}

// option is an action at a node. Its index counts the tests, then the repairs; -1 is the best end.
type option struct {
	lo, hi float64
	action int32
	kids   []kid // nil until it is opened
}

// kid is a node after an action, with its chance.
type kid struct {
	*node

	p       float64
	reading int32
}

// Sizes in memory, including the table's.
const (
	nodeBytes   = 160
	optionBytes = 48
	kidBytes    = 24
)

// node returns the node of a belief, with bounds that need no search.
func (s *Solver) node(k key, b []float64, u used) *node {
	if n := s.table[k]; n != nil {
		s.refine(n, b, u)
		return n
	}
	n := &node{probe: -1, rough: s.first}
	n.lo, n.hi = s.bounds(b, u)
	s.table[k] = n
	s.bytes += nodeBytes
	return n
}

// refine computes the lower bound of a node that the first plan left.
func (s *Solver) refine(n *node, b []float64, u used) {
	if n.rough && !s.first {
		lo, _ := s.bounds(b, u)
		n.lo, n.rough = min(max(n.lo, lo), n.hi), false
	}
}

// bounds returns bounds on the cost of a belief.
func (s *Solver) bounds(b []float64, u used) (lo, hi float64) {
	_, end := s.end(b, 1)
	hi, _ = s.tryParts(b, end)
	known := s.known(b)
	if hi <= known {
		return hi, hi
	}
	lo = s.oneMore(b, known, end, s.cheapest(u))
	if lo < hi && !s.first {
		lo = max(lo, s.pairs.bound(b))
	}
	return min(max(lo, known), hi), hi
}

// cheapest returns the price of the cheapest test that is left.
func (s *Solver) cheapest(u used) float64 {
	for _, t := range s.cheap {
		if !u.has(t) || s.p.Tests[t].Repeat {
			return s.p.Tests[t].Cost
		}
	}
	return math.Inf(1)
}

// belief returns scratch memory for a belief at a depth of the walk.
func (s *Solver) belief(depth int) []float64 {
	for len(s.scratch) <= depth {
		s.scratch = append(s.scratch, make([]float64, len(s.prior)))
	}
	return s.scratch[depth]
}

// informs reports whether a test has different chances for the causes of a belief.
func (s *Solver) informs(t int, b []float64) bool {
	rows, first := s.p.Tests[t].Chances, -1
	for c, p := range b {
		switch {
		case p == 0:
		case first < 0:
			first = c
		case !slices.Equal(rows[c], rows[first]):
			return true
		}
	}
	return false
}

// expand computes bounds on every action of a node. Actions that cannot be the best are left out.
func (s *Solver) expand(n *node, k key, b []float64, u used) {
	s.nodes++
	if probe := s.options(k, b, u); !s.stopped() { // otherwise some bounds are weak: valid, but not worth keeping
		s.keep(n, s.optional, probe)
	}
}

// options lists every action after a belief with bounds, and returns the test with the most information for its price
// while the first plan is made.
func (s *Solver) options(k key, b []float64, u used) (probe int32) {
	_, end := s.end(b, 1)
	opts := append(s.optional[:0], option{lo: end, hi: end, action: -1})
	next, most := s.belief(0), 0.0
	probe = -1
	for t := range s.p.Tests {
		s.stopped() // asked often, and remembered: bounds cost little once the context has ended
		if u.has(int32(t)) && !s.p.Tests[t].Repeat || !s.informs(t, b) {
			continue
		}
		o, gain := s.appraise(k, b, u, t, next)
		if s.first && gain > most {
			most, probe = gain, o.action
		}
		opts = append(opts, o)
	}
	s.optional = s.repairs(opts, k, b, u, next)
	return probe
}

// repairs appends the repairs that may help, with bounds.
func (s *Solver) repairs(opts []option, k key, b []float64, u used, next []float64) []option {
	for r := range s.p.Repairs {
		p := s.failed(next, b, r)
		if p >= 1-1e-14 {
			continue
		}
		o := option{lo: s.p.Repairs[r].Cost, hi: s.p.Repairs[r].Cost, action: int32(len(s.p.Tests) + r)}
		if p > 0 {
			lo, hi := s.look(k.and(repairKind, r, 0), next, u)
			o.lo, o.hi = o.lo+p*lo, o.hi+p*hi
		}
		opts = append(opts, o)
	}
	return opts
}

// appraise bounds a test, and returns its information for its price while the first plan is made.
func (s *Solver) appraise(k key, b []float64, u used, t int, next []float64) (o option, gain float64) {
	x := &s.p.Tests[t]
	o = option{lo: x.Cost, hi: x.Cost, action: int32(t)}
	for r, like := range s.like[t] {
		p := given(next, b, like)
		if p == 0 {
			continue
		}
		lo, hi := s.look(k.and(testKind, t, r), next, u.and(int32(t)))
		o.lo, o.hi = o.lo+p*lo, o.hi+p*hi
		if s.first {
			gain += p * divergence(next, b)
		}
	}
	return o, gain / max(x.Cost, 1e-9)
}

// divergence returns the information that a new belief has over the one before, in nats.
func divergence(next, b []float64) float64 {
	sum := 0.0
	for c, p := range next {
		if p > 0 {
			sum += p * math.Log(p/b[c])
		}
	}
	return sum
}

// look returns bounds on a belief without making a node.
func (s *Solver) look(k key, b []float64, u used) (lo, hi float64) {
	if n := s.table[k]; n != nil {
		s.refine(n, b, u)
		return n.lo, n.hi
	}
	return s.bounds(b, u)
}

// keep stores the actions of a node that may be the best, and improves its bounds.
func (s *Solver) keep(n *node, opts []option, probe int32) {
	lo, hi := math.Inf(1), n.hi
	for i := range opts {
		lo, hi = min(lo, opts[i].lo), min(hi, opts[i].hi)
	}
	n.hi = hi
	n.lo = min(max(n.lo, lo), hi)
	best := slices.IndexFunc(opts, func(o option) bool { return o.hi <= hi*(1+1e-12) })
	count := 0
	for i := range opts {
		if i == best || opts[i].lo < hi || opts[i].action == probe {
			count++
		}
	}
	n.opts = make([]option, 0, count)
	for i := range opts {
		if i == best || opts[i].lo < hi || opts[i].action == probe {
			if opts[i].action == probe {
				n.probe = int32(len(n.opts))
			}
			n.opts = append(n.opts, opts[i])
		}
	}
	s.bytes += int64(count) * optionBytes
}

// open makes the nodes after an action.
func (s *Solver) open(o *option, k key, b []float64, u used) {
	if o.action < 0 || o.kids != nil {
		return
	}
	next := s.belief(0)
	o.kids = []kid{}
	if r := int(o.action) - len(s.p.Tests); r >= 0 {
		if p := s.failed(next, b, r); p > 0 {
			o.kids = append(o.kids, kid{s.node(k.and(repairKind, r, 0), next, u), p, 0})
		}
	} else {
		for r, like := range s.like[o.action] {
			if p := given(next, b, like); p > 0 {
				o.kids = append(o.kids, kid{s.node(k.and(testKind, int(o.action), r), next, u.and(o.action)), p, int32(r)})
			}
		}
	}
	s.bytes += int64(len(o.kids)) * kidBytes
}

// price returns the cost of an action that is not an end.
func (s *Solver) price(action int32) float64 {
	if r := int(action) - len(s.p.Tests); r >= 0 {
		return s.p.Repairs[r].Cost
	}
	return s.p.Tests[action].Cost
}

// refresh computes the bounds of an opened action from the nodes after it.
func (s *Solver) refresh(o *option) {
	if len(o.kids) == 0 {
		return
	}
	lo := s.price(o.action)
	hi := lo
	for _, x := range o.kids {
		lo, hi = lo+x.p*x.lo, hi+x.p*x.hi
	}
	o.lo, o.hi = max(o.lo, lo), min(o.hi, hi)
}

// backUp computes the bounds of a node from its actions.
func (n *node) backUp() {
	lo, hi := math.Inf(1), math.Inf(1)
	for i := range n.opts {
		lo, hi = min(lo, n.opts[i].lo), min(hi, n.opts[i].hi)
	}
	n.hi = min(n.hi, hi)
	n.lo = min(max(n.lo, lo), n.hi)
}

// pick returns the action of a node with the least lower bound, or of the best plan. Actions that were improved by
// other walks are refreshed until the choice stands.
func (s *Solver) pick(n *node, plan bool) *option {
	for {
		at := 0
		for i := range n.opts {
			o, best := &n.opts[i], &n.opts[at]
			if plan && o.hi < best.hi || !plan && o.lo < best.lo {
				at = i
			}
		}
		o := &n.opts[at]
		lo, hi := o.lo, o.hi
		s.refresh(o)
		if o.lo <= lo && o.hi >= hi {
			return o
		}
	}
}

// walk expands one belief: the one that contributes most to the gap under the actions it follows.
func (s *Solver) walk(plan bool) {
	s.descend(s.root, key{}, s.prior, used{}, 1, plan)
}

func (s *Solver) descend(n *node, k key, b []float64, u used, depth int, plan bool) {
	if n.opts == nil {
		s.expand(n, k, b, u)
		return
	}
	o := s.pick(n, plan)
	if o.hi-o.lo <= 0 && plan {
		o = s.pick(n, false) // the plan is settled here: doubt remains about another action
	}
	if s.bytes > s.cfg.MaxBytes*2/3 {
		s.full = true
		return
	}
	s.open(o, k, b, u)
	s.refresh(o)
	if x := widest(o); x != nil {
		next, nextKey, nextUsed := s.after(o.action, x, k, b, u, depth)
		s.descend(x.node, nextKey, next, nextUsed, depth+1, plan)
		s.refresh(o)
	}
	n.backUp()
}

// after returns the belief, key and tests used at a node after an action.
func (s *Solver) after(action int32, x *kid, k key, b []float64, u used, depth int) ([]float64, key, used) {
	next := s.belief(depth)
	if r := int(action) - len(s.p.Tests); r >= 0 {
		s.failed(next, b, r)
		return next, k.and(repairKind, r, 0), u
	}
	given(next, b, s.like[action][x.reading])
	return next, k.and(testKind, int(action), int(x.reading)), u.and(action)
}

// widest returns the node after an action that contributes most to its gap.
func widest(o *option) *kid {
	var best *kid
	most := 0.0
	for i := range o.kids {
		if x := &o.kids[i]; x.p*(x.hi-x.lo) > most {
			best, most = x, x.p*(x.hi-x.lo)
		}
	}
	return best
}

// The first plan.
const (
	probeShare = 3e-3 // share of the root's cost that a node's gap must have, in the first round
	probeLast  = 1e-5 // and in the last
	probeNodes = 4000
)

// firstPlan follows the tests with the most information for their price, where that may pay: the likely paths first, so
// that a plan that is cut short is good where it matters. It needs upper bounds only: the nodes it leaves have no
// actions, and get their lower bounds later.
func (s *Solver) firstPlan() {
	s.first = true
	left := probeNodes
	if s.limit > 0 {
		left = min(left, (s.limit+1)/2)
	}
	for share := probeShare; share > probeLast && left > 0 && !s.stopped(); share /= 3 {
		r := round{s, share, left}
		r.probe(s.root, key{}, s.prior, used{}, 1, 1)
		left = r.left
	}
	s.first = false
	s.bytes = 0
	for _, n := range s.table {
		n.opts, n.probe = nil, -1
		s.bytes += nodeBytes
	}
}

// round is one pass of the first plan over paths that matter by at least a share of the cost.
type round struct {
	*Solver

	share float64
	left  int // beliefs that may be expanded
}

// probe follows the first plan from a belief that is reached with chance p.
func (r *round) probe(n *node, k key, b []float64, u used, depth int, p float64) {
	if p*(n.hi-n.lo) <= r.share*r.root.hi || r.left == 0 || r.stopped() {
		return
	}
	if n.opts == nil {
		r.left--
		if r.expand(n, k, b, u); n.opts == nil {
			return
		}
	}
	if n.probe < 0 {
		return
	}
	o := &n.opts[n.probe]
	r.open(o, k, b, u)
	for i := range o.kids {
		x := &o.kids[i]
		next, nextKey, nextUsed := r.after(o.action, x, k, b, u, depth)
		r.probe(x.node, nextKey, next, nextUsed, depth+1, p*x.p)
	}
	r.refresh(o)
	n.backUp()
}
