// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/search/identify"
	"github.com/veilplan/veil/search/troubleshoot"
)

// small draws a problem with few causes. Cause 0 is "none" in some: every repair mends it.
func small(r *rand.Rand, repeat bool) *troubleshoot.Problem {
	n := 2 + r.IntN(3)
	p := &troubleshoot.Problem{}
	none := r.IntN(2) == 0
	for range n {
		p.Priors = append(p.Priors, 0.2+r.Float64())
	}
	for t := range 1 + r.IntN(3) {
		x := troubleshoot.Test{Cost: 0.5 + 5*r.Float64(), Repeat: repeat && t == 0}
		size := 2 + r.IntN(2)
		for range n {
			x.Chances = append(x.Chances, chances(r, size))
		}
		p.Tests = append(p.Tests, x)
	}
	stop := troubleshoot.End{}
	for c := range n {
		stop.Costs = append(stop.Costs, 10+60*r.Float64())
		if c == 0 && none {
			stop.Costs[0] = 0
		}
		if (c > 0 || !none) && r.IntN(4) > 0 {
			mends := make([]bool, n)
			mends[c], mends[0] = true, mends[0] || none || c == 0
			p.Repairs = append(p.Repairs, troubleshoot.Repair{Cost: 3 + 30*r.Float64(), Mends: mends})
		}
	}
	p.Ends = append(p.Ends, stop, troubleshoot.End{Costs: slices.Repeat([]float64{40}, n)})
	return p
}

// chances draws probabilities, some of them 0.
func chances(r *rand.Rand, size int) []float64 {
	row, sum := make([]float64, size), 0.0
	for sum == 0 {
		for k := range row {
			row[k] = float64(r.IntN(4))
			sum += row[k]
		}
	}
	for k := range row {
		row[k] /= sum
	}
	return row
}

// brute is Bellman's recursion, with nothing in common with the search: joint weights, no memory, no bounds. Beyond a
// depth of tests the value is that of ending, or of knowing the cause.
type brute struct {
	p     *troubleshoot.Problem
	known bool
}

func (x brute) value(w []float64, tests []int, depth int) float64 {
	mass, best := 0.0, math.Inf(1)
	for _, y := range w {
		mass += y
	}
	if mass < 1e-15 {
		return 0
	}
	for _, e := range x.p.Ends {
		sum := 0.0
		for c, y := range w {
			sum += y * e.Costs[c]
		}
		best = min(best, sum)
	}
	for _, r := range x.p.Repairs {
		rest, gone := slices.Clone(w), false
		for c := range rest {
			if r.Mends[c] && rest[c] > 0 {
				rest[c], gone = 0, true
			}
		}
		if gone {
			best = min(best, r.Cost*mass+x.value(rest, tests, depth))
		}
	}
	if depth == 0 {
		if x.known {
			best = min(best, x.perfect(w))
		}
		return best
	}
	for i, t := range tests {
		left := tests
		if !x.p.Tests[t].Repeat {
			left = slices.Delete(slices.Clone(tests), i, i+1)
		}
		sum := x.p.Tests[t].Cost * mass
		for r := range x.p.Tests[t].Chances[0] {
			next := slices.Clone(w)
			for c := range next {
				next[c] *= x.p.Tests[t].Chances[c][r]
			}
			sum += x.value(next, left, depth-1)
		}
		best = min(best, sum)
	}
	return best
}

// perfect returns the cost if the cause were known.
func (x brute) perfect(w []float64) float64 {
	sum := 0.0
	for c, y := range w {
		only := make([]float64, len(w))
		only[c] = y
		sum += brute{p: x.p}.value(only, nil, 0)
	}
	return sum
}

func prior(p *troubleshoot.Problem) []float64 {
	w, sum := slices.Clone(p.Priors), 0.0
	for _, x := range w {
		sum += x
	}
	for c := range w {
		w[c] /= sum
	}
	return w
}

// TestBoundsHold: on small problems with repairs, a cause that is none, and tests that may be repeated, the bounds
// enclose the cost that a recursion without any of the search's ideas computes.
func TestBoundsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	for k := range 96 {
		repeat := k%3 == 0
		p := small(r, repeat)
		var all []int
		for i := range p.Tests {
			all = append(all, i)
		}
		depth, gap := len(all), 1e-6
		if repeat {
			depth, gap = 4, 1e-3
		}
		low, high := brute{p, repeat}.value(prior(p), all, depth), brute{p: p}.value(prior(p), all, depth)
		for _, nodes := range []int{1, 5, 0} {
			s := solver(t, p, gap)
			res := s.Solve(t.Context(), nodes)
			if res.Low > high*(1+1e-9) || res.High < low*(1-1e-9) || res.Low > res.High {
				t.Errorf("problem %d, %d nodes: bounds %v to %v, the recursion says %v to %v", k, nodes, res.Low, res.High, low, high)
			}
			if nodes == 0 && res.Gap() > 2*gap {
				t.Errorf("problem %d: gap %v", k, res.Gap())
			}
			least := 0.0
			if repeat {
				least = 1e-3 // such a plan may be long; what is left out makes it cheaper
			}
			plan, err := s.Plan(t.Context(), 0, least)
			if err != nil {
				t.Fatal(err)
			}
			if cost := spend(p, plan, prior(p)); cost > res.High*(1+1e-9) || !repeat && cost < low*(1-1e-9) {
				t.Errorf("problem %d, %d nodes: the plan costs %v, bounds %v to %v", k, nodes, cost, res.Low, res.High)
			}
		}
	}
}

func solver(t *testing.T, p *troubleshoot.Problem, gap float64) *troubleshoot.Solver {
	t.Helper()
	s, err := troubleshoot.New(p, troubleshoot.Config{Gap: gap})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// spend returns the cost of a plan for joint weights, by the problem alone.
func spend(p *troubleshoot.Problem, s *troubleshoot.Step, w []float64) float64 {
	mass, sum := 0.0, 0.0
	for _, x := range w {
		mass += x
	}
	switch s.Kind {
	case troubleshoot.KindEnd:
		for c, x := range w {
			sum += x * p.Ends[s.At].Costs[c]
		}
		return sum
	case troubleshoot.KindRepair:
		next := slices.Clone(w)
		for c := range next {
			if p.Repairs[s.At].Mends[c] {
				next[c] = 0
			}
		}
		sum = p.Repairs[s.At].Cost * mass
		for _, b := range s.Then {
			sum += spend(p, b.Next, next)
		}
	case troubleshoot.KindTest:
		sum = p.Tests[s.At].Cost * mass
		for _, b := range s.Then {
			next := slices.Clone(w)
			for c := range next {
				next[c] *= p.Tests[s.At].Chances[c][b.Reading]
			}
			sum += spend(p, b.Next, next)
		}
	}
	return sum
}

// TestCertain: without errors the cost is that of package identify, which counts in integers.
func TestCertain(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 2))
	for k := range 12 {
		p := machine(r, 3+k, 4+k/2, 0)
		q := &identify.Problem{}
		for c := range p.Priors {
			p.Priors[c] = float64(1 + r.IntN(9))
			q.Weights = append(q.Weights, uint64(p.Priors[c]))
			end := identify.Action{}
			for _, cost := range p.Ends[c].Costs {
				end.Costs = append(end.Costs, uint64(cost))
			}
			q.Actions = append(q.Actions, end)
		}
		for _, x := range p.Tests {
			test := identify.Test{Cost: uint64(x.Cost)}
			for _, row := range x.Chances {
				test.Reads = append(test.Reads, uint16(row[1]))
			}
			q.Tests = append(q.Tests, test)
		}
		exact, err := identify.New(q, identify.Config{})
		if err != nil {
			t.Fatal(err)
		}
		want := exact.Solve(t.Context(), 0)
		cost, _ := want.Cost(want.Low).Float64()
		got := solver(t, p, 1e-8).Solve(t.Context(), 0)
		if !want.Exact() || got.Low > cost || got.High < cost || got.Gap() > 1e-7 {
			t.Errorf("problem %d: %v to %v, want %v", k, got.Low, got.High, cost)
		}
	}
}

// TestStops: a search ends soon after its context, within its memory, and continues afterwards.
func TestStops(t *testing.T) {
	p := machine(rand.New(rand.NewPCG(32, 3)), 60, 40, 0.1)
	s, err := troubleshoot.New(p, troubleshoot.Config{MaxBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if res := s.Solve(ctx, 0); !errors.Is(res.Cut, context.Canceled) || res.Nodes > 1 || res.High <= 0 {
		t.Errorf("%+v", res)
	}
	first := s.Solve(t.Context(), 200)
	if !errors.Is(first.Cut, troubleshoot.ErrNodes) || first.Low <= 0 || first.Nodes < 200 {
		t.Errorf("%+v", first)
	}
	if testing.Short() {
		return
	}
	if res := s.Solve(t.Context(), 200_000); !errors.Is(res.Cut, troubleshoot.ErrMemory) || res.Bytes > 8<<20 || res.Low < first.Low || res.High > first.High {
		t.Errorf("%+v", res)
	}
}

// TestRefuses: what is not a problem is refused.
func TestRefuses(t *testing.T) {
	for name, spoil := range map[string]func(p *troubleshoot.Problem){
		"prior":  func(p *troubleshoot.Problem) { p.Priors[0] = 0 },
		"sum":    func(p *troubleshoot.Problem) { p.Tests[0].Chances[0] = []float64{0.5, 0.4} },
		"cost":   func(p *troubleshoot.Problem) { p.Tests[0].Cost = math.NaN() },
		"repeat": func(p *troubleshoot.Problem) { p.Tests[0].Cost, p.Tests[0].Repeat = 0, true },
		"ends":   func(p *troubleshoot.Problem) { p.Ends = nil },
		"end":    func(p *troubleshoot.Problem) { p.Ends[0].Costs[0] = -1 },
	} {
		p := machine(rand.New(rand.NewPCG(1, 1)), 3, 2, 0.1)
		spoil(p)
		if _, err := troubleshoot.New(p, troubleshoot.Config{}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestCutPlan: a plan that is cut has the right first action, and what was not chosen is open.
func TestCutPlan(t *testing.T) {
	p := machine(rand.New(rand.NewPCG(3, 3)), 20, 15, 0.02)
	s := solver(t, p, 0)
	s.Solve(t.Context(), 300)
	whole, err := s.Plan(t.Context(), 0, 0.01)
	if err != nil || whole.Then == nil {
		t.Fatal(whole, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	short, err := s.Plan(ended, 0, 0.01)
	if err == nil || short.Action != whole.Action || short.Open || short.Then != nil {
		t.Errorf("%+v, %v", short, err)
	}
	few, err := s.Plan(t.Context(), 1, 0)
	if !errors.Is(err, troubleshoot.ErrNodes) || few.Action != whole.Action {
		t.Errorf("%+v, %v", few, err)
	}
	sum := 0.0
	if err := s.Ends(ended, 0, func(_ int, _ []float64, chance float64) { sum += chance }); err == nil || sum != 1 {
		t.Errorf("ends with chance %v, %v", sum, err)
	}
	fresh := solver(t, p, 0)
	if res := fresh.Solve(ended, 0); len(fresh.Choices()) == 0 || res.Cut == nil {
		t.Error("a search that ended at once knows no action")
	}
}

// TestUninformative: tests that read the same for all causes leave the cheapest end.
func TestUninformative(t *testing.T) {
	p := &troubleshoot.Problem{
		Priors: []float64{1, 3},
		Tests:  []troubleshoot.Test{{Cost: 1, Chances: [][]float64{{0.5, 0.5}, {0.5, 0.5}}}},
		Ends:   []troubleshoot.End{{Costs: []float64{0, 8}}, {Costs: []float64{8, 0}}},
	}
	if res := solver(t, p, 0).Solve(t.Context(), 0); !(math.Abs(res.Low-2) < 1e-6) || !(math.Abs(res.High-2) < 1e-6) {
		t.Errorf("%+v, want 2", res)
	}
}
