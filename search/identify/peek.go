// SPDX-License-Identifier: BSD-3-Clause

package identify

// peek bounds a test of a large set without opening its parts: each of them costs at least as much
// as its best test, if the rest is as good as possible. It needs equal weights and prices, and then
// takes a small part of the time, for nothing is listed, sorted or remembered.
type peek struct {
	steps []uint64 // by size: the cost of one more cause in a part
	// met counts the causes with a reading. Counts of former rounds are below base.
	met  [1 << 16]uint64
	base uint64
}

// peekLeast is the smallest set for which peeking pays.
const peekLeast = 256

// peek raises the bound of a test.
func (s *Solver) peek(n *node, o *option) {
	if o.peeked || !s.bound.flat || len(n.set) < s.peekFrom || !s.spend(n) {
		return
	}
	o.peeked = true
	s.setSteps(len(n.set))
	sum := s.charge(n, o.test) * n.weight
	var parts []glimpse
	for _, p := range s.split.of(s.problem, o.test, n.set) {
		if cost, ok := s.known(&p); ok {
			sum += cost
		} else {
			parts = append(parts, glimpse{set: p.set, least: Unknown, ideal: s.bound.testsFor(len(p.set))})
		}
	}
	s.glimpse(parts, n.useful)
	for _, p := range parts {
		sum += s.bound.cost(p.least, 0)
	}
	o.lo = max(o.lo, sum)
}

// glimpse is a part whose best test is wanted, and nothing more.
type glimpse struct {
	set          []int32
	least, ideal uint64 // lower bounds in tests times weight: for the part, and for any set of its size
}

// glimpse computes a lower bound on the tests of each part, looking one test ahead.
func (s *Solver) glimpse(parts []glimpse, tests []uint16) {
	for _, t := range tests {
		reads := s.problem.Tests[t].Reads
		for j := range parts {
			if p := &parts[j]; p.least > p.ideal {
				p.least = min(p.least, s.problem.Weights[0]*uint64(len(p.set))+s.peeking.after(reads, p.set))
			}
		}
	}
}

// setSteps prepares for sets up to a size.
func (s *Solver) setSteps(size int) {
	if s.peeking == nil {
		s.peeking = &peek{base: 1}
	}
	for m := len(s.peeking.steps); m < size; m++ {
		s.peeking.steps = append(s.peeking.steps, s.bound.testsFor(m+1)-s.bound.testsFor(m))
	}
}

// after returns a lower bound on the cost after a test of a set, in tests times weight.
func (p *peek) after(reads []uint16, set []int32) (sum uint64) {
	base := p.base
	for _, i := range set {
		r := reads[i]
		x := max(p.met[r], base)
		p.met[r] = x + 1
		sum += p.steps[x-base]
	}
	if x := p.met[Found]; x > base { // a found cause costs no more
		for k := range x - base {
			sum -= p.steps[k]
		}
	}
	p.base = base + uint64(len(set)) + 1
	return sum
}
