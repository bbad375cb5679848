// SPDX-License-Identifier: BSD-3-Clause

package identify

// charge returns what a test costs at a node, with what must be prepared for it.
func (s *Solver) charge(n *node, test int32) uint64 {
	t := &s.problem.Tests[test]
	if t.Group == 0 || n.ready>>(t.Group-1)&1 == 1 {
		return t.Cost
	}
	return t.Cost + s.problem.Setups[t.Group-1]
}

// prepared returns the groups that are prepared after a test.
func (s *Solver) prepared(n *node, test int32) uint64 {
	if g := s.problem.Tests[test].Group; g > 0 {
		return n.ready | 1<<(g-1)
	}
	return n.ready
}
