// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/big"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/identify"
)

// Check returns which faults the tests of a table can distinguish, and what the readings so far
// imply.
func Check(t *diag.Table, seen []diag.Reading) *api.DiagCheck {
	doc := &api.DiagCheck{Schema: "diag.check/1", Faults: len(t.Faults), Tests: len(t.Tests), Seen: spell(t, seen)}
	groups := map[string][]string{}
	for f := range t.Faults {
		key := make([]byte, 0, 2*len(t.Tests))
		for i := range t.Tests {
			key = binary.BigEndian.AppendUint16(key, t.Tests[i].Reads[f])
		}
		groups[string(key)] = append(groups[string(key)], t.Faults[f].Name)
	}
	for _, names := range groups {
		if len(names) > 1 {
			doc.Alike = append(doc.Alike, names)
		}
	}
	slices.SortFunc(doc.Alike, func(x, y []string) int { return cmp.Compare(x[0], y[0]) })
	for i := range t.Tests {
		if len(t.Tests[i].Words) == 1 {
			doc.Idle = append(doc.Idle, t.Tests[i].Name)
		}
	}
	if len(seen) > 0 {
		doc.Left, doc.Conflict = names(t, t.Left(seen)), spell(t, t.Conflict(seen))
	}
	return doc
}

func spell(t *diag.Table, seen []diag.Reading) (texts []string) {
	for _, r := range seen {
		texts = append(texts, t.Spell(r))
	}
	return texts
}

func names(t *diag.Table, faults []int) (list []string) {
	for _, f := range faults {
		list = append(list, t.Faults[f].Name)
	}
	return list
}

// question is a table after some readings.
type question struct {
	*diag.Table

	left   []int  // faults that are still possible
	tests  []int  // tests not performed yet
	ready  uint64 // groups that are prepared
	paid   uint64 // cost of the tests performed
	solver *identify.Solver
	result identify.Result
}

// ask prepares a question. If no fault explains the readings, the error is an [api.Problem] that
// names them.
func ask(t *diag.Table, seen []diag.Reading, memory int64, every bool) (*question, error) {
	q := &question{Table: t, left: t.Left(seen)}
	if len(q.left) == 0 {
		return nil, api.NewProblem(api.Impossible, "no fault explains all readings", "these contradict each other: "+strings.Join(spell(t, t.Conflict(seen)), ", "))
	}
	p := &identify.Problem{}
	for _, r := range seen {
		var cost uint64
		cost, q.ready = t.Charge(r.Test, q.ready)
		q.paid += cost
	}
	for g := range t.Groups {
		p.Setups = append(p.Setups, t.Groups[g].Setup*(1-q.ready>>g&1))
	}
	for _, f := range q.left {
		p.Weights = append(p.Weights, t.Faults[f].Weight)
	}
	for i := range t.Tests {
		if slices.ContainsFunc(seen, func(r diag.Reading) bool { return r.Test == i }) {
			continue
		}
		reads := make([]uint16, len(q.left))
		for k, f := range q.left {
			reads[k] = t.Tests[i].Reads[f]
		}
		q.tests = append(q.tests, i)
		p.Tests = append(p.Tests, identify.Test{Cost: t.Tests[i].Cost, Reads: reads, Group: t.Tests[i].Group})
	}
	var err error
	if q.solver, err = identify.New(p, identify.Config{MaxBytes: memory, Every: every}); err != nil {
		return nil, api.NewProblem(api.TooLarge, "the table cannot be solved", err.Error())
	}
	return q, nil
}

// search works until the answer is exact or the limits are reached. If it has no plan by then, it
// continues until it has one.
func (q *question) search(ctx context.Context, l api.Limits) (cut bool) {
	timed, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	q.result = q.solver.Solve(timed, l.Nodes)
	cut = timed.Err() != nil && !q.result.Exact()
	for q.result.High == identify.Unknown && ctx.Err() == nil {
		q.result = q.solver.Solve(ctx, 100)
	}
	return cut
}

// cost returns bounds on an expected cost, given those on the sum of weight times cost.
func (q *question) cost(lo, hi uint64) api.DiagCost {
	c := api.DiagCost{Kind: "bounds", Lo: q.number(lo), Hi: q.number(hi)}
	if lo == hi {
		c.Kind, c.Fraction = "exact", q.fraction(lo).RatString()
	}
	return c
}

func (q *question) fraction(sum uint64) *big.Rat {
	return new(big.Rat).Quo(q.result.Cost(sum), new(big.Rat).SetUint64(q.Unit))
}

// price returns the cost of a test in the units of the table's file.
func (q *question) price(cost uint64) float64 { return float64(cost) / float64(q.Unit) }

func (q *question) number(sum uint64) float64 {
	f, _ := q.fraction(sum).Float64()
	return f
}

// Next returns the test to perform now.
func Next(ctx context.Context, t *diag.Table, seen []diag.Reading, l api.Limits) (*api.DiagNext, error) {
	q, err := ask(t, seen, l.Memory, true)
	if err != nil {
		return nil, err
	}
	cut := q.search(ctx, l)
	doc := &api.DiagNext{Schema: "diag.next/1", State: api.Done, Cut: cut, Seen: spell(t, seen), Cost: q.cost(q.result.Low, q.result.High)}
	if !q.result.Exact() {
		doc.State = api.Partial
	}
	doc.Left, doc.Paid = q.faults(), q.price(q.paid)
	if q.result.Best < 0 {
		doc.Found = true
		return doc, nil
	}
	plan, err := q.solver.Plan()
	if err != nil {
		return nil, ctx.Err() // ended before there was a plan
	}
	doc.Test, doc.Answer = t.Tests[q.tests[plan.Test]].Name, q.answers(plan)
	charge, _ := t.Charge(q.tests[plan.Test], q.ready)
	doc.Price = q.price(charge)
	for _, c := range q.result.Tests {
		if c.High < identify.Unknown {
			doc.Tests = append(doc.Tests, api.DiagTest{Test: t.Tests[q.tests[c.Test]].Name, Cost: q.cost(c.Low, c.High)})
		}
	}
	return doc, nil
}

// faults returns the possible faults, the most likely first.
func (q *question) faults() (list []api.DiagFault) {
	for _, f := range q.left {
		list = append(list, api.DiagFault{Fault: q.Faults[f].Name, Chance: q.chance([]int{f})})
	}
	slices.SortStableFunc(list, func(x, y api.DiagFault) int { return cmp.Compare(y.Chance, x.Chance) })
	return list
}

// chance returns the probability of some of the possible faults.
func (q *question) chance(faults []int) float64 {
	sum := uint64(0)
	for _, f := range faults {
		sum += q.Faults[f].Weight
	}
	return float64(sum) / float64(q.result.Weight)
}

// real maps causes of the search to faults.
func (q *question) real(causes []int) []int {
	faults := make([]int, len(causes))
	for i, c := range causes {
		faults[i] = q.left[c]
	}
	return faults
}

// answers returns the consequence of each reading of the first test of a plan.
func (q *question) answers(p *identify.Plan) (list []api.DiagAnswer) {
	for _, b := range p.Branches {
		left := q.real(b.Next.Causes)
		a := api.DiagAnswer{Reading: q.Tests[q.tests[p.Test]].Words[b.Reading], Chance: q.chance(left), Left: names(q.Table, left)}
		if b.Next.Test >= 0 {
			a.Then = q.Tests[q.tests[b.Next.Test]].Name
		}
		list = append(list, a)
	}
	slices.SortStableFunc(list, func(x, y api.DiagAnswer) int { return cmp.Compare(y.Chance, x.Chance) })
	return list
}
