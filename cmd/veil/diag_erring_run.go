// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
)

// erringJob is a dialogue about a machine whose tests err.
type erringJob struct {
	*app

	table  *diag.Erring
	seen   []isolation.Event
	terms  isolation.Terms
	limits api.Limits
	in     *bufio.Scanner
	now    *api.DiagAdvice
}

// lines returns a reader of answers.
func (a *app) lines() *bufio.Scanner { return bufio.NewScanner(a.Stdin) }

func (d *erringJob) say(format string, args ...any) { fmt.Fprintf(d.Stdout, format+"\n", args...) }

// run asks for results until the job ends or the input does.
func (d *erringJob) run(ctx context.Context) (err error) {
	for {
		if d.now, err = isolation.Advise(ctx, d.table, d.seen, d.terms, d.limits); err != nil {
			return problemFailure(err)
		}
		d.Line.Swap(nil).Done()
		d.propose()
		if erringDone(d.now.Action) {
			return nil
		}
		e, err := d.answer(ctx)
		switch {
		case ctx.Err() != nil:
			return interrupted()
		case err != nil:
			return err
		case e == nil:
			d.say("The job is not finished. Possible: %s.", likely(d.now.Faults))
			return frame.AnsweredNo()
		case e.Works:
			d.say("The job is done. Paid: %.2f.", d.now.Paid+d.now.Price)
			return nil
		}
		d.seen = append(d.seen, *e)
	}
}

// propose prints what to do now and its possible results.
func (d *erringJob) propose() {
	n := d.now
	d.say("")
	d.say("Do: %s   (expected cost from here: %s)", deed(n.Action), boundsText(n.Cost))
	for i, e := range n.Answers {
		d.say("  %d  %s (%.0f %%)", i+1, e.Result, 100*e.Chance)
	}
	if erringDone(n.Action) {
		d.say("Now: %s. Paid: %.2f.", likely(n.Faults), n.Paid)
	}
}

// answer reads lines until one is an event; nil at the end of the input.
func (d *erringJob) answer(ctx context.Context) (*isolation.Event, error) {
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
			return nil, err
		}
		switch line := strings.TrimSpace(string(text)); line {
		case "quit":
			return nil, nil
		case "":
		case "why":
			d.say("%s", (&diagAdvice{d.now}).why())
		case "undo":
			if len(d.seen) > 0 {
				d.seen = d.seen[:len(d.seen)-1]
			}
			if d.now, err = isolation.Advise(ctx, d.table, d.seen, d.terms, d.limits); err != nil {
				return nil, err
			}
			d.propose()
		default:
			if e := d.hear(line); e != nil {
				return e, nil
			}
		}
	}
}

// hear parses an answer; nil if it is not understood, or nothing explains it.
func (d *erringJob) hear(line string) *isolation.Event {
	list, err := isolation.Events(d.table, []string{spelled(d.now, line)})
	if err == nil {
		err = isolation.Explains(d.table, append(slices.Clip(d.seen), list...))
	}
	if err != nil {
		d.say("%v", api.ProblemOf(err).Detail)
		return nil
	}
	d.say("%s", spelled(d.now, line))
	return &list[0]
}
