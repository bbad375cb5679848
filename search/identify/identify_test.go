// SPDX-License-Identifier: BSD-3-Clause

package identify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/search/identify"
)

// naive is the recursion of the package comment and nothing else.
type naive struct {
	*identify.Problem

	memo map[position]uint64
}

// position is a set, and the groups that are prepared.
type position struct{ set, ready uint32 }

const never = 1 << 62

func (p naive) value(set, ready uint32) uint64 {
	if v, ok := p.memo[position{set, ready}]; ok {
		return v
	}
	best := p.end(set)
	for t := range p.Tests {
		best = min(best, p.after(set, ready, t))
	}
	p.memo[position{set, ready}] = best
	return best
}

// end is what it costs to stop.
func (p naive) end(set uint32) uint64 {
	if p.MustFind {
		return never
	}
	if len(p.Actions) == 0 {
		if p.alike(set) {
			return 0
		}
		return never
	}
	best := uint64(never)
	for _, a := range p.Actions {
		sum := uint64(0)
		for i, w := range p.Weights {
			if set>>i&1 != 0 {
				sum += w * a.Costs[i]
			}
		}
		best = min(best, sum)
	}
	return best
}

// alike reports whether no test tells the causes of a set apart.
func (p naive) alike(set uint32) bool {
	for t := range p.Tests {
		if len(p.split(set, t)) > 1 {
			return false
		}
	}
	return true
}

func (p naive) split(set uint32, t int) map[uint16]uint32 {
	parts := map[uint16]uint32{}
	for i := range p.Weights {
		if set>>i&1 != 0 {
			parts[p.Tests[t].Reads[i]] |= 1 << i
		}
	}
	return parts
}

// after is what a plan costs that begins with a test.
func (p naive) after(set, ready uint32, t int) uint64 {
	parts := p.split(set, t)
	if _, found := parts[identify.Found]; len(parts) == 1 && !found {
		return never
	}
	sum, cost := uint64(0), p.Tests[t].Cost
	if g := p.Tests[t].Group; g > 0 && ready>>g&1 == 0 {
		cost += p.Setups[g-1]
		ready |= 1 << g
	}
	for i, w := range p.Weights {
		if set>>i&1 != 0 {
			sum += w * cost
		}
	}
	for r, part := range parts {
		if r != identify.Found {
			sum = min(never, sum+p.value(part, ready))
		}
	}
	return sum
}

// some returns a random problem of up to ten causes.
func some(seed uint64) *identify.Problem {
	r := rand.New(rand.NewPCG(seed, 0))
	n, tests, readings := 2+r.IntN(8), 1+r.IntN(7), 2+r.IntN(3)
	p := &identify.Problem{MustFind: r.IntN(4) == 0}
	for range n {
		w := uint64(1)
		if seed%3 > 0 {
			w += r.Uint64N(20)
		}
		p.Weights = append(p.Weights, w)
	}
	for range tests {
		t := identify.Test{Cost: 1, Reads: make([]uint16, n)}
		if seed%2 == 0 {
			t.Cost = r.Uint64N(9)
		}
		for i := range t.Reads {
			t.Reads[i] = uint16(r.IntN(readings))
		}
		p.Tests = append(p.Tests, t)
	}
	if seed%5 < 2 {
		for range 1 + r.IntN(3) {
			p.Setups = append(p.Setups, r.Uint64N(12))
		}
		for t := range p.Tests {
			p.Tests[t].Group = r.IntN(len(p.Setups) + 1)
		}
	}
	if p.MustFind {
		for i := range n { // a test that finds each cause, and tells something of the others
			t := identify.Test{Cost: 1 + r.Uint64N(3), Reads: make([]uint16, n)}
			for j := range t.Reads {
				t.Reads[j] = uint16(r.IntN(readings))
			}
			t.Reads[i] = identify.Found
			p.Tests = append(p.Tests, t)
		}
	} else if r.IntN(3) == 0 {
		for range 1 + r.IntN(4) {
			a := identify.Action{Costs: make([]uint64, n)}
			for i := range a.Costs {
				a.Costs[i] = r.Uint64N(30)
			}
			p.Actions = append(p.Actions, a)
		}
	}
	return p
}

// TestNaive compares the least cost, and the worth of every first test, with the naive recursion.
func TestNaive(t *testing.T) {
	n := uint64(2000)
	if testing.Short() {
		n = 500
	}
	for seed := range n {
		p := some(seed)
		s, err := identify.New(p, identify.Config{Every: true})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if seed%4 != 0 {
			s.PeekFrom(0)
		}
		r := s.Solve(t.Context(), 0)
		dumb := naive{p, map[position]uint64{}}
		all := uint32(1)<<len(p.Weights) - 1
		if want := dumb.value(all, 0); !r.Exact() || r.Low != want || r.Cut != nil {
			t.Fatalf("seed %d: [%d, %d], want %d (%v)\n%+v", seed, r.Low, r.High, want, r.Cut, p)
		}
		for _, c := range r.Tests {
			if want := dumb.after(all, 0, c.Test); c.Low != want || c.High != want {
				t.Fatalf("seed %d, test %d: [%d, %d], want %d", seed, c.Test, c.Low, c.High, want)
			}
		}
	}
}
