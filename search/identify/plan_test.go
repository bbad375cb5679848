// SPDX-License-Identifier: BSD-3-Clause

package identify_test

import (
	"context"
	"errors"
	"testing"

	"github.com/veilplan/veil/search/identify"
)

// follow plays a plan for one cause and returns what it costs, or reports where it fails.
func follow(t *testing.T, p *identify.Problem, plan *identify.Plan, cause int) (cost uint64) {
	ready := map[int]bool{}
	t.Helper()
	for steps := 0; ; steps++ {
		if steps > len(p.Tests) {
			t.Fatal("a plan without end")
		}
		if plan.Test < 0 {
			if plan.Action >= 0 {
				cost += p.Actions[plan.Action].Costs[cause]
			} else if p.MustFind || !alone(p, plan.Causes, cause) {
				t.Fatalf("the plan ends with causes %v", plan.Causes)
			}
			return cost
		}
		cost += p.Tests[plan.Test].Cost
		if g := p.Tests[plan.Test].Group; g > 0 && !ready[g] {
			cost += p.Setups[g-1]
			ready[g] = true
		}
		r := p.Tests[plan.Test].Reads[cause]
		if r == identify.Found {
			return cost
		}
		next := (*identify.Plan)(nil)
		for _, b := range plan.Branches {
			if b.Reading == r {
				next = b.Next
			}
		}
		if plan = next; plan == nil {
			t.Fatalf("nothing follows reading %d", r)
		}
	}
}

// alone reports whether no test tells a cause from the others of a set.
func alone(p *identify.Problem, set []int, cause int) bool {
	for _, i := range set {
		for t := range p.Tests {
			if p.Tests[t].Reads[i] != p.Tests[t].Reads[cause] {
				return false
			}
		}
	}
	return true
}

// TestPlan follows plans for every cause: together they cost what the result says, also when the
// search was cut.
func TestPlan(t *testing.T) {
	cut := 0
	for seed := range uint64(600) {
		p := some(seed)
		s, err := identify.New(p, identify.Config{})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Solve(t.Context(), int(seed%7)*3)
		plan, err := s.Plan()
		if errors.Is(err, identify.ErrNoPlan) && r.Cut != nil {
			cut++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for i, w := range p.Weights {
			sum += w * follow(t, p, plan, i)
		}
		if sum != r.High || sum != plan.Cost {
			t.Fatalf("seed %d: the plan costs %d, not %d", seed, sum, r.High)
		}
	}
	if cut == 0 {
		t.Error("no search was cut")
	}
}

// TestBounds cuts searches ever later: bounds hold the value, and never widen.
func TestBounds(t *testing.T) {
	for seed := range uint64(300) {
		p := some(seed)
		whole, err := identify.New(p, identify.Config{})
		if err != nil {
			t.Fatal(err)
		}
		want := whole.Solve(t.Context(), 0)
		s, err := identify.New(p, identify.Config{})
		if err != nil {
			t.Fatal(err)
		}
		last := identify.Result{High: 1 << 63}
		for range 200 {
			r := s.Solve(t.Context(), 3)
			if r.Low > want.Low || r.High < want.High || r.Low < last.Low || r.High > last.High {
				t.Fatalf("seed %d: [%d, %d] after [%d, %d], want %d", seed, r.Low, r.High, last.Low, last.High, want.Low)
			}
			if last = r; r.Exact() {
				break
			}
		}
		if !last.Exact() {
			t.Errorf("seed %d: [%d, %d] after 200 calls", seed, last.Low, last.High)
		}
	}
}

// TestCancelled: a context that has ended leaves bounds.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := identify.New(random(3, 1200, 40, true), identify.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Solve(ctx, 0); !errors.Is(r.Cut, context.Canceled) || r.Exact() {
		t.Errorf("[%d, %d], %v", r.Low, r.High, r.Cut)
	}
}

// TestSymmetries: symmetries change no value, and are refused if they are none.
func TestSymmetries(t *testing.T) {
	p := mastermind(3, 3)
	values := func(p *identify.Problem) map[int]uint64 {
		s, err := identify.New(p, identify.Config{Every: true})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Solve(t.Context(), 0)
		if !r.Exact() {
			t.Fatal(r.Cut)
		}
		all := map[int]uint64{}
		for _, c := range r.Tests {
			all[c.Test] = c.Low
		}
		return all
	}
	short := values(p)
	plain := *p
	plain.Symmetries = nil
	long := values(&plain)
	if len(short) >= len(long) {
		t.Errorf("%d first tests with symmetries, %d without", len(short), len(long))
	}
	for test, v := range short {
		if long[test] != v {
			t.Errorf("test %d: %d with symmetries, %d without", test, v, long[test])
		}
	}
	bad := *p
	bad.Weights = append([]uint64{}, p.Weights...)
	bad.Weights[5]++
	if _, err := identify.New(&bad, identify.Config{}); err == nil {
		t.Error("causes of different weight were exchanged")
	}
}

// TestInvalid: problems that make no sense are refused.
func TestInvalid(t *testing.T) {
	good := func() *identify.Problem {
		return &identify.Problem{Weights: []uint64{1, 2}, Tests: []identify.Test{{Cost: 1, Reads: []uint16{0, 1}}}}
	}
	for name, spoil := range map[string]func(p *identify.Problem){
		"no causes":  func(p *identify.Problem) { p.Weights = nil },
		"no weight":  func(p *identify.Problem) { p.Weights[0] = 0 },
		"short test": func(p *identify.Problem) { p.Tests[0].Reads = p.Tests[0].Reads[:1] },
		"short cost": func(p *identify.Problem) { p.Actions = []identify.Action{{}} },
		"overflow":   func(p *identify.Problem) { p.Weights[0] = 1 << 60 },
		"sum":        func(p *identify.Problem) { p.Weights[0], p.Weights[1] = 1<<63, 1<<63 },
		"not found":  func(p *identify.Problem) { p.MustFind = true },
		"permutation": func(p *identify.Problem) {
			p.Symmetries = []identify.Symmetry{{Causes: []int32{0, 0}, Tests: []int32{0}}}
		},
	} {
		p := good()
		spoil(p)
		if _, err := identify.New(p, identify.Config{}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := identify.New(good(), identify.Config{}); err != nil {
		t.Error(err)
	}
}
