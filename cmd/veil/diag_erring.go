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

// gapOpen names what is unknown when a limit ends a search about tests that err.
const gapOpen = "the least cost is known only within these bounds"

// advise answers next for a table whose tests err.
func (a *app) advise(cmd *cobra.Command, t *diag.Erring, seen []isolation.Event, terms isolation.Terms, l api.Limits) error {
	doc, err := isolation.Advise(cmd.Context(), t, seen, terms, l)
	if err != nil {
		return problemFailure(err)
	}
	if err := a.Emit(&diagAdvice{doc}); err != nil {
		return err
	}
	return notExact(cmd, doc.State, gapOpen)
}

// policy answers solve for a table whose tests err.
func (a *app) policy(dot *string) func(*cobra.Command, *diag.Erring, []isolation.Event, isolation.Terms, api.Limits) error {
	return func(cmd *cobra.Command, t *diag.Erring, seen []isolation.Event, terms isolation.Terms, l api.Limits) error {
		if *dot != "" {
			return frame.Usage("--dot needs a table of certain readings: plans for tests that err have repairs and stops")
		}
		doc, err := isolation.Policy(cmd.Context(), t, seen, terms, l)
		if err != nil {
			return problemFailure(err)
		}
		if err := a.Emit(&diagPolicy{doc}); err != nil {
			return err
		}
		return notExact(cmd, doc.State, gapOpen)
	}
}

// deed prints an action.
func deed(a api.DiagAction) string {
	switch a.Do {
	case "name":
		return "name " + a.What
	case "unknown":
		return "not searched further"
	case "stop", "give up":
		return a.Do
	default:
		return a.Do + " " + a.What
	}
}

// boundsText prints bounds on a cost: one number if they are close.
func boundsText(b api.DiagBounds) string {
	if b.Gap <= 0.001 {
		return fmt.Sprintf("%.2f [exact to 0.1 %%]", b.Hi)
	}
	return fmt.Sprintf("%.2f to %.2f [bounds, %.1f %% apart]", b.Lo, b.Hi, 100*b.Gap)
}

// diagAdvice is the answer of next for a table whose tests err.
type diagAdvice struct{ *api.DiagAdvice }

func (d *diagAdvice) Text(p *text.Page) {
	p.Line("Do: %s.", deed(d.Action))
	p.Line("Expected cost from here: %s", boundsText(d.Cost))
	p.Line("Why: %s", d.why())
	p.Line("Now: %s.", likely(d.Faults))
	p.Line("Sure in the end: %s", d.confidence())
	if len(d.Answers) > 0 {
		p.Line("")
	}
	for _, e := range d.Answers {
		p.Line("  %5.1f %%  %s", 100*e.Chance, effect(e))
	}
	if len(d.Actions) < 2 {
		return
	}
	p.Line("")
	p.Line("Actions that may be best, and the expected cost if they come first:")
	for _, c := range d.Actions {
		p.Line("  %s: %s", deed(c.Action), boundsText(c.Cost))
	}
}

// why compares the plan with ending now.
func (d *diagAdvice) why() string {
	end := fmt.Sprintf("to %s now costs %.2f", deed(d.End.Action), d.End.Cost)
	if d.Action == d.End.Action {
		return end + "; nothing else is cheaper."
	}
	return fmt.Sprintf("%s; going on saves %.2f.", end, d.Saves)
}

// confidence prints the chance that the plan ends well, and how it was reached.
func (d *diagAdvice) confidence() string { return confidence(d.Sure, d.Scale) }

func confidence(sure, scale float64) string {
	if scale == 1 {
		return fmt.Sprintf("%.1f %%.", 100*sure)
	}
	return fmt.Sprintf("%.1f %%, with the price of being wrong times %.3g.", 100*sure, scale)
}

// effect prints a result and what follows.
func effect(e api.DiagEffect) string {
	if e.Then == nil {
		return e.Result + ": the job is done"
	}
	return fmt.Sprintf("%s: then %s (%s)", e.Result, deed(*e.Then), likely(e.Faults))
}

func (d *diagAdvice) Rows() [][]string {
	rows := [][]string{{"action", "low", "high"}}
	for _, c := range d.Actions {
		rows = append(rows, []string{deed(c.Action), fmt.Sprint(c.Cost.Lo), fmt.Sprint(c.Cost.Hi)})
	}
	return rows
}

func (d *diagAdvice) Document() any { return d.DiagAdvice }

// diagPolicy is the answer of solve for a table whose tests err.
type diagPolicy struct{ *api.DiagPolicy }

func (d *diagPolicy) Text(p *text.Page) {
	p.Line("Least expected cost: %s", boundsText(d.Cost))
	p.Line("To %s at once costs %.2f.", deed(d.End.Action), d.End.Cost)
	p.Line("Sure in the end: %s", confidence(d.Sure, d.Scale))
	p.Line("")
	p.Line("%s", deed(d.Steps.Action))
	movesText(p, d.Steps, "")
}

// movesText prints a plan, one line per result.
func movesText(p *text.Page, m *api.DiagMove, indent string) {
	for i, r := range m.Results {
		corner, more := "├─ ", "│  "
		if i == len(m.Results)-1 {
			corner, more = "└─ ", "   "
		}
		if r.Next == nil {
			p.Line("%s%s%s: done", indent, corner, r.Result)
			continue
		}
		p.Line("%s%s%s: %s (%.1f %%)", indent, corner, r.Result, deed(r.Next.Action), 100*r.Next.Chance)
		movesText(p, r.Next, indent+more)
	}
}

func (d *diagPolicy) Rows() [][]string {
	return [][]string{{"low", "high", "sure"}, {fmt.Sprint(d.Cost.Lo), fmt.Sprint(d.Cost.Hi), fmt.Sprint(d.Sure)}}
}

func (d *diagPolicy) Document() any { return d.DiagPolicy }

const diagReviewLong = `review compares each step of a finished job with the best one at that point, and prints what
should have been done first and what it would have saved. Give the job in order: readings
as TEST=READING, parts as "replace FAULT=failed" or "replace FAULT=works". The tests of the
table err; for certain readings see diag solve.`

func newDiagReview(a *app) *cobra.Command {
	var f diagFlags
	cmd := frame.Verb("review FILE TEST=READING ...", "compare a finished job with the best steps", diagReviewLong,
		`veil diag example fan | veil diag review - pressure=normal "replace leak=failed" "replace fan=works"`,
		`veil diag example fan | veil diag review - pressure=low "replace leak=works" --time 10s`)
	f.register(cmd)
	f.registerSure(cmd)
	cmd.Args = frame.OneTo(1 + diag.MaxTests)
	cmd.RunE = a.askingAny(&f, eitherTable{erring: func(cmd *cobra.Command, t *diag.Erring, seen []isolation.Event, terms isolation.Terms, l api.Limits) error {
		doc, err := isolation.Review(cmd.Context(), t, seen, terms, l)
		if err != nil {
			return problemFailure(err)
		}
		if err := a.Emit(&diagReview{doc}); err != nil {
			return err
		}
		return notExact(cmd, doc.State, gapOpen)
	}})
	return cmd
}

// diagReview is the answer of review.
type diagReview struct{ *api.DiagReview }

func (d *diagReview) Text(p *text.Page) {
	for i, s := range d.Steps {
		p.Line("%d. %s: %s", i+1, s.Did, stepVerdict(s))
	}
	p.Line("Paid: %.2f. Better choices would have saved %s in expectation.", d.Paid, lossText(d.Lost))
}

// stepVerdict prints what a step lost.
func stepVerdict(s api.DiagReviewed) string {
	if s.Action == s.Best {
		return "best."
	}
	return fmt.Sprintf("%s first would have saved %s.", deed(s.Best), lossText(s.Lost))
}

// lossText prints bounds on a loss.
func lossText(b api.DiagBounds) string {
	low, high := fmt.Sprintf("%.2f", b.Lo), fmt.Sprintf("%.2f", b.Hi)
	if low == high {
		return low
	}
	return low + " to " + high
}

func (d *diagReview) Rows() [][]string {
	rows := [][]string{{"did", "best", "lost low", "lost high"}}
	for _, s := range d.Steps {
		rows = append(rows, []string{s.Did, deed(s.Best), fmt.Sprint(s.Lost.Lo), fmt.Sprint(s.Lost.Hi)})
	}
	return rows
}

func (d *diagReview) Document() any { return d.DiagReview }

// runErring is the dialogue of run for a table whose tests err.
func (a *app) runErring(cmd *cobra.Command, t *diag.Erring, seen []isolation.Event, terms isolation.Terms, l api.Limits) error {
	d := &erringJob{app: a, table: t, seen: seen, terms: terms, limits: l, in: a.lines()}
	return d.run(cmd.Context())
}

// erringDone reports whether an action ends a job.
func erringDone(a api.DiagAction) bool { return a.Do == "stop" || a.Do == "give up" || a.Do == "name" }

// spelled returns the answer to an action as an event: the result alone, its number, or the event itself.
func spelled(now *api.DiagAdvice, line string) string {
	if strings.Contains(line, "=") {
		return line
	}
	for i, e := range now.Answers {
		if line == fmt.Sprint(i+1) {
			line = e.Result
		}
	}
	if now.Action.Do == "replace" {
		return deed(now.Action) + "=" + line
	}
	return now.Action.What + "=" + line
}
