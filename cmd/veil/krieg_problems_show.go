// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
)

const kriegProblemsShowLong = `show prints a problem: what White heard and, unless --question leaves it to you, the
answer and its plan. The history can be given to veil krieg belief, why and mate.`

func newKriegProblemsShow(a *app) *cobra.Command {
	var file string
	var question bool
	cmd := frame.Verb("show ID", "print a problem and its answer", kriegProblemsShowLong,
		"veil krieg problems show "+exampleProblem, "veil krieg problems show "+exampleProblem+" --question | veil krieg belief")
	cmd.Flags().StringVar(&file, "file", "", "look in this `FILE` instead of the published sets")
	cmd.Flags().BoolVar(&question, "question", false, "print the history alone, as a referee log")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.findProblem(args[0], file)
		if err != nil {
			return err
		}
		if question {
			return a.Print([]byte(p.History))
		}
		return a.Emit(&problemAnswer{Problem: p, ctx: cmd.Context()})
	}
	return cmd
}

// exampleProblem is a published problem with a mate.
const exampleProblem = "seed-3-118"

// problemAnswer is a problem to print.
type problemAnswer struct {
	*composed.Problem

	ctx context.Context // may end the reconstruction of the boards
}

func (q *problemAnswer) Text(p *text.Page) {
	p.Line("%s", strings.TrimSuffix(q.History, "\n"))
	p.Line("")
	p.Line("%s", verdictLine(q.Problem))
	m, states, err := q.States(q.ctx)
	if err != nil || q.Plan == nil {
		return
	}
	part := states
	if len(q.Covered) > 0 {
		part = nil
		for _, i := range q.Covered {
			part = append(part, states[i])
		}
	}
	var plan bytes.Buffer
	if err := deduction.WriteText(&plan, m, &krieg.Case{States: part}, q.Plan, nil); err == nil {
		p.Line("")
		p.Write(plan.Bytes())
	}
	p.Advise("check it: veil krieg problems solve %s", q.ID)
}

func (q *problemAnswer) Rows() [][]string {
	return [][]string{{"id", "verdict", "plies", "boards"}, {q.ID, q.Verdict, strconv.Itoa(q.Plies), strconv.Itoa(q.Boards)}}
}

func (q *problemAnswer) Document() any {
	return struct {
		Schema string `json:"schema"`
		*composed.Problem
	}{"krieg.problem/1", q.Problem}
}
