// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/text"
)

const diagSolveLong = `solve finds the plan with the least expected cost and prints it whole, with the cost of a
simple habit to compare: always performing the test that gives the most information for its
price. Exit code 4 means that a limit was reached: the plan is the best that is known, and
the costs are bounds.

If the tests of the table err, the plan has replacements and stops too, and ends where a
path has a chance below 1%.`

func newDiagSolve(a *app) *cobra.Command {
	var f diagFlags
	var dot string
	cmd := frame.Verb("solve FILE [TEST=READING ...]", "compute the plan of least expected cost", diagSolveLong,
		"veil diag example network | veil diag solve -",
		"veil diag example car | veil diag solve - --dot plan.dot")
	f.register(cmd)
	f.registerSure(cmd)
	cmd.Flags().StringVar(&dot, "dot", "", "write the plan to `FILE` for Graphviz")
	frame.Written(cmd.Flags(), "dot")
	cmd.Args = frame.OneTo(1 + diag.MaxTests)
	cmd.RunE = a.askingAny(&f, eitherTable{erring: a.policy(&dot), certain: func(cmd *cobra.Command, t *diag.Table, seen []diag.Reading, limits api.Limits) error {
		doc, err := isolation.Solve(cmd.Context(), t, seen, limits)
		if err != nil {
			return problemFailure(err)
		}
		if dot != "" {
			var b bytes.Buffer
			if err := isolation.WriteDOT(&b, doc.Steps); err != nil {
				return err
			}
			if err := a.writeFile(dot, b.Bytes()); err != nil {
				return err
			}
		}
		if err := a.Emit(&diagPlan{doc}); err != nil {
			return err
		}
		return notExact(cmd, doc.State, "the least cost is not known exactly")
	}})
	return cmd
}

// diagPlan is the answer of solve.
type diagPlan struct{ *api.DiagPlan }

func (d *diagPlan) Text(p *text.Page) {
	p.Line("Least expected cost: %s", costText(d.Cost))
	p.Line("")
	p.Line("%-44s %9s %9s %6s", "", "expected", "worst", "tests")
	p.Line("%-44s %9.4g %9.4g %6d", "this plan", d.Plan.Expected, d.Plan.Worst, d.Plan.Tests)
	p.Line("%-44s %9.4g %9.4g %6d", "most information for the price, each time", d.Greedy.Expected, d.Greedy.Worst, d.Greedy.Tests)
	p.Line("")
	steps(p, d.Steps)
}

// steps prints a plan as a runbook.
func steps(p *text.Page, s *api.DiagStep) {
	var b bytes.Buffer
	if err := isolation.WriteText(&b, s); err != nil {
		panic(err) // a buffer accepts everything
	}
	for line := range strings.Lines(b.String()) {
		p.Line("%s", strings.TrimRight(line, "\n"))
	}
}

func (d *diagPlan) Rows() [][]string {
	row := func(name string, s api.DiagSpend) []string {
		return []string{name, fmt.Sprint(s.Expected), fmt.Sprint(s.Worst), fmt.Sprint(s.Tests)}
	}
	return [][]string{{"plan", "expected", "worst", "tests"}, row("best", d.Plan), row("greedy", d.Greedy)}
}

func (d *diagPlan) Document() any { return d.DiagPlan }
