// SPDX-License-Identifier: BSD-3-Clause

package identify

// maxGroup limits the bytes of all symmetries. Missing ones do no harm: each known one saves tests.
const maxGroup = 100 << 20

// mapping is a symmetry in compact form.
type mapping struct{ causes, tests []uint16 }

// group returns all products of the generators, without the identity, up to maxGroup.
func group(generators []Symmetry, causes, tests int) []mapping {
	all := []mapping{identity(causes, tests)}
	seen := map[uint64]bool{all[0].name(): true}
	for k := 0; k < len(all) && len(all)*(causes+tests)*2 < maxGroup; k++ {
		for _, g := range generators {
			if m := all[k].then(g); !seen[m.name()] {
				seen[m.name()] = true
				all = append(all, m)
			}
		}
	}
	return all[1:]
}

func identity(causes, tests int) mapping {
	m := mapping{causes: make([]uint16, causes), tests: make([]uint16, tests)}
	for i := range m.causes {
		m.causes[i] = uint16(i)
	}
	for t := range m.tests {
		m.tests[t] = uint16(t)
	}
	return m
}

// then returns m followed by g.
func (m mapping) then(g Symmetry) mapping {
	out := mapping{causes: make([]uint16, len(m.causes)), tests: make([]uint16, len(m.tests))}
	for i, to := range m.causes {
		out.causes[i] = uint16(g.Causes[to])
	}
	for t, to := range m.tests {
		out.tests[t] = uint16(g.Tests[to])
	}
	return out
}

// name returns a hash of a mapping. A collision only leaves one mapping unused.
func (m mapping) name() uint64 {
	name := uint64(14695981039346656037)
	for _, list := range [][]uint16{m.causes, m.tests} {
		for _, x := range list {
			name = (name ^ uint64(x)) * 1099511628211
		}
	}
	return name
}

// everySymmetry returns the indices of all symmetries.
func (s *Solver) everySymmetry() []int32 { return ramp(len(s.group)) }

// keeping returns the symmetries that map a test to itself and keep its readings: they also hold
// for the parts of the test.
func (s *Solver) keeping(stab []int32, test int32) []int32 {
	var kept []int32
	for _, k := range stab {
		if y := &s.group[k]; y.tests[test] == uint16(test) && s.keepsReadings(y, test) {
			kept = append(kept, k)
		}
	}
	return kept
}

// keepsReadings reports whether causes are exchanged only within a reading.
func (s *Solver) keepsReadings(y *mapping, test int32) bool {
	reads := s.problem.Tests[test].Reads
	for i, to := range y.causes {
		if reads[i] != reads[to] {
			return false
		}
	}
	return true
}

// first reports whether no symmetry maps t to an earlier test.
func (s *Solver) first(stab []int32, t uint16) bool {
	for _, k := range stab {
		if s.group[k].tests[t] < t {
			return false
		}
	}
	return true
}
