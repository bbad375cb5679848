// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/text"
)

const diagSensitivityLong = `sensitivity prints which test is worth improving: what the least expected cost would fall by
if the errors of a test were half as likely, and if it never erred. Both have proved bounds.
The tests of the table err. The saving is negative if the cost rises: errors that differ
between faults also distinguish them.`

func newDiagSensitivity(a *app) *cobra.Command {
	var f diagFlags
	cmd := frame.Verb("sensitivity FILE [TEST=READING ...]", "print what better tests would save", diagSensitivityLong,
		"veil diag example fan | veil diag sensitivity -",
		"veil diag example fan | veil diag sensitivity - pressure=low --time 10s")
	f.register(cmd)
	f.registerSure(cmd)
	cmd.Args = frame.OneTo(1 + diag.MaxTests)
	cmd.RunE = a.askingAny(&f, eitherTable{erring: func(cmd *cobra.Command, t *diag.Erring, seen []isolation.Event, terms isolation.Terms, l api.Limits) error {
		doc, err := isolation.Sensitivity(cmd.Context(), t, seen, terms, l)
		if err != nil {
			return problemFailure(err)
		}
		if err := a.Emit(&diagSensitivity{doc}); err != nil {
			return err
		}
		return notExact(cmd, doc.State, gapOpen)
	}})
	return cmd
}

// diagSensitivity is the answer of sensitivity.
type diagSensitivity struct{ *api.DiagSensitivity }

func (d *diagSensitivity) Text(p *text.Page) {
	p.Line("Least expected cost: %s", boundsText(d.Cost))
	if len(d.Tests) == 0 {
		p.Line("No test errs.")
	}
	for _, x := range d.Tests {
		p.Line("%s errs in %.1f %%. Half as often saves %s; never saves %s.", x.Test, 100*x.Error, savingText(x.Half), savingText(x.Perfect))
	}
}

// savingText prints bounds on a saving.
func savingText(s api.DiagSaving) string { return lossText(api.DiagBounds{Lo: s.Lo, Hi: s.Hi}) }

func (d *diagSensitivity) Rows() [][]string {
	rows := [][]string{{"test", "error", "half low", "half high", "perfect low", "perfect high"}}
	for _, x := range d.Tests {
		row := []string{x.Test}
		for _, v := range []float64{x.Error, x.Half.Lo, x.Half.Hi, x.Perfect.Lo, x.Perfect.Hi} {
			row = append(row, fmt.Sprint(v))
		}
		rows = append(rows, row)
	}
	return rows
}

func (d *diagSensitivity) Document() any { return d.DiagSensitivity }

const diagTestabilityLong = `testability prints what the tests of a table reveal at best: the share of faults that some
test detects, the share that all tests together isolate, the groups that no test separates,
and the pairs of faults that are confused most. Tests may err.`

func newDiagTestability(a *app) *cobra.Command {
	cmd := frame.Verb("testability FILE", "print which faults the tests detect and isolate", diagTestabilityLong,
		"veil diag example fan | veil diag testability -",
		"veil diag example car | veil diag testability - --json")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t, err := a.readErring(cmd, args[0])
		if err != nil {
			return err
		}
		doc, err := isolation.Testability(cmd.Context(), t)
		if err != nil {
			return problemFailure(err)
		}
		return a.Emit(&diagTestability{doc})
	}
	return cmd
}

// readErring reads a table as one whose tests may err.
func (a *app) readErring(cmd *cobra.Command, name string) (*diag.Erring, error) {
	content, _, err := a.ReadWhole(cmd, name, diag.MaxBytes)
	if err != nil {
		return nil, err
	}
	t, err := isolation.ReadErring(content)
	if err != nil {
		return nil, problemFailure(err)
	}
	return t, nil
}

// diagTestability is the answer of testability.
type diagTestability struct{ *api.DiagTestability }

func (d *diagTestability) Text(p *text.Page) {
	if d.Detected != nil {
		p.Line("Detected: %.1f %% of faults, by prior.", 100**d.Detected)
	}
	p.Line("Isolated: %.1f %% of faults, by prior.", 100*d.Isolated)
	for _, g := range d.Groups {
		p.Line("No test separates %s (%.1f %%).", strings.Join(g.Faults, ", "), 100*g.Chance)
	}
	p.Line("A wrong fault is named after all tests in %.1f to %.1f %%.", 100*d.Wrong.Lo, 100*d.Wrong.Hi)
	if len(d.Pairs) > 0 {
		p.Line("")
		p.Line("Confused most, if equally likely, after all tests:")
	}
	for _, x := range d.Pairs {
		p.Line("  %s, %s: at most %.1f %%", x.One, x.Other, 100*x.Most)
	}
}

func (d *diagTestability) Rows() [][]string {
	rows := [][]string{{"one", "other", "most"}}
	for _, x := range d.Pairs {
		rows = append(rows, []string{x.One, x.Other, fmt.Sprint(x.Most)})
	}
	return rows
}

func (d *diagTestability) Document() any { return d.DiagTestability }

const diagLearnLong = `learn prints the table with priors and chances learned from closed cases. FILE is a table
with the faults, tests, readings and prices. CASES is a CSV file: its first line is "fault"
and names of tests; every other line is the fault that was found and the readings that were
taken. The comments above the table contain the least expected cost, and how far the cases
leave it open.`

func newDiagLearn(a *app) *cobra.Command {
	var f diagFlags
	var seed uint64
	cmd := frame.Verb("learn FILE CASES", "learn priors and chances from closed cases", diagLearnLong,
		"veil diag example fan > fan.csv",
		`printf 'fault,pressure\nleak,low\nfan,normal\n' > cases.csv`,
		"veil diag learn fan.csv cases.csv > learned.csv")
	f.register(cmd)
	cmd.Flags().Uint64Var(&seed, "seed", 0, "seed of the tables drawn for the bounds")
	cmd.Args = frame.OneTo(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		limits, err := f.limits()
		if err != nil {
			return err
		}
		if len(args) < 2 {
			return frame.Usage("a file of closed cases is missing", "usage: "+cmd.UseLine())
		}
		t, err := a.readErring(cmd, args[0])
		if err != nil {
			return err
		}
		content, _, err := a.ReadWhole(cmd, args[1], diag.MaxBytes)
		if err != nil {
			return err
		}
		return a.learn(cmd, t, content, seed, limits)
	}
	return cmd
}

// learn answers learn.
func (a *app) learn(cmd *cobra.Command, t *diag.Erring, content []byte, seed uint64, l api.Limits) error {
	cases, err := isolation.ReadCases(content, t)
	if err != nil {
		return problemFailure(err)
	}
	line := a.ShowProgress("searching the cheapest plans")
	defer line.Done()
	doc, err := isolation.Learn(cmd.Context(), t, cases, seed, l)
	if err != nil {
		return problemFailure(err)
	}
	line.Done()
	if err := a.Emit(&diagLearned{doc}); err != nil {
		return err
	}
	return notExact(cmd, doc.State, gapOpen)
}

// diagLearned is the answer of learn.
type diagLearned struct{ *api.DiagLearned }

func (d *diagLearned) Text(p *text.Page) {
	p.Line("# Learned from %s.", text.Plural(d.Cases, "closed case"))
	p.Line("# Least expected cost: %s", boundsText(d.Cost))
	p.Line("# Under %s drawn from what the cases leave open: %.2f to %.2f", text.Plural(d.Draws, "table"), d.Widened.Lo, d.Widened.Hi)
	for line := range strings.Lines(d.Table) {
		p.Line("%s", strings.TrimSuffix(line, "\n"))
	}
}

func (d *diagLearned) Rows() [][]string {
	rows := [][]string{{"fault", "test", "reading", "cases", "chance", "low", "high"}}
	for _, e := range d.Cells {
		rows = append(rows, []string{e.Fault, e.Test, e.Reading, fmt.Sprint(e.Cases), fmt.Sprint(e.Chance), fmt.Sprint(e.Lo), fmt.Sprint(e.Hi)})
	}
	return rows
}

func (d *diagLearned) Document() any { return d.DiagLearned }
