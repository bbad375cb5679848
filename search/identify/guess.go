// SPDX-License-Identifier: BSD-3-Clause

package identify

// guessing handles problems in which every test is a guess: all cost the same, causes weigh the
// same, and each cause is found by one test that finds no other. Then small sets need no search: n
// causes need 2n-1 guesses together if a guess at one of them distinguishes all others, and at
// least 2n otherwise.
type guessing struct {
	finder []int32 // by cause
	unit   uint64  // weight times cost
	slot   [1 << 16]int32
	met    []uint16
}

// newGuessing returns nil if the problem has other tests than guesses.
func newGuessing(p *Problem) *guessing {
	if !p.MustFind {
		return nil
	}
	g := &guessing{finder: make([]int32, len(p.Weights)), unit: p.Weights[0] * p.Tests[0].Cost}
	for i, w := range p.Weights {
		if g.finder[i] = -1; w != p.Weights[0] {
			return nil
		}
	}
	for t := range p.Tests {
		if p.Tests[t].Cost != p.Tests[0].Cost || p.Tests[t].Group != 0 || !g.claim(p, int32(t)) {
			return nil
		}
	}
	return g
}

// claim records the cause that a test finds, and reports whether the test can be a guess.
func (g *guessing) claim(p *Problem, t int32) bool {
	found := false
	for i, r := range p.Tests[t].Reads {
		if r != Found {
			continue
		}
		if found || g.finder[i] >= 0 {
			return false
		}
		found, g.finder[i] = true, t
	}
	return true
}

// guesses returns the number of guesses a set needs in all with a guess at one of its causes, if
// that leaves no more than two causes together.
func (g *guessing) guesses(p *Problem, set []int32, t int32) (sum int, ok bool) {
	reads := p.Tests[t].Reads
	sum, ok = len(set), true
	for _, i := range set {
		r := reads[i]
		if r == Found {
			continue
		}
		switch g.slot[r]++; g.slot[r] {
		case 1:
			g.met = append(g.met, r)
			sum++
		case 2:
			sum += 2
		default:
			ok = false
		}
	}
	for _, r := range g.met {
		g.slot[r] = 0
	}
	g.met = g.met[:0]
	return sum, ok
}

// solve solves a set without a search if it can.
func (g *guessing) solve(p *Problem, n *node) bool {
	least := 2*len(n.set) - 1
	best, test := least+2, int32(-1)
	for _, i := range n.set {
		if sum, ok := g.guesses(p, n.set, g.finder[i]); ok && sum < best {
			if best, test = sum, g.finder[i]; best == least {
				break
			}
		}
	}
	if test < 0 {
		return false
	}
	n.lo, n.hi, n.best = uint64(best)*g.unit, uint64(best)*g.unit, test
	return true
}

// known returns the cost of a part that is small enough to need no search.
func (s *Solver) known(part *part) (cost uint64, ok bool) {
	switch {
	case part.found:
		return 0, true
	case s.guessing != nil && len(part.set) <= 2:
		return uint64(2*len(part.set)-1) * s.guessing.unit, true
	case !s.problem.MustFind && len(s.problem.Actions) == 0 && len(part.set) == 1:
		return 0, true
	default:
		return 0, false
	}
}
