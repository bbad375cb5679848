// SPDX-License-Identifier: BSD-3-Clause

package identify

// peek bounds a test of a large set without opening its parts: each of them costs at least what its own best test does, if
// all that follows is as good as it can be. It needs all weights and prices to be the same, and then
// takes a small part of the time, for nothing is listed, sorted or remembered.
type peek struct {
	steps []uint64 // by size: what one cause more costs in a part
	// met counts the causes with a reading. Counts of former rounds are below base.
	met  [1 << 16]uint64
	base uint64
}

// peekLeast is the smallest set that is worth it.
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

// glimpse is a part of which only the best test is wanted.
type glimpse struct {
	set          []int32
	least, ideal uint64 // tests times weight: what it needs at least, and what any set of its size does
}

// glimpse finds how many tests each part needs at least, as far as one can see after its best test.
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

// after returns what follows a test of a set at least, in tests times weight.
func (p *peek) after(reads []uint16, set []int32) (sum uint64) {
	base := p.base
	for _, i := range set {
		r := reads[i]
		x := max(p.met[r], base)
		p.met[r] = x + 1
		sum += p.steps[x-base]
	}
	if x := p.met[Found]; x > base { // what is found costs no more
		for k := range x - base {
			sum -= p.steps[k]
		}
	}
	p.base = base + uint64(len(set)) + 1
	return sum
}
