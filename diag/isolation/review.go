// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
)

// Review compares each step of a finished job with the best one at that point. The steps share the limits; those that
// the time limit leaves out are missing, and the document is marked cut.
func Review(ctx context.Context, t *diag.Erring, seen []Event, terms Terms, l api.Limits) (*api.DiagReview, error) {
	timed, cancel := api.WithTime(ctx, l.Time) // for all steps together
	defer cancel()
	whole, err := newJob(t, seen)
	if err != nil {
		return nil, err
	}
	doc := &api.DiagReview{Schema: "diag.review/1", State: api.Done, Paid: whole.paid, Steps: []api.DiagReviewed{}}
	share := max(len(seen), 1)
	l.Time, l.Nodes = part(l.Time, share), max(l.Nodes/share, beliefNodes)
	lost := api.DiagBounds{}
	for i, e := range seen {
		r := reviewer{table: t, before: seen[:i:i], terms: terms, limits: l}
		step, err := r.step(timed, e)
		if timed.Err() != nil { // the step is judged too roughly, or not at all
			doc.State, doc.Cut = api.Partial, true
			break
		}
		if err != nil {
			return nil, err
		}
		if r.cut != nil {
			doc.State, doc.Cut = api.Partial, doc.Cut || errors.Is(r.cut, context.DeadlineExceeded)
		}
		lost.Lo, lost.Hi = lost.Lo+step.Lost.Lo, lost.Hi+step.Lost.Hi
		doc.Steps = append(doc.Steps, *step)
	}
	doc.Lost = bounds(lost.Lo, lost.Hi)
	return doc, ctx.Err()
}

// reviewer judges one step of a job.
type reviewer struct {
	table  *diag.Erring
	before []Event
	terms  Terms
	limits api.Limits
	cut    error // the reason why a search ended early, or nil
}

// firstOnly is a chance that no step has: a plan down to it has only its first action.
const firstOnly = 2

func (r *reviewer) step(ctx context.Context, e Event) (*api.DiagReviewed, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j, err := newJob(r.table, r.before)
	if err != nil {
		return nil, err
	}
	half := r.limits
	half.Time, half.Nodes = part(half.Time, 2), max(half.Nodes/2, beliefNodes)
	if err := j.solve(ctx, r.terms, half); err != nil {
		return nil, err
	}
	r.cut = j.cut
	done := &api.DiagReviewed{
		Did: e.text, Action: r.action(e), Best: j.action(j.plan(ctx, half, firstOnly).Action), Cost: bounds(j.result.Low, j.result.High),
	}
	if done.Action == done.Best {
		return done, nil
	}
	low, high, err := r.cost(ctx, e, j, half)
	if err != nil {
		return nil, err
	}
	done.Lost = bounds(max(low-j.result.High, 0), max(high-j.result.Low, 0))
	return done, nil
}

// action returns what was done.
func (r *reviewer) action(e Event) api.DiagAction {
	if e.Repair >= 0 {
		return api.DiagAction{Do: "replace", What: r.table.Faults[e.Repair].Name}
	}
	return api.DiagAction{Do: "test", What: r.table.Tests[e.Test].Name}
}

// cost returns bounds on the least expected cost of a plan that begins with an event's action, whatever its result.
func (r *reviewer) cost(ctx context.Context, e Event, now *job, l api.Limits) (low, high float64, err error) {
	results := r.results(e)
	l.Time, l.Nodes = part(l.Time, len(results)), max(l.Nodes/len(results), beliefNodes)
	for _, x := range results {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		p := now.chance(x)
		if p == 0 {
			continue
		}
		j, err := newJob(r.table, append(r.before, x))
		if err != nil {
			return 0, 0, err
		}
		j.scale = now.scale
		if err := j.search(ctx, roughGap, l); err != nil {
			return 0, 0, err
		}
		r.cut = cmp.Or(r.cut, j.cut)
		low, high = low+p*j.result.Low, high+p*j.result.High
	}
	if e.Repair >= 0 {
		return low + r.table.Faults[e.Repair].Repair, high + r.table.Faults[e.Repair].Repair, nil
	}
	return low + r.table.Tests[e.Test].Cost, high + r.table.Tests[e.Test].Cost, nil
}

// results returns the results of an action after which a job continues.
func (r *reviewer) results(e Event) (list []Event) {
	if e.Repair >= 0 {
		e.Works = false
		return append(list, e)
	}
	for w := range r.table.Tests[e.Test].Words {
		e.Word = w
		list = append(list, e)
	}
	return list
}

// chance returns the probability of an event now.
func (j *job) chance(e Event) float64 {
	sum, whole := 0.0, 0.0
	for k, f := range j.faults {
		whole += j.weight[k]
		switch {
		case e.Repair >= 0 && f != e.Repair && j.Faults[f].Name != diag.None:
			sum += j.weight[k]
		case e.Repair < 0 && !slices.Contains(j.tests, e.Test):
			if slices.ContainsFunc(j.seen, func(x Event) bool { return x.Repair < 0 && x.Reading == e.Reading }) {
				sum += j.weight[k] // the test repeats its reading
			}
		case e.Repair < 0:
			sum += j.weight[k] * j.Tests[e.Test].Chances[f][e.Word]
		}
	}
	return sum / whole
}
