// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"cmp"
	"context"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/troubleshoot"
)

// Sensitivity returns what each test would save if it erred less. All searches share the limits; tests that the time
// limit leaves out are missing, and the document is marked cut.
func Sensitivity(ctx context.Context, t *diag.Erring, seen []Event, terms Terms, l api.Limits) (*api.DiagSensitivity, error) {
	timed, cancel := api.WithTime(ctx, l.Time) // for all searches together
	defer cancel()
	now, err := newJob(t, seen)
	if err != nil {
		return nil, err
	}
	share := 1 + 2*len(now.tests)
	l.Time, l.Nodes = part(l.Time, share), max(l.Nodes/share, beliefNodes)
	if err := now.solve(timed, terms, l); err != nil {
		return nil, err
	}
	doc := &api.DiagSensitivity{Schema: "diag.sensitivity/1", Cost: bounds(now.result.Low, now.result.High), Tests: []api.DiagImprovement{}}
	for _, i := range now.tests {
		x := api.DiagImprovement{Test: t.Tests[i].Name, Error: now.wrongly(i)}
		if x.Error == 0 {
			continue
		}
		half, cutHalf := now.better(timed, i, 0.5, l)
		perfect, cutPerfect := now.better(timed, i, 0, l)
		if timed.Err() != nil {
			now.cut = timed.Err()
			break
		}
		now.cut = cmp.Or(now.cut, cutHalf, cutPerfect)
		x.Half, x.Perfect = half, perfect
		doc.Tests = append(doc.Tests, x)
	}
	slices.SortStableFunc(doc.Tests, func(x, y api.DiagImprovement) int {
		return cmp.Compare(y.Perfect.Lo+y.Perfect.Hi, x.Perfect.Lo+x.Perfect.Hi)
	})
	doc.State, doc.Cut = now.state()
	return doc, ctx.Err()
}

// wrongly returns the mean chance that a test does not show the likeliest reading of the fault.
func (j *job) wrongly(test int) float64 {
	sum, whole := 0.0, 0.0
	for k, f := range j.faults {
		sum += j.weight[k] * (1 - slices.Max(j.Tests[test].Chances[f]))
		whole += j.weight[k]
	}
	if wrong := sum / whole; wrong > leastWrong {
		return wrong
	}
	return 0
}

// leastWrong is the chance of an error below which it is rounding.
const leastWrong = 1e-9

// better returns bounds on what is saved from now on if the errors of a test are multiplied by a factor, and the reason
// if the search ended early.
func (j *job) better(ctx context.Context, test int, factor float64, l api.Limits) (api.DiagSaving, error) {
	table := *j.Erring
	table.Tests = slices.Clone(table.Tests)
	table.Tests[test].Chances = diag.Improve(table.Tests[test].Chances, factor)
	next := *j // the readings so far keep their chances
	next.Erring, next.cut = &table, nil
	if err := next.search(ctx, troubleshoot.DefaultGap, l); err != nil {
		return api.DiagSaving{}, err
	}
	return api.DiagSaving{Lo: j.result.Low - next.result.High, Hi: j.result.High - next.result.Low}, next.cut
}
