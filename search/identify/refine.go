// SPDX-License-Identifier: BSD-3-Clause

package identify

import "slices"

// children returns the nodes of the parts of a test, and the total cost of the parts that need no
// search.
func (s *Solver) children(n *node, test int32) (nodes []*node, known uint64) {
	s.again(n)
	parts := s.split.of(s.problem, test, n.set)
	ready := prepared(s.problem, test, n.ready)
	var stab []int32
	for i := range parts {
		if cost, ok := s.known(&parts[i]); ok {
			known += cost
			continue
		}
		if nodes == nil {
			stab = s.keeping(n.stab, test)
		}
		nodes = append(nodes, s.table.get(parts[i].set, parts[i].weight, ready, n.useful, stab, n.odds))
	}
	for _, c := range nodes { // the parts are no longer needed, and may be overwritten
		s.open(c)
	}
	return nodes, known
}

// update computes the bounds of a test from those of its parts.
func (s *Solver) update(n *node, o *option, parts []*node, known uint64) {
	lo := s.charge(n, o.test)*n.weight + known
	hi := lo
	for _, p := range parts {
		lo += p.lo
		if hi += p.hi; p.hi == Unknown || hi > Unknown {
			hi = Unknown
		}
	}
	o.lo, o.hi = max(o.lo, lo), min(o.hi, hi)
	if o.hi < n.hi {
		n.hi, n.best = o.hi, o.test
	}
}

// refine searches a node until its value is exact, or proved to be at least want. It follows the
// test with the smallest bound for as long as that is the smallest.
func (s *Solver) refine(n *node, want uint64) {
	for n.lo < n.hi && n.lo < want && s.cut == nil && len(n.tests) > 0 {
		next := n.hi
		if len(n.tests) > 1 {
			next = min(next, n.tests[1].lo)
		}
		s.refineTest(n, &n.tests[0], min(want, next+1))
		if n.sort(); n != s.root {
			n.tests = n.better()
		}
	}
}

// refineTest searches the parts of a test until its value is exact, or proved to be at least want.
// The part with the widest bounds comes first.
func (s *Solver) refineTest(n *node, o *option, want uint64) {
	if s.peek(n, o); o.lo >= want {
		return
	}
	parts, known := s.children(n, o.test)
	s.update(n, o, parts, known)
	for o.lo < o.hi && o.lo < want && s.cut == nil && len(parts) > 0 {
		widest := slices.MaxFunc(parts, func(x, y *node) int {
			if x.hi-x.lo < y.hi-y.lo {
				return -1
			}
			return 1
		})
		if widest.lo == widest.hi {
			return
		}
		s.refine(widest, widest.lo+(want-o.lo))
		s.update(n, o, parts, known)
	}
}

// refineAll solves every test of a node.
func (s *Solver) refineAll(n *node) {
	for i := range n.tests {
		s.refineTest(n, &n.tests[i], Unknown)
	}
	n.sort()
}
