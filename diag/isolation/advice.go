// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/troubleshoot"
)

// Advise returns what to do now about a machine whose tests err, and why.
func Advise(ctx context.Context, t *diag.Erring, seen []Event, terms Terms, l api.Limits) (*api.DiagAdvice, error) {
	timed, cancel := api.WithTime(ctx, l.Time) // for searching and for following the plan together
	defer cancel()
	j, err := newJob(t, seen)
	if err != nil {
		return nil, err
	}
	if terms.Tell != nil {
		paced := api.Paced(timed, func() { j.tell(terms.Tell) })
		terms.Report = func(float64, float64) { paced() }
	}
	if err := j.solve(timed, terms, l); err != nil {
		return nil, err
	}
	doc := j.advice(j.plan(timed, l, 1), bounds(j.result.Low, j.result.High))
	doc.Sure = j.sure(timed, l)
	for _, c := range j.solver.Choices() {
		doc.Actions = append(doc.Actions, api.DiagChoice{Action: j.action(c.Action), Cost: bounds(c.Low, c.High)})
	}
	doc.State, doc.Cut = j.state()
	return doc, ctx.Err()
}

// tell reports the best action so far, without the steps after it and the confidence, which take time.
func (j *job) tell(tell api.Tell[*api.DiagAdvice]) {
	if step := j.solver.Lead(); step != nil {
		tell(func() *api.DiagAdvice { return j.advice(step, bounds(step.Low, step.High)) })
	}
}

// advice returns the first step of a plan as a document, in the state [api.Running].
func (j *job) advice(step *troubleshoot.Step, cost api.DiagBounds) *api.DiagAdvice {
	doc := &api.DiagAdvice{
		Schema: "diag.advice/1", State: api.Running, Action: j.action(step.Action), Price: j.price(step.Action), Paid: j.paid,
		Faults: j.likely(step.Belief, len(step.Belief)), Cost: cost, End: j.end(), Scale: j.scale, Answers: j.effects(step),
	}
	for _, e := range j.seen {
		doc.Seen = append(doc.Seen, e.text)
	}
	doc.Saves = max(doc.End.Cost-doc.Cost.Hi, 0)
	return doc
}

// end returns the cheapest way to end at once.
func (j *job) end() api.DiagEnd {
	best, least := 0, math.Inf(1)
	sum := 0.0
	for _, w := range j.weight {
		sum += w
	}
	for i, e := range j.ends() {
		cost := 0.0
		for k, w := range j.weight {
			cost += w / sum * e.Costs[k]
		}
		if cost < least {
			best, least = i, cost
		}
	}
	return api.DiagEnd{Action: j.action(troubleshoot.Action{At: best}), Cost: least}
}

// mostLikely is the number of faults listed after a result.
const mostLikely = 3

// effects returns the results of the first action of a plan, if there was time to follow it.
func (j *job) effects(s *troubleshoot.Step) (list []api.DiagEffect) {
	left := 1.0
	for _, b := range s.Then {
		left -= b.Next.Chance
		list = append(list, api.DiagEffect{
			Result: j.outcome(s.Action, b.Reading), Chance: min(b.Next.Chance, 1), Faults: j.likely(b.Next.Belief, mostLikely), Then: j.then(b.Next),
		})
	}
	if s.Kind == troubleshoot.KindRepair && s.Then != nil {
		list = append(list, api.DiagEffect{Result: "works", Chance: min(max(left, 0), 1)})
	}
	slices.SortStableFunc(list, func(x, y api.DiagEffect) int { return cmp.Compare(y.Chance, x.Chance) })
	return list
}

// then returns the action of a step, or "unknown" if there was no time to choose it.
func (j *job) then(s *troubleshoot.Step) *api.DiagAction {
	a := j.action(s.Action)
	if s.Open {
		a = api.DiagAction{Do: "unknown"}
	}
	return &a
}

// outcome returns the word for a result of an action.
func (j *job) outcome(a troubleshoot.Action, reading int) string {
	if a.Kind == troubleshoot.KindRepair {
		return "failed"
	}
	return j.Tests[j.tests[a.At]].Words[reading]
}

// shownChance is the chance below which a plan is not printed further.
const shownChance = 0.01

// Policy returns the whole plan for a machine whose tests err.
func Policy(ctx context.Context, t *diag.Erring, seen []Event, terms Terms, l api.Limits) (*api.DiagPolicy, error) {
	timed, cancel := api.WithTime(ctx, l.Time) // for searching and for following the plan together
	defer cancel()
	j, err := newJob(t, seen)
	if err != nil {
		return nil, err
	}
	if err := j.solve(timed, terms, l); err != nil {
		return nil, err
	}
	doc := &api.DiagPolicy{Schema: "diag.policy/1", Cost: bounds(j.result.Low, j.result.High), End: j.end()}
	doc.Steps = j.moves(j.plan(timed, l, shownChance))
	doc.Sure, doc.Scale = j.sure(timed, l), j.scale
	doc.State, doc.Cut = j.state()
	return doc, ctx.Err()
}

// moves returns a plan as a document.
func (j *job) moves(s *troubleshoot.Step) *api.DiagMove {
	m := &api.DiagMove{Action: *j.then(s), Chance: min(s.Chance, 1)}
	for _, b := range s.Then {
		m.Results = append(m.Results, api.DiagThen{Result: j.outcome(s.Action, b.Reading), Next: j.moves(b.Next)})
	}
	if s.Kind == troubleshoot.KindRepair && s.Then != nil {
		m.Results = append(m.Results, api.DiagThen{Result: "works"})
	}
	return m
}
