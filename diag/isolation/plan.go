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

// Solve finds the plan with the least expected cost, and what a technician pays who chooses the test with the most
// information for its price each time.
func Solve(ctx context.Context, t *diag.Table, seen []diag.Reading, l api.Limits) (*api.DiagPlan, error) {
	q, err := ask(t, seen, l.Memory, false)
	if err != nil {
		return nil, err
	}
	cut := q.search(ctx, l)
	plan, err := q.solver.Plan()
	if err != nil {
		return nil, ctx.Err() // it ended before there was a plan
	}
	doc := &api.DiagPlan{Schema: "diag.plan/1", State: api.Done, Cut: cut, Cost: q.cost(q.result.Low, q.result.High), Steps: q.steps(plan)}
	if !q.result.Exact() {
		doc.State = api.Partial
	}
	doc.Plan, doc.Greedy = q.spend(plan), q.spend(q.greedy(q.all(), q.ready))
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

// steps spells a plan.
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

// greedy is the plan of most information for the price, each time.
func (q *question) greedy(causes []int, ready uint64) *identify.Plan {
	p := &identify.Plan{Causes: causes, Test: -1, Action: -1}
	best := 0.0
	for i, test := range q.tests {
		parts := q.split(causes, test)
		cost, _ := q.Charge(test, ready)
		if gain := q.information(causes, test, parts) / math.Max(float64(cost), 1e-9); len(parts) > 1 && gain > best {
			best, p.Test = gain, i
		}
	}
	if p.Test < 0 {
		return p
	}
	test := q.tests[p.Test]
	_, ready = q.Charge(test, ready)
	parts := q.split(causes, test)
	for r := range q.Tests[test].Words {
		if part := parts[uint16(r)]; len(part) > 0 {
			p.Branches = append(p.Branches, identify.Branch{Reading: uint16(r), Next: q.greedy(part, ready)})
		}
	}
	return p
}

func (q *question) split(causes []int, test int) map[uint16][]int {
	parts := map[uint16][]int{}
	for _, c := range causes {
		r := q.Tests[test].Reads[q.left[c]]
		parts[r] = append(parts[r], c)
	}
	return parts
}

// information is the entropy of the parts of a test, in bits.
func (q *question) information(causes []int, test int, parts map[uint16][]int) float64 {
	whole := q.chance(q.real(causes))
	bits := 0.0
	for r := range q.Tests[test].Words { // in a fixed order, so that the sum is the same every time
		if part := parts[uint16(r)]; len(part) > 0 {
			share := q.chance(q.real(part)) / whole
			bits -= share * math.Log2(share)
		}
	}
	return bits
}

// spend adds up what a plan costs.
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
