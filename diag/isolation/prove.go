// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"context"
	"slices"
	"strconv"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// Prove decides whether every fault is found within a number of tests, whatever it is, and checks
// the proof by the rules alone. Faults that no test distinguishes count as one.
func Prove(ctx context.Context, t *diag.Table, within int, l api.Limits) (*api.DiagProof, error) {
	return ProveBy(ctx, t, within, baseline.Config{}, l)
}

// ProveBy is [Prove] by one of the methods that Russell and Wolfe compare: all give the same verdict.
func ProveBy(ctx context.Context, t *diag.Table, within int, method baseline.Config, l api.Limits) (*api.DiagProof, error) {
	ctx, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	m, states := diag.NewModel(t)
	var rules proof.Rules[diag.State, diag.Action, uint16] = m
	r, err := baseline.Prove(ctx, rules, states, within+1, method, andor.Config{Nodes: int64(l.Nodes), Memory: l.Memory})
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	doc := &api.DiagProof{Schema: "diag.proof/1", Within: within, Verdict: r.Verdict.String()}
	if r.Plan == nil {
		return doc, nil
	}
	if _, err := proof.Check(ctx, rules, states, r.Plan); err != nil {
		return nil, api.ProblemOf(err)
	}
	doc.Checked, doc.Proof = true, r.Plan
	doc.Steps = runbook(t, r.Plan)
	return doc, nil
}

// runbook returns a proof as steps.
func runbook(t *diag.Table, p *proof.Plan) *api.DiagStep {
	all := make([]int, len(t.Faults))
	for f := range all {
		all[f] = f
	}
	return runbookAt(t, p, 0, all)
}

// runbookAt returns the steps from a node, at which some faults are possible. The proof was
// checked: its tries are tests of the table, or name a fault, and its answers are indices of
// readings.
func runbookAt(t *diag.Table, p *proof.Plan, at int, left []int) *api.DiagStep {
	s, n := &api.DiagStep{Left: names(t, left)}, &p.Nodes[at]
	i := slices.IndexFunc(t.Tests, func(x diag.Test) bool { return x.Name == n.Try })
	if i < 0 {
		return s
	}
	s.Test = n.Try
	for _, b := range n.Branches {
		word, err := strconv.Atoi(b.Heard)
		if err != nil {
			panic(err) // as above
		}
		then := slices.DeleteFunc(slices.Clone(left), func(f int) bool { return int(t.Tests[i].Reads[f]) != word })
		s.Branches = append(s.Branches, api.DiagBranch{Reading: t.Tests[i].Words[word], Next: runbookAt(t, p, b.Next, then)})
	}
	return s
}
