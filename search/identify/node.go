// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"math"
	"slices"
)

// Unknown is an upper bound that is not known yet, above all costs.
const Unknown = math.MaxUint64 >> 1

// node is an examined set of causes. Its value lies between lo and hi.
type node struct {
	set    []int32
	weight uint64
	ready  uint64 // groups that are prepared
	lo, hi uint64
	best   int32 // the first test of the plan that costs hi; -1 if it ends at once
	tests  []option
	stab   []int32   // symmetries that keep all tests on the way here
	open   bool      // its tests are listed
	useful []uint16  // tests that are informative here, or were above
	odds   []float32 // of readings, for Kraft's bound here and below
}

// option is a test at a node, with bounds on the cost of a plan that begins with it.
type option struct {
	test   int32
	peeked bool
	lo, hi uint64
}

// part is one reading of a test on a set.
type part struct {
	set    []int32
	weight uint64
	found  bool
}

// splitter splits sets by readings without allocating more than the parts.
type splitter struct {
	slot  [1 << 16]int32
	order []uint16
	sizes []int
	parts []part

	causes []int32
	// forth and back pair the readings of two tests. The upper bits hold the round.
	forth, back [1 << 16]uint64
	round       uint64
}

// tally counts the readings of a test on a set, without listing the causes.
type tally struct {
	slot  [1 << 16]int32
	parts []counted
}

// counted is the size of a part, and the key of its set.
type counted struct {
	weight, key uint64
	count       int32
	reading     uint16
}

// of counts the readings, in the order in which they first occur. The slice is valid until the next
// call.
func (x *tally) of(p *Problem, test int32, set []int32, random []uint64) []counted {
	reads := p.Tests[test].Reads
	x.parts = x.parts[:0]
	for _, i := range set {
		r := reads[i]
		k := x.slot[r]
		if k == 0 {
			x.parts = append(x.parts, counted{reading: r})
			k = int32(len(x.parts))
			x.slot[r] = k
		}
		c := &x.parts[k-1]
		c.count++
		c.weight += p.Weights[i]
		c.key ^= random[i]
	}
	for i := range x.parts {
		x.slot[x.parts[i].reading] = 0
	}
	return x.parts
}

// of returns the parts of a set after a test, in the order in which their readings first occur.
// They are valid until the next call.
func (x *splitter) of(p *Problem, test int32, set []int32) []part {
	reads := p.Tests[test].Reads
	x.order, x.sizes = x.order[:0], x.sizes[:0]
	for _, i := range set {
		r := reads[i]
		if x.slot[r] == 0 {
			x.order, x.sizes = append(x.order, r), append(x.sizes, 0)
			x.slot[r] = int32(len(x.order))
		}
		x.sizes[x.slot[r]-1]++
	}
	x.parts = x.parts[:0]
	x.causes = slices.Grow(x.causes[:0], len(set))
	all := x.causes[:len(set)]
	for k, r := range x.order {
		x.parts = append(x.parts, part{set: all[:0:x.sizes[k]], found: r == Found})
		all = all[x.sizes[k]:]
	}
	for _, i := range set {
		k := x.slot[reads[i]] - 1
		x.parts[k].set = append(x.parts[k].set, i)
		x.parts[k].weight += p.Weights[i]
	}
	for _, r := range x.order {
		x.slot[r] = 0
	}
	return x.parts
}

// open expands a node that is not yet expanded, if the search may continue.
func (s *Solver) open(n *node) {
	if n.open {
		return
	}
	if s.spend(n) {
		s.expand(n)
	}
}

// spend counts a node, and reports whether the search may continue.
func (s *Solver) spend(n *node) bool {
	s.nodes++
	switch {
	case s.cut != nil:
	case s.limit > 0 && s.nodes > s.limit:
		s.cut = ErrNodes
	case s.table.bytes > s.cfg.MaxBytes:
		s.cut = ErrMemory
	case s.busy(n):
		s.cut = s.ctx.Err()
	}
	return s.cut == nil
}

// busy counts the cost of a node, and reports whether to check the context: every 64 nodes, or
// after less than a few milliseconds of large ones.
func (s *Solver) busy(n *node) bool {
	s.looked += len(n.set) * (1 + len(n.useful))
	if s.nodes%64 != 0 && s.looked < muchWork {
		return false
	}
	s.looked = 0
	return true
}

// muchWork is the number of readings between two checks of the context.
const muchWork = 1 << 14

// again counts work on nodes that are open already.
func (s *Solver) again(n *node) {
	if s.looked += 4 * len(n.set); s.looked >= muchWork && s.cut == nil {
		s.looked, s.cut = 0, s.ctx.Err()
	}
}

// expand lists the tests of a node with their bounds and makes a first plan.
func (s *Solver) expand(n *node) {
	n.open, n.hi = true, s.end(n)
	if s.guessing != nil && n != s.root && s.guessing.solve(s.problem, n) {
		return
	}
	useful := s.useful(n.set, n.useful)
	if len(useful) == 0 {
		n.lo = n.hi
		return
	}
	s.list(n, useful)
	s.keep(n, useful)
	s.price(n)
	for i := range n.tests {
		if !s.bound.flat {
			s.look(n, &n.tests[i])
		}
	}
	s.weighOdds(n)
	n.sort()
	s.tryGreedily(n)
	if n.lo < n.hi {
		parts, known := s.children(n, n.tests[0].test)
		s.update(n, &n.tests[0], parts, known)
	}
	if n.sort(); len(n.set) < len(s.problem.Weights) { // the root keeps every test, to report its cost
		n.tests = slices.Clone(n.better())
	}
	s.table.bytes += int64(24*len(n.tests) + 4*len(n.odds))
}

// end returns the cost of ending at once.
func (s *Solver) end(n *node) uint64 {
	switch {
	case s.problem.MustFind:
		return Unknown
	case len(s.problem.Actions) > 0:
		cost, _ := s.stop(n.set)
		return cost
	case len(n.set) == 1:
		return 0
	default:
		return Unknown
	}
}

// stop returns the best action for a set and its cost.
func (s *Solver) stop(set []int32) (cost uint64, action int) {
	cost = Unknown
	for a := range s.problem.Actions {
		sum := uint64(0)
		for _, i := range set {
			sum += s.problem.Weights[i] * s.problem.Actions[a].Costs[i]
		}
		if sum < cost {
			cost, action = sum, a
		}
	}
	return cost, action
}

// useful returns the tests of a list that are informative about a set, and of those in a group that
// split it in the same way only the cheapest. The tests left out are useless on any part of the
// set, too. The slice is valid until the next call.
func (s *Solver) useful(set []int32, tests []uint16) []uint16 {
	clear(s.seen)
	all, bounds := s.kept[:0], s.bounds[:0]
	for _, t := range tests {
		parts := s.tally.of(s.problem, int32(t), set, s.table.random)
		if len(parts) == 1 && parts[0].reading != Found {
			continue
		}
		key := keyOf(parts)
		k, again := s.seen[key]
		switch {
		case !again || s.problem.Tests[t].Group != s.problem.Tests[all[k]].Group || !s.split.same(s.problem, set, t, all[k]):
			s.seen[key] = len(all)
			all, bounds = append(all, t), append(bounds, s.flatBound(t, parts))
		case s.problem.Tests[t].Cost < s.problem.Tests[all[k]].Cost:
			all[k] = t
		}
	}
	s.kept, s.bounds = all, bounds
	return all
}

// flatBound returns a lower bound on the cost of a plan that begins with a test, if all weights and
// prices are equal.
func (s *Solver) flatBound(t uint16, parts []counted) uint64 {
	if !s.bound.flat {
		return 0
	}
	sum := uint64(0)
	for i := range parts {
		sum += s.problem.Tests[t].Cost * parts[i].weight
		if parts[i].reading != Found {
			sum += s.bound.leastOf(int(parts[i].count), parts[i].weight)
		}
	}
	return sum
}

// list makes the options of a node: its tests, and of those that a symmetry exchanges only the first.
func (s *Solver) list(n *node, useful []uint16) {
	all := s.options[:0]
	for k, t := range useful {
		if s.first(n.stab, t) {
			all = append(all, option{test: int32(t), lo: s.bounds[k], hi: Unknown})
		}
	}
	n.tests, s.options = slices.Clone(all), all
}

// keep stores the useful tests. The list of the set above is kept if it is not much longer and no
// bound depends on it.
func (s *Solver) keep(n *node, useful []uint16) {
	if s.bound.flat && 4*len(useful) > 3*len(n.useful) {
		return
	}
	n.useful = slices.Clone(useful)
	s.table.bytes += int64(2 * len(useful))
}

// keyOf returns a hash of a split.
func keyOf(parts []counted) (key uint64) {
	for i := range parts {
		if p := &parts[i]; p.reading != Found {
			key += p.key * (p.key | 1)
		}
	}
	return key
}

// price restricts the bounds of the parts of a node to the prices of tests that are useful there.
func (s *Solver) price(n *node) {
	s.prices = s.prices[:0]
	for _, t := range n.useful {
		s.prices = append(s.prices, s.problem.Tests[t].Cost)
	}
	s.bound.tangent = appendTangents(s.bound.tangent[:0], s.prices)
	n.lo = max(n.lo, s.bound.least(n.set, n.weight))
}

// weighOdds bounds a node and its tests by Kraft's inequality, where that helps.
func (s *Solver) weighOdds(n *node) {
	if s.kraft == nil || len(n.set) < kraftLeast {
		return
	}
	bound, mu := s.kraft.bound(n.set, n.weight, n.useful, n.odds)
	n.odds = s.kraft.store()
	n.lo = max(n.lo, whole(bound))
	for k := range n.tests {
		o := &n.tests[k]
		o.lo = max(o.lo, s.charge(n, o.test)*n.weight+whole(s.kraft.after(n.set, uint16(o.test), mu)))
	}
}

// tryGreedily starts the search with a plan, where that is quick.
func (s *Solver) tryGreedily(n *node) {
	if s.greedy != nil && 8*len(n.set) >= len(s.root.set) {
		s.planGreedily(n)
	}
}

// planGreedily makes a plan for a node that was not examined.
func (s *Solver) planGreedily(n *node) {
	all := identity(0, len(s.problem.Tests)).tests
	n.best = s.greedy.first(n.set, n.weight, all, n.ready)
	n.hi = s.greedy.cost(n.set, n.weight, all, n.ready)
}

// look bounds a test by its parts.
func (s *Solver) look(n *node, o *option) {
	o.lo = s.charge(n, o.test) * n.weight
	if s.bound.byCountOnly() {
		for _, p := range s.tally.of(s.problem, o.test, n.set, s.table.random) {
			if p.reading != Found {
				o.lo += s.bound.leastOf(int(p.count), p.weight)
			}
		}
		return
	}
	for _, p := range s.split.of(s.problem, o.test, n.set) {
		if !p.found {
			o.lo += s.bound.least(p.set, p.weight)
		}
	}
}

// same reports whether two tests split a set in the same way.
func (x *splitter) same(p *Problem, set []int32, t, u uint16) bool {
	here, there := p.Tests[t].Reads, p.Tests[u].Reads
	x.round++
	for _, i := range set {
		a, b := here[i], there[i]
		if (a == Found) != (b == Found) {
			return false
		}
		to, back := x.round<<16|uint64(b), x.round<<16|uint64(a)
		if x.forth[a]>>16 != x.round && x.back[b]>>16 != x.round {
			x.forth[a], x.back[b] = to, back
		} else if x.forth[a] != to || x.back[b] != back {
			return false
		}
	}
	return true
}

// sort puts the test with the smallest bound first; of equals the one with the cheaper plan.
func (n *node) sort() {
	slices.SortStableFunc(n.tests, func(x, y option) int {
		switch {
		case x.lo != y.lo && x.lo < y.lo, x.lo == y.lo && x.hi < y.hi:
			return -1
		case x.lo == y.lo && x.hi == y.hi:
			return 0
		default:
			return 1
		}
	})
	if len(n.tests) > 0 {
		n.lo = max(n.lo, min(n.tests[0].lo, n.hi))
	} else {
		n.lo = n.hi
	}
}

// better returns the tests that may be better than the present plan, and the plan's own, which come
// first.
func (n *node) better() []option {
	for i, o := range n.tests {
		if o.lo >= n.hi && o.test != n.best {
			rest := slices.IndexFunc(n.tests[i:], func(o option) bool { return o.test == n.best })
			if rest >= 0 {
				n.tests[i] = n.tests[i+rest]
				i++
			}
			return n.tests[:i]
		}
	}
	return n.tests
}
