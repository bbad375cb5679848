// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"errors"
	"fmt"
	"math/bits"
)

// Found is the reading of a test that ends the search, such as the right guess in Mastermind.
const Found = 1<<16 - 1

// Problem lists the possible causes, and the tests that distinguish them.
type Problem struct {
	// Weights are the relative probabilities of the causes. Zero is not allowed.
	Weights []uint64
	Tests   []Test
	// Setups are the costs of preparing each group of tests, once, before the first of them.
	Setups []uint64
	// Actions, if there are any, end the search: each costs something that depends on the cause.
	// Without actions the search ends when no test is informative.
	Actions []Action
	// MustFind allows only the reading [Found] to end the search.
	MustFind bool
	// Symmetries generate the group of symmetries; nil if none are known.
	Symmetries []Symmetry
}

// Test costs something and reads a number for each cause.
type Test struct {
	Cost  uint64
	Reads []uint16
	// Group is 0, or the number of its group in Setups, from 1.
	Group int
}

// Action ends the search, at a cost for each cause.
type Action struct{ Costs []uint64 }

// Symmetry exchanges causes and tests: test Tests[t] distinguishes causes Causes[i] and Causes[j]
// exactly if t distinguishes i and j, at the same price, and finds Causes[i] exactly if t finds i.
// Exchanged causes have the same weight.
type Symmetry struct {
	Causes []int32
	Tests  []int32
}

// Limits of a problem.
const (
	MaxCauses = 1 << 16
	MaxTests  = 1 << 16
	MaxGroups = 64
)

// validate reports what is wrong with a problem.
func (p *Problem) validate() error {
	n := len(p.Weights)
	switch {
	case n == 0:
		return errors.New("no causes")
	case n > MaxCauses:
		return fmt.Errorf("%d causes, at most %d", n, MaxCauses)
	case len(p.Tests) > MaxTests:
		return fmt.Errorf("%d tests, at most %d", len(p.Tests), MaxTests)
	case len(p.Setups) > MaxGroups:
		return fmt.Errorf("%d groups, at most %d", len(p.Setups), MaxGroups)
	case p.MustFind && len(p.Actions) > 0:
		return errors.New("actions with MustFind: want one or the other, since MustFind lets only the reading Found end the search")
	}
	for i, w := range p.Weights {
		if w == 0 {
			return fmt.Errorf("cause %d: weight 0, want at least 1", i)
		}
	}
	for t := range p.Tests {
		if len(p.Tests[t].Reads) != n {
			return fmt.Errorf("test %d reads %d causes, want %d", t, len(p.Tests[t].Reads), n)
		}
		if g := p.Tests[t].Group; g < 0 || g > len(p.Setups) {
			return fmt.Errorf("test %d is of group %d of %d", t, g, len(p.Setups))
		}
	}
	for a := range p.Actions {
		if len(p.Actions[a].Costs) != n {
			return fmt.Errorf("action %d has %d costs, want %d", a, len(p.Actions[a].Costs), n)
		}
	}
	if err := p.validateSymmetries(); err != nil {
		return err
	}
	return p.validateSums()
}

// validateSums reports costs that might overflow.
func (p *Problem) validateSums() error {
	const most = 1 << 61
	weight, dearest, over := uint64(0), uint64(1), uint64(0)
	add := func(sum *uint64, x uint64) {
		var carry uint64
		*sum, carry = bits.Add64(*sum, x, 0)
		over |= carry
	}
	for _, w := range p.Weights {
		add(&weight, w)
	}
	for t := range p.Tests {
		add(&dearest, p.Tests[t].Cost)
	}
	for _, c := range p.Setups {
		add(&dearest, c)
	}
	last := uint64(0)
	for a := range p.Actions {
		for _, c := range p.Actions[a].Costs {
			last = max(last, c)
		}
	}
	add(&dearest, last)
	high, low := bits.Mul64(weight, dearest)
	if over != 0 || high != 0 || low > most {
		return errors.New("weights or costs are too large: their products must stay below 2^61; divide them")
	}
	return nil
}

// validateSymmetries checks that they are what they claim.
func (p *Problem) validateSymmetries() error {
	for k, y := range p.Symmetries {
		if !permutation(y.Causes, len(p.Weights)) || !permutation(y.Tests, len(p.Tests)) {
			return fmt.Errorf("symmetry %d is not a permutation", k)
		}
		for i, to := range y.Causes {
			if p.Weights[i] != p.Weights[to] {
				return fmt.Errorf("symmetry %d exchanges causes %d and %d of different weight", k, i, to)
			}
		}
		for t := range p.Tests {
			if !p.exchanges(y, t) {
				return fmt.Errorf("symmetry %d: test %d does not tell the causes apart as test %d does", k, t, y.Tests[t])
			}
		}
	}
	if len(p.Symmetries) > 0 && (len(p.Actions) > 0 || len(p.Setups) > 0) {
		return errors.New("symmetries of problems with actions or groups are not supported")
	}
	return nil
}

func permutation(of []int32, n int) bool {
	seen := make([]bool, n)
	for _, i := range of {
		if i < 0 || int(i) >= n || seen[i] {
			return false
		}
		seen[i] = true
	}
	return len(of) == n
}

// exchanges reports whether a symmetry maps test t correctly.
func (p *Problem) exchanges(y Symmetry, t int) bool {
	from, to := &p.Tests[t], &p.Tests[y.Tests[t]]
	if from.Cost != to.Cost {
		return false
	}
	forth, back := map[uint16]uint16{}, map[uint16]uint16{}
	for i, r := range from.Reads {
		q := to.Reads[y.Causes[i]]
		if (r == Found) != (q == Found) {
			return false
		}
		if old, ok := forth[r]; ok && old != q {
			return false
		}
		if old, ok := back[q]; ok && old != r {
			return false
		}
		forth[r], back[q] = q, r
	}
	return true
}
