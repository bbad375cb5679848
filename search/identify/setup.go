// SPDX-License-Identifier: BSD-3-Clause

package identify

// charge returns the cost of a test at a node, its group's setup included if still due.
func (s *Solver) charge(n *node, test int32) uint64 { return charge(s.problem, test, n.ready) }

func charge(p *Problem, test int32, ready uint64) uint64 {
	t := &p.Tests[test]
	if t.Group == 0 || ready>>(t.Group-1)&1 == 1 {
		return t.Cost
	}
	return t.Cost + p.Setups[t.Group-1]
}

// prepared returns the groups that are prepared after a test.
func prepared(p *Problem, test int32, ready uint64) uint64 {
	if g := p.Tests[test].Group; g > 0 {
		return ready | 1<<(g-1)
	}
	return ready
}
