// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/troubleshoot"
)

// ReadAny reads a table of either kind: one of the two results is nil.
func ReadAny(text []byte) (*diag.Table, *diag.Erring, error) {
	_, err := diag.Read(bytes.NewReader(text))
	if fault, ok := errors.AsType[*diag.Error](err); !ok || !fault.Errs {
		t, err := Read(text)
		return t, nil, err
	}
	t, err := ReadErring(text)
	return nil, t, err
}

// ReadErring reads a table whose tests err. The error is an [api.Problem] with the line.
func ReadErring(text []byte) (*diag.Erring, error) {
	t, err := diag.ReadErring(bytes.NewReader(text))
	return t, refusal(err)
}

// Event is a reading, or a repair that was tried.
type Event struct {
	diag.Reading

	Repair int  // the fault whose part was replaced; -1 for a reading
	Works  bool // the repair ended the job
	text   string
}

// Events parses readings, and repairs such as "replace fan=failed".
func Events(t *diag.Erring, texts []string) ([]Event, error) {
	var list []Event
	for _, text := range texts {
		e, err := event(t, text)
		if err != nil {
			return nil, api.NewProblem(api.Malformed, "a reading is not understood", err.Error())
		}
		list = append(list, e)
	}
	return list, nil
}

func event(t *diag.Erring, text string) (Event, error) {
	r, err := t.Find(text)
	if err == nil {
		return Event{Reading: r, Repair: -1, text: t.Spell(r)}, nil
	}
	name, result, _ := strings.Cut(text, "=")
	part, ok := strings.CutPrefix(strings.TrimSpace(name), "replace ")
	if !ok {
		return Event{}, err
	}
	at := slices.IndexFunc(t.Faults, func(f diag.ErringFault) bool { return f.Name == strings.TrimSpace(part) })
	if result = strings.TrimSpace(result); at < 0 || t.Faults[at].Repair < 0 || result != "works" && result != "failed" {
		return Event{}, fmt.Errorf("%q: write replace FAULT=works or replace FAULT=failed, of a fault with a repair", text)
	}
	return Event{Repair: at, Works: result == "works", text: "replace " + t.Faults[at].Name + "=" + result}, nil
}

// Terms decide when a plan may stop.
type Terms struct {
	// Sure is the confidence that a plan must reach: the price of being wrong is raised until it does. 0 leaves the
	// decision to the table's prices.
	Sure float64
	// Report, if not nil, is called with bounds on the cost now and then.
	Report func(low, high float64)
	// Tell, if not nil, receives advice that improves while [Advise] searches; Report is then not called.
	Tell api.Tell[*api.DiagAdvice]
}

// job is a machine after some events, as a problem for the search.
type job struct {
	*diag.Erring

	seen   []Event
	faults []int // that are possible
	tests  []int // that may still be performed
	parts  []int // faults whose parts may be replaced
	weight []float64
	paid   float64
	scale  float64 // of the price of being wrong

	solver *troubleshoot.Solver
	result troubleshoot.Result
	cut    error // the reason why a part of the work ended early, or nil
	report func(low, high float64)
}

// newJob applies the events. If no fault explains them, the error is an [api.Problem].
func newJob(t *diag.Erring, seen []Event) (*job, error) {
	j := &job{Erring: t, seen: seen, scale: 1}
	weight := make([]float64, len(t.Faults))
	for f := range t.Faults {
		weight[f] = t.Faults[f].Weight
	}
	for i, e := range seen {
		if !j.apply(weight, e, seen[:i]) {
			return nil, api.NewProblem(api.Impossible, "no fault explains all readings", "none is possible after "+e.text)
		}
	}
	for f, w := range weight {
		if w > 0 {
			j.faults, j.weight = append(j.faults, f), append(j.weight, w)
			if t.Faults[f].Repair >= 0 {
				j.parts = append(j.parts, f)
			}
		}
	}
	for i := range t.Tests {
		if t.Tests[i].Repeat || !slices.ContainsFunc(seen, func(e Event) bool { return e.Repair < 0 && e.Test == i }) {
			j.tests = append(j.tests, i)
		}
	}
	return j, nil
}

// apply multiplies the weights by the chances of an event, and reports whether a fault is left. A test that does not
// err independently repeats its reading, which reveals nothing.
func (j *job) apply(weight []float64, e Event, before []Event) bool {
	at := slices.IndexFunc(before, func(x Event) bool { return e.Repair < 0 && x.Repair < 0 && x.Test == e.Test })
	if at >= 0 && !j.Tests[e.Test].Repeat {
		j.paid += j.Tests[e.Test].Cost
		return before[at].Word == e.Word
	}
	sum := 0.0
	for f := range weight {
		mends := e.Repair >= 0 && (f == e.Repair || j.Faults[f].Name == diag.None)
		switch {
		case e.Repair < 0:
			weight[f] *= j.Tests[e.Test].Chances[f][e.Word]
		case mends != e.Works:
			weight[f] = 0
		}
		sum += weight[f]
	}
	if e.Repair < 0 {
		j.paid += j.Tests[e.Test].Cost
	} else {
		j.paid += j.Faults[e.Repair].Repair
	}
	for f := range weight {
		weight[f] /= sum
	}
	return sum > 0
}

// dear is the cost of naming a wrong fault where the table has no prices, as a multiple of the cost of all tests.
const dear = 10

// problem returns the problem of the search.
func (j *job) problem() *troubleshoot.Problem {
	p := &troubleshoot.Problem{Priors: j.weight}
	for _, i := range j.tests {
		x := troubleshoot.Test{Cost: j.Tests[i].Cost, Repeat: j.Tests[i].Repeat}
		for _, f := range j.faults {
			x.Chances = append(x.Chances, j.Tests[i].Chances[f])
		}
		p.Tests = append(p.Tests, x)
	}
	for _, part := range j.parts {
		x := troubleshoot.Repair{Cost: j.Faults[part].Repair}
		for _, f := range j.faults {
			x.Mends = append(x.Mends, f == part || j.Faults[f].Name == diag.None)
		}
		p.Repairs = append(p.Repairs, x)
	}
	p.Ends = j.ends()
	return p
}

// ends returns the ways to end: stop and give up, or to name each fault.
func (j *job) ends() (list []troubleshoot.End) {
	if !j.Money {
		wrong := j.scale * dear * max(j.Total(), 1e-6)
		for k := range j.faults {
			costs := slices.Repeat([]float64{wrong}, len(j.faults))
			costs[k] = 0
			list = append(list, troubleshoot.End{Costs: costs})
		}
		return list
	}
	stop := troubleshoot.End{}
	for _, f := range j.faults {
		cost := j.Faults[f].Wrong
		if j.Faults[f].Name != diag.None {
			cost *= j.scale
		}
		stop.Costs = append(stop.Costs, cost)
	}
	list = append(list, stop)
	if j.GiveUp >= 0 {
		list = append(list, troubleshoot.End{Costs: slices.Repeat([]float64{j.GiveUp}, len(j.faults))})
	}
	return list
}

// The work of a search.
const (
	beliefNodes  = 100       // a belief counts as that many sets of faults
	beliefMemory = 300 << 20 // most
	followShare  = 4         // a search leaves one part in that many of the time and the nodes for following its plan
)

// part returns a part of a time, which is never 0: that would mean no limit.
func part(whole time.Duration, share int) time.Duration {
	if whole == 0 {
		return 0
	}
	return max(whole/time.Duration(share), 1)
}

// beliefs returns a number of beliefs as a share of the limits.
func beliefs(l api.Limits, share int) int { return max(l.Nodes/beliefNodes/share, 1) }

// search works until the gap is small, a limit is reached or the context ends. It leaves time for following the plan.
func (j *job) search(ctx context.Context, gap float64, l api.Limits) error {
	timed, cancel := api.WithTime(ctx, l.Time-part(l.Time, followShare))
	defer cancel()
	var err error
	j.solver, err = troubleshoot.New(j.problem(), troubleshoot.Config{Gap: gap, MaxBytes: min(l.Memory, beliefMemory), Report: j.report})
	if err != nil {
		return api.NewProblem(api.TooLarge, "the table cannot be solved", err.Error())
	}
	j.result = j.solver.Solve(timed, beliefs(l, 1))
	j.cut = cmp.Or(j.cut, j.result.Cut)
	return nil
}

// plan returns the plan, and remembers whether it is incomplete.
func (j *job) plan(ctx context.Context, l api.Limits, least float64) *troubleshoot.Step {
	step, cut := j.solver.Plan(ctx, beliefs(l, followShare), least)
	j.cut = cmp.Or(j.cut, cut)
	return step
}

// sure returns the chance that the plan does not end with a fault there, or with the wrong one named. A plan that could
// not be followed within the limits ends where they are reached.
func (j *job) sure(ctx context.Context, l api.Limits) float64 {
	wrong := 0.0
	cut := j.solver.Ends(ctx, beliefs(l, followShare), func(end int, belief []float64, p float64) {
		for k, b := range belief {
			switch {
			case !j.Money && k != end, j.Money && end == 0 && j.Faults[j.faults[k]].Name != diag.None:
				wrong += p * b
			}
		}
	})
	j.cut = cmp.Or(j.cut, cut)
	return min(max(1-wrong, 0), 1)
}

// The search for the price of being wrong.
const (
	roughGap   = 0.02
	leastScale = 64
	mostScale  = 1 << 18
	scaleSteps = 5
	roughShare = 24 // of the limits, for each rough plan
	raiseShare = 2  // of the time, for all rough plans together
)

// solve searches under the terms.
func (j *job) solve(ctx context.Context, terms Terms, l api.Limits) error {
	j.report = terms.Report
	if terms.Sure > 0 {
		timed, cancel := api.WithTime(ctx, part(l.Time, raiseShare))
		defer cancel()
		if err := j.raise(timed, terms, l); err != nil {
			return err
		}
		l.Time -= part(l.Time, raiseShare)
	}
	return j.search(ctx, troubleshoot.DefaultGap, l)
}

// raise finds a price of being wrong at which the plan is sure enough: it grows until the plan is, then the price is
// bisected by ratios. If the context ends it leaves the best price so far.
func (j *job) raise(ctx context.Context, terms Terms, l api.Limits) (err error) {
	l.Time, l.Nodes = part(l.Time, roughShare), max(l.Nodes/roughShare, beliefNodes)
	enough := func(scale float64) bool {
		j.scale, j.cut = scale, nil // rough plans may be cut, as long as the last one is not
		err = j.search(ctx, roughGap, l)
		return err == nil && j.sure(ctx, l) >= terms.Sure
	}
	low, high := 1.0/leastScale, 1.0
	for high < mostScale && !enough(high) && err == nil && ctx.Err() == nil {
		low, high = high, high*8
	}
	for step := 0; step < scaleSteps && err == nil && ctx.Err() == nil; step++ {
		if mid := math.Sqrt(low * high); enough(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	j.scale, j.cut = high, ctx.Err()
	return err
}

// action returns an action of the search as a document.
func (j *job) action(a troubleshoot.Action) api.DiagAction {
	switch {
	case a.Kind == troubleshoot.KindTest:
		return api.DiagAction{Do: "test", What: j.Tests[j.tests[a.At]].Name}
	case a.Kind == troubleshoot.KindRepair:
		return api.DiagAction{Do: "replace", What: j.Faults[j.parts[a.At]].Name}
	case !j.Money:
		return api.DiagAction{Do: "name", What: j.Faults[j.faults[a.At]].Name}
	case a.At == 1:
		return api.DiagAction{Do: "give up"}
	default:
		return api.DiagAction{Do: "stop"}
	}
}

// price returns the cost of an action, 0 for an end.
func (j *job) price(a troubleshoot.Action) float64 {
	switch a.Kind {
	case troubleshoot.KindTest:
		return j.Tests[j.tests[a.At]].Cost
	case troubleshoot.KindRepair:
		return j.Faults[j.parts[a.At]].Repair
	default:
		return 0
	}
}

// likely returns faults by a belief, the most likely first.
func (j *job) likely(belief []float64, most int) (list []api.DiagFault) {
	for k, b := range belief {
		if b > 0 {
			list = append(list, api.DiagFault{Fault: j.Faults[j.faults[k]].Name, Chance: min(b, 1)})
		}
	}
	slices.SortStableFunc(list, func(x, y api.DiagFault) int { return cmp.Compare(y.Chance, x.Chance) })
	return list[:min(most, len(list))]
}

// bounds returns bounds as a document.
func bounds(low, high float64) api.DiagBounds {
	low = min(low, high)
	r := troubleshoot.Result{Low: low, High: high}
	return api.DiagBounds{Lo: low, Hi: high, Gap: r.Gap()}
}

// state returns whether the gap that was asked for is reached and the plan was followed to its end.
func (j *job) state() (state string, cut bool) {
	if j.cut == nil {
		return api.Done, false
	}
	return api.Partial, errors.Is(j.cut, context.DeadlineExceeded)
}

// Explains returns an [api.Problem] if no fault explains the events.
func Explains(t *diag.Erring, seen []Event) error {
	_, err := newJob(t, seen)
	return err
}
