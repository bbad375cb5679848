// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/text"
)

const diagRunLong = `run asks for one reading after the other until the fault is found, and prints after each
the faults still possible. Answer with a reading or its number; TEST=READING reports another test
than the one proposed. "undo" takes the last reading back, "why" compares the tests, "quit"
ends. Answers may also come from a pipe, one per line. FILE cannot be "-", because answers
come from standard input.

If the tests of the table err, the action may be a replacement: answer "works" or "failed".

  0  the fault is found
  1  it is not: the answers ended before`

func newDiagRun(a *app) *cobra.Command {
	var f diagFlags
	cmd := frame.Verb("run FILE [TEST=READING ...]", "find a fault, reading by reading", diagRunLong,
		"veil diag example network > network.csv",
		`printf 'answers\nanswers\nworks\n' | veil diag run network.csv`)
	f.register(cmd)
	f.registerSure(cmd)
	cmd.Args = frame.OneTo(1 + diag.MaxTests)
	ask := a.askingAny(&f, eitherTable{erring: a.runErring, certain: func(cmd *cobra.Command, t *diag.Table, seen []diag.Reading, limits api.Limits) error {
		s, err := isolation.NewSession(cmd.Context(), t, seen, limits)
		if err != nil {
			return problemFailure(err)
		}
		a.Line.Swap(nil).Done() // the dialogue begins
		d := &diagnosis{app: a, Session: s, in: bufio.NewScanner(a.Stdin)}
		return d.run(cmd.Context())
	}})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if args[0] == "-" {
			return frame.Usage(`run reads answers from standard input: give the table as a file`)
		}
		return ask(cmd, args)
	}
	return cmd
}

// diagnosis is a dialogue about a fault.
type diagnosis struct {
	*app
	*isolation.Session

	in *bufio.Scanner
}

func (d *diagnosis) say(format string, args ...any) {
	fmt.Fprintf(d.Stdout, format+"\n", args...)
}

// run asks for readings until the fault is found or the input ends.
func (d *diagnosis) run(ctx context.Context) error {
	for {
		if d.Now().Found {
			d.say("It is %s.", orOf(d.Now().Left))
			return nil
		}
		d.propose()
		more, err := d.answer(ctx)
		switch {
		case ctx.Err() != nil:
			return interrupted()
		case err != nil:
			return err
		case !more:
			d.say("The fault is not found. Possible: %s.", likely(d.Now().Left))
			return frame.AnsweredNo()
		}
	}
}

// propose prints the next test and its possible readings.
func (d *diagnosis) propose() {
	n := d.Now()
	d.say("")
	d.say("Test: %s   (expected cost until the fault is found: %s)", n.Test, costText(n.Cost))
	wide := 0
	for _, a := range n.Answer {
		wide = max(wide, len([]rune(a.Reading)))
	}
	for i, a := range n.Answer {
		d.say("  %d  %-*s  %3.0f %%  %s", i+1, wide, a.Reading, 100*a.Chance, few(a.Left))
	}
}

// answer processes lines until one changes the diagnosis; more is false at the end of the input.
func (d *diagnosis) answer(ctx context.Context) (more bool, err error) {
	for {
		if d.StdinTTY {
			fmt.Fprint(d.Stdout, "> ")
		}
		text, err := frame.UntilDone(ctx, func() ([]byte, error) {
			if !d.in.Scan() {
				return []byte("quit"), d.in.Err()
			}
			return d.in.Bytes(), nil
		})
		if err != nil {
			return false, err
		}
		line := strings.TrimSpace(string(text))
		if done, err := d.hear(ctx, line); done || err != nil || line == "quit" {
			return line != "quit", err
		}
	}
}

// hear processes one line, and reports whether it changed the diagnosis.
func (d *diagnosis) hear(ctx context.Context, line string) (changed bool, err error) {
	switch line {
	case "", "quit":
		return false, nil
	case "why":
		var p text.Page
		(&diagNext{d.Now()}).Text(&p)
		_, err := p.WriteTo(d.Stdout)
		return false, err
	case "undo":
		undone, err := d.Undo(ctx)
		if !undone && err == nil {
			d.say("There is no reading to take back.")
		}
		return undone, err
	}
	if err := d.Hear(ctx, line); err != nil {
		if ctx.Err() != nil {
			return false, err
		}
		d.say("%v", err)
		return false, nil
	}
	seen := d.Now().Seen
	d.say("%s: %s possible: %s.", seen[len(seen)-1], text.Plural(len(d.Now().Left), "fault"), likely(d.Now().Left))
	return true, nil
}

// mostNames is the maximum number of faults named in a line.
const mostNames = 4

// likely lists the most likely faults with their probabilities.
func likely(left []api.DiagFault) string {
	var names []string
	for _, f := range left {
		names = append(names, fmt.Sprintf("%s (%.0f %%)", f.Fault, 100*f.Chance))
	}
	return few(names)
}

// few joins names, and counts those beyond mostNames.
func few(names []string) string {
	if len(names) <= mostNames {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:mostNames-1], ", "), len(names)-mostNames+1)
}
