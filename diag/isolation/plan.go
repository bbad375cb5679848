// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"context"
	"math"
	"math/big"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/identify"
)

// Solve returns the plan with the least expected cost, and the cost of the greedy plan, which
// always chooses the test with the most information for its price.
func Solve(ctx context.Context, t *diag.Table, seen []diag.Reading, l api.Limits) (*api.DiagPlan, error) {
	q, err := ask(t, seen, l.Memory, false)
	if err != nil {
		return nil, err
	}
	cut := q.search(ctx, l)
	plan, err := q.solver.Plan()
	if err != nil {
		return nil, ctx.Err() // ended before there was a plan
	}
	doc := &api.DiagPlan{Schema: "diag.plan/1", State: api.Done, Cut: cut, Cost: q.cost(q.result.Low, q.result.High), Steps: q.steps(plan)}
	if !q.result.Exact() {
		doc.State = api.Partial
	}
	doc.Plan, doc.Greedy = q.spend(plan), q.spend(q.greedy(ctx, q.all(), q.ready))
	if err := ctx.Err(); err != nil {
		return nil, err // the greedy plan may be incomplete
	}
	return doc, nil
}

// all returns every cause.
func (q *question) all() []int {
	all := make([]int, len(q.left))
	for i := range all {
		all[i] = i
	}
	return all
}

// steps returns a plan as a document.
func (q *question) steps(p *identify.Plan) *api.DiagStep {
	s := &api.DiagStep{Left: names(q.Table, q.real(p.Causes))}
	if p.Test < 0 {
		return s
	}
	test := &q.Tests[q.tests[p.Test]]
	s.Test = test.Name
	for _, b := range p.Branches {
		s.Branches = append(s.Branches, api.DiagBranch{Reading: test.Words[b.Reading], Next: q.steps(b.Next)})
	}
	return s
}

// greedy returns the plan that always chooses the test with the most information for its price. It
// is incomplete if ctx ends.
func (q *question) greedy(ctx context.Context, causes []int, ready uint64) *identify.Plan {
	p := &identify.Plan{Causes: causes, Test: -1, Action: -1}
	best := 0.0
	for i, test := range q.tests {
		if i%16 == 0 && ctx.Err() != nil {
			return p
		}
		cost, _ := q.Charge(test, ready)
		bits, parts := q.information(causes, test)
		if gain := bits / math.Max(float64(cost), 1e-9); parts > 1 && gain > best {
			best, p.Test = gain, i
		}
	}
	if p.Test < 0 {
		return p
	}
	test := q.tests[p.Test]
	_, ready = q.Charge(test, ready)
	for r, part := range q.split(causes, test) {
		if len(part) > 0 {
			p.Branches = append(p.Branches, identify.Branch{Reading: uint16(r), Next: q.greedy(ctx, part, ready)})
		}
	}
	return p
}

// split groups the causes by the reading of a test.
func (q *question) split(causes []int, test int) [][]int {
	parts := make([][]int, len(q.Tests[test].Words))
	for _, c := range causes {
		r := q.Tests[test].Reads[q.left[c]]
		parts[r] = append(parts[r], c)
	}
	return parts
}

// information returns the entropy of the parts of a test, in bits, and their number.
func (q *question) information(causes []int, test int) (bits float64, parts int) {
	sums, counts := make([]uint64, len(q.Tests[test].Words)), make([]int, len(q.Tests[test].Words))
	whole := uint64(0)
	reads := q.Tests[test].Reads
	for _, c := range causes {
		f := q.left[c]
		sums[reads[f]] += q.Faults[f].Weight
		counts[reads[f]]++
		whole += q.Faults[f].Weight
	}
	chance := func(sum uint64) float64 { return float64(sum) / float64(q.result.Weight) }
	for r, n := range counts { // in a fixed order, so that the result is the same every time
		if n > 0 {
			parts++
			share := chance(sums[r]) / chance(whole)
			bits -= float64(share * math.Log2(share))
		}
	}
	return bits, parts
}

// spend returns the cost of a plan.
func (q *question) spend(p *identify.Plan) api.DiagSpend {
	var total, worst uint64
	most := 0
	var walk func(p *identify.Plan, paid, ready uint64, tests int)
	walk = func(p *identify.Plan, paid, ready uint64, tests int) {
		if p.Test < 0 {
			for _, f := range q.real(p.Causes) {
				total += q.Faults[f].Weight * paid
			}
			worst, most = max(worst, paid), max(most, tests)
			return
		}
		cost, ready := q.Charge(q.tests[p.Test], ready)
		for _, b := range p.Branches {
			walk(b.Next, paid+cost, ready, tests+1)
		}
	}
	walk(p, 0, q.ready, 0)
	highest, _ := new(big.Rat).SetFrac(new(big.Int).SetUint64(worst), new(big.Int).SetUint64(q.Unit)).Float64()
	return api.DiagSpend{Expected: q.number(total), Fraction: q.fraction(total).RatString(), Worst: highest, Tests: most}
}
