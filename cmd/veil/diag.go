// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/text"
)

const diagLong = `diag finds the fault in a machine at the least expected cost. FILE is a table (CSV): a line
for each fault with its prior and what each test reads, and a line with the price of the
tests; "-" is standard input. See docs/tutorials/find-a-fault.md. Tests may err, and parts may
be replaced: see docs/guides/tests-that-err.md.`

func newDiag(a *app) *cobra.Command {
	cmd := frame.Group("diag", "find a fault with the cheapest tests", diagLong,
		"veil diag example car | veil diag next -",
		"veil diag example network | veil diag solve -")
	cmd.AddCommand(newDiagNext(a), newDiagRun(a), newDiagSolve(a), newDiagReview(a), newDiagSensitivity(a),
		newDiagTestability(a), newDiagLearn(a), newDiagProve(a), newDiagCheck(a), newDiagExample(a))
	return cmd
}

// mostSure is the highest confidence that can be asked for: more would need plans too unlikely to count.
const mostSure = 0.9999

// diagFlags limit the work.
type diagFlags struct {
	time   time.Duration
	nodes  int
	memory frame.ByteSize
	sure   float64
}

// registerSure adds the flag of verbs that plan for tests that err.
func (f *diagFlags) registerSure(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&f.sure, "sure", 0, "confidence to reach before stopping, e.g. 0.95 (default: the table's prices decide)")
}

func (f *diagFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.DurationVar(&f.time, "time", 0, "time limit, e.g. 15s (default: no limit)")
	flags.IntVar(&f.nodes, "nodes", 0, "limit of sets of faults searched (default: "+text.Thousands(api.DefaultNodes)+"; with --time, no limit)")
	flags.Var(&f.memory, "memory", "memory limit, e.g. 64MB (default 512MB)")
}

func (f *diagFlags) limits() (api.Limits, error) {
	if f.time < 0 {
		return api.Limits{}, frame.Usage(fmt.Sprintf("--time %v: want a time above 0", f.time))
	}
	if f.nodes < 0 {
		return api.Limits{}, frame.Usage(fmt.Sprintf("--nodes %d: want 1 or more", f.nodes))
	}
	if f.sure < 0 || f.sure > mostSure || f.sure != f.sure {
		return api.Limits{}, frame.Usage(fmt.Sprintf("--sure %v: want a chance from 0 to %v", f.sure, mostSure))
	}
	l := api.Limits{}.Of(api.Budget{TimeMS: milliseconds(f.time), Nodes: f.nodes})
	l.Memory = cmp.Or(int64(f.memory), l.Memory)
	return l, nil
}

// readDiag reads the table of a verb and the readings after its name.
func (a *app) readDiag(cmd *cobra.Command, args []string) (*diag.Table, []diag.Reading, error) {
	content, _, err := a.ReadWhole(cmd, args[0], diag.MaxBytes)
	if err != nil {
		return nil, nil, err
	}
	t, err := isolation.Read(content)
	if err != nil {
		return nil, nil, problemFailure(err)
	}
	seen, err := isolation.Readings(t, args[1:])
	if err != nil {
		return nil, nil, problemFailure(err)
	}
	return t, seen, nil
}

// eitherTable answers a question about a table of certain readings, and one about a table whose tests err.
type eitherTable struct {
	certain func(cmd *cobra.Command, t *diag.Table, seen []diag.Reading, l api.Limits) error
	erring  func(cmd *cobra.Command, t *diag.Erring, seen []isolation.Event, terms isolation.Terms, l api.Limits) error
}

// askingAny returns a verb that answers a question about a table of either kind within limits.
func (a *app) askingAny(f *diagFlags, answer eitherTable) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		limits, err := f.limits()
		if err != nil {
			return err
		}
		content, _, err := a.ReadWhole(cmd, args[0], diag.MaxBytes)
		if err != nil {
			return err
		}
		t, erring, err := isolation.ReadAny(content)
		if err != nil {
			return problemFailure(err)
		}
		line := a.ShowProgress("searching the cheapest plan")
		defer line.Done()
		if t != nil {
			return a.askCertain(cmd, answer, f, t, args[1:], limits)
		}
		seen, err := isolation.Events(erring, args[1:])
		if err != nil {
			return problemFailure(err)
		}
		terms := isolation.Terms{Sure: f.sure, Report: func(low, high float64) {
			line.Show("searching the cheapest plan: %.4g to %.4g", low, high)
		}}
		return answer.erring(cmd, erring, seen, terms, limits)
	}
}

func (a *app) askCertain(cmd *cobra.Command, answer eitherTable, f *diagFlags, t *diag.Table, readings []string, limits api.Limits) error {
	switch {
	case answer.certain == nil:
		return frame.Usage(cmd.Name() + " needs a table whose tests err: see docs/guides/tests-that-err.md")
	case f.sure > 0:
		return frame.Usage("--sure needs a table whose tests err: here every reading is certain")
	}
	seen, err := isolation.Readings(t, readings)
	if err != nil {
		return problemFailure(err)
	}
	return answer.certain(cmd, t, seen, limits)
}

// asking returns a verb that answers a question about a table within limits.
func (a *app) asking(f *diagFlags, answer func(cmd *cobra.Command, t *diag.Table, seen []diag.Reading, l api.Limits) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		limits, err := f.limits()
		if err != nil {
			return err
		}
		t, seen, err := a.readDiag(cmd, args)
		if err != nil {
			return err
		}
		return answer(cmd, t, seen, limits)
	}
}

const diagExampleLong = `example prints the table of a worked example. Readings are certain in board (electronics),
car, lift and network (a shop without Internet). Tests err in fan, clinic, office (network
outage), plant (pump and heat exchanger), printer and vehicle (petrol engine). The numbers
are invented; clinic is for teaching, not for treatment.`

func newDiagExample(a *app) *cobra.Command {
	cmd := frame.Verb("example NAME", "print the table of an example: "+strings.Join(append(isolation.Examples(), isolation.ErringExamples()...), ", "), diagExampleLong,
		"veil diag example car", "veil diag example vehicle > vehicle.csv")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		content, err := isolation.Example(args[0])
		if err != nil {
			return problemFailure(err)
		}
		_, err = io.WriteString(a.Stdout, content)
		return err
	}
	return cmd
}

const diagCheckLong = `check lists the faults that no test separates, and the tests that reveal nothing. With
readings it lists the faults that explain them, or the readings that contradict each other:
then the exit code is 1.`

func newDiagCheck(a *app) *cobra.Command {
	cmd := frame.Verb("check FILE [TEST=READING ...]", "check a table, and which faults its tests separate", diagCheckLong,
		"veil diag example car | veil diag check -",
		`veil diag example car | veil diag check - headlights=bright "click=turns over"`)
	cmd.Args = frame.OneTo(1 + diag.MaxTests)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t, seen, err := a.readDiag(cmd, args)
		if err != nil {
			return err
		}
		doc := isolation.Check(t, seen)
		if err := a.Emit(&diagCheck{doc}); err != nil {
			return err
		}
		if len(doc.Conflict) > 0 {
			return frame.AnsweredNo()
		}
		return nil
	}
	return cmd
}

// diagCheck is the answer of check.
type diagCheck struct{ *api.DiagCheck }

func (c *diagCheck) Text(p *text.Page) {
	p.Line("%s, %s.", text.Plural(c.Faults, "fault"), text.Plural(c.Tests, "test"))
	for _, names := range c.Alike {
		p.Line("No test tells these apart: %s.", strings.Join(names, ", "))
	}
	if len(c.Alike) == 0 {
		p.Line("Every fault can be told from every other.")
	}
	if len(c.Idle) > 0 {
		p.Line("These read the same for all faults: %s.", strings.Join(c.Idle, ", "))
	}
	switch {
	case len(c.Conflict) > 0:
		p.Line("No fault explains all readings. These contradict each other: %s.", strings.Join(c.Conflict, ", "))
	case len(c.Seen) > 0:
		p.Line("The readings leave %s: %s.", text.Plural(len(c.Left), "fault"), strings.Join(c.Left, ", "))
	}
}

func (c *diagCheck) Rows() [][]string {
	rows := [][]string{{"group", "fault"}}
	for i, names := range c.Alike {
		for _, name := range names {
			rows = append(rows, []string{fmt.Sprint(i + 1), name})
		}
	}
	return rows
}

func (c *diagCheck) Document() any { return c.DiagCheck }
