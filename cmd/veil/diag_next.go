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

const diagNextLong = `next recommends the test with the least expected cost until the fault is found, and prints
what each of its readings would mean and what every other test would cost instead.
Give what was read so far as TEST=READING. Exit code 4 means that the costs are bounds: a
limit was reached.

If the tests of the table err, next recommends a test, a replacement, or to stop. Give a
part that was replaced in vain as "replace FAULT=failed".`

func newDiagNext(a *app) *cobra.Command {
	var f diagFlags
	cmd := frame.Verb("next FILE [TEST=READING ...]", "recommend the next test, with the reason", diagNextLong,
		"veil diag example car | veil diag next -",
		`veil diag example car | veil diag next - headlights=bright "click=turns over"`)
	f.register(cmd)
	f.registerSure(cmd)
	cmd.Args = frame.OneTo(1 + diag.MaxTests)
	cmd.RunE = a.askingAny(&f, eitherTable{erring: a.advise, certain: func(cmd *cobra.Command, t *diag.Table, seen []diag.Reading, limits api.Limits) error {
		doc, err := isolation.Next(cmd.Context(), t, seen, limits)
		if err != nil {
			return problemFailure(err)
		}
		if err := a.Emit(&diagNext{doc}); err != nil {
			return err
		}
		return notExact(cmd, doc.State, "the least cost is not known exactly")
	}})
	return cmd
}

// notExact ends a command that a limit has stopped, and names what is unknown.
func notExact(cmd *cobra.Command, state, what string) error {
	switch {
	case state == api.Done:
		return nil
	case cmd.Context().Err() != nil:
		return interrupted()
	default:
		return &frame.Failure{
			Code: frame.ExitBudget, Kind: frame.KindBudget, What: what,
			Notes: []string{"What was printed is proved. Raise --time, --nodes or --memory."},
		}
	}
}

// diagNext is the answer of next.
type diagNext struct{ *api.DiagNext }

func (n *diagNext) Text(p *text.Page) {
	if n.Found {
		p.Line("It is %s.", orOf(n.Left))
		return
	}
	p.Line("Test: %s", n.Test)
	p.Line("Expected cost until the fault is found: %s", costText(n.Cost))
	p.Line("")
	for _, a := range n.Answer {
		then := "then test " + a.Then
		if a.Then == "" {
			then = "then it is " + strings.Join(a.Left, " or ")
		}
		p.Line("  %5.1f %%  %s: %s possible, %s", 100*a.Chance, a.Reading, text.Plural(len(a.Left), "fault"), then)
	}
	p.Line("")
	p.Line("Every test, and the expected cost if it comes first:")
	wide := 0
	for _, t := range n.Tests {
		wide = max(wide, len([]rune(t.Test)))
	}
	for _, t := range n.Tests {
		p.Line("  %-*s  %s", wide, t.Test, costText(t.Cost))
	}
}

// orOf lists the remaining faults, joined by "or".
func orOf(left []api.DiagFault) string {
	var names []string
	for _, f := range left {
		names = append(names, f.Fault)
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names, " or ") + ", which no test tells apart"
}

// costText prints a cost with its badge.
func costText(c api.DiagCost) string {
	if c.Kind == "exact" {
		return fmt.Sprintf("%.4g [exact, %s]", c.Lo, c.Fraction)
	}
	return fmt.Sprintf("%.4g to %.4g [bounds]", c.Lo, c.Hi)
}

func (n *diagNext) Rows() [][]string {
	rows := [][]string{{"test", "low", "high"}}
	for _, t := range n.Tests {
		rows = append(rows, []string{t.Test, fmt.Sprint(t.Cost.Lo), fmt.Sprint(t.Cost.Hi)})
	}
	return rows
}

func (n *diagNext) Document() any { return n.DiagNext }
