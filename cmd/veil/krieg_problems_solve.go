// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

const kriegProblemsSolveLong = `solve checks the stored proofs of a problem, or of a whole set, with the independent
checker, solves it again, and compares. Exit code 0 means that everything agrees, 1 that
something does not, 4 that a limit was reached first.

With --interleave GL-DBU finds the boards during its search, and only as many as it needs: a
near miss is often refuted by a few. Finding them is then part of the time.`

// solveFlags are the flags of solve.
type solveFlags struct {
	file   string
	method methodFlag
	states int64
	first  int
	// interleave finds the boards during the search.
	interleave bool
}

func newKriegProblemsSolve(a *app) *cobra.Command {
	var f solveFlags
	cmd := frame.Verb("solve ID|SET", "check the proofs, and solve again", kriegProblemsSolveLong,
		"veil krieg problems solve "+exampleProblem, "veil krieg problems solve seed-3 --first 10 --method GL-DBU")
	flags := cmd.Flags()
	flags.StringVar(&f.file, "file", "", "look in this `FILE` instead of the published sets")
	f.method.register(cmd)
	flags.Int64Var(&f.states, "states", 0, "limit of hidden states per problem (default: no limit)")
	flags.IntVar(&f.first, "first", 0, "only the first `N` problems of a set (default: all)")
	flags.BoolVar(&f.interleave, "interleave", false, "find the boards while searching, by GL-DBU")
	cmd.MarkFlagsMutuallyExclusive("method", "interleave")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		list, err := a.problemsNamed(args[0], f.file)
		if err != nil {
			return err
		}
		if f.first > 0 && f.first < len(list) {
			list = list[:f.first]
		}
		return a.solveProblems(cmd.Context(), list, f)
	}
	return cmd
}

// problemsNamed returns one problem by name, or a whole set.
func (a *app) problemsNamed(name, file string) ([]composed.Problem, error) {
	if strings.Count(name, "-") > 1 && !strings.HasSuffix(name, composed.Ending) {
		p, err := a.findProblem(name, file)
		if err != nil {
			return nil, err
		}
		return []composed.Problem{*p}, nil
	}
	return a.readSet(name)
}

func (a *app) solveProblems(ctx context.Context, list []composed.Problem, f solveFlags) error {
	method, err := f.method.read()
	if err != nil {
		return err
	}
	ans := &solved{Schema: "krieg.solved/1", Method: f.method.name}
	if f.interleave {
		ans.Method = "GL-DBU, interleaved"
	}
	line := a.ShowProgress("solving %s", text.Plural(len(list), "problem"))
	defer line.Done()
	for i := range list {
		if ctx.Err() != nil {
			break
		}
		line.Show("problem %d of %d", i+1, len(list))
		row, err := f.solveAgain(ctx, &list[i], method)
		if err != nil {
			return err
		}
		ans.Problems = append(ans.Problems, row)
	}
	ans.count()
	if err := a.Emit(ans); err != nil {
		return err
	}
	return ans.exit(len(list))
}

// solved is the answer of solve.
type solved struct {
	Schema   string          `json:"schema"`
	Method   string          `json:"method"`
	Agree    int             `json:"agree"`
	Disagree int             `json:"disagree"`
	Unknown  int             `json:"unknown"`
	Proved   int             `json:"proved"` // verdicts with a valid stored certificate
	States   int64           `json:"states"`
	Problems []solvedProblem `json:"problems"`
}

// solvedProblem is the result of one problem.
type solvedProblem struct {
	ID      string `json:"id"`
	Claimed string `json:"claimed"`
	Checked string `json:"checked"` // "plan", "refutation", "none", or the fault
	Found   string `json:"found"`
	States  int64  `json:"states"`
	Boards  int    `json:"boards"` // that fit the history, or that were examined if interleaved
}

func (f *solveFlags) solveAgain(ctx context.Context, p *composed.Problem, method baseline.Config) (solvedProblem, error) {
	out := solvedProblem{ID: p.ID, Claimed: p.Verdict, Checked: "none"}
	switch proved, err := p.Check(ctx); {
	case err != nil:
		out.Checked = err.Error()
	case proved && p.Verdict == composed.Mate:
		out.Checked = "plan"
	case proved:
		out.Checked = "refutation"
	}
	r, boards, err := f.prove(ctx, p, method)
	if err != nil {
		return out, frame.Usage(p.ID + ": " + err.Error())
	}
	out.States, out.Boards = r.Stats.States, boards
	out.Found = map[andor.Verdict]string{andor.Proved: composed.Mate, andor.Disproved: composed.NearMiss, andor.Unknown: "unknown"}[r.Verdict]
	return out, nil
}

// prove solves one problem, and returns the number of boards used.
func (f *solveFlags) prove(ctx context.Context, p *composed.Problem, method baseline.Config) (andor.Result, int, error) {
	cfg := andor.Config{States: f.states}
	if f.interleave {
		return p.Interleaved(ctx, cfg)
	}
	m, states, err := p.States(ctx)
	if err != nil {
		return andor.Result{}, 0, err
	}
	r, err := baseline.Prove(ctx, deduction.Rules(m), states, p.Plies, method, cfg)
	return r, len(states), err
}

// count counts the results.
func (s *solved) count() {
	for _, p := range s.Problems {
		s.States += p.States
		switch {
		case p.Found == "unknown":
			s.Unknown++
		case p.agrees():
			s.Agree++
		default:
			s.Disagree++
		}
		if p.Checked == "plan" || p.Checked == "refutation" {
			s.Proved++
		}
	}
}

func (p *solvedProblem) agrees() bool {
	return p.Found == p.Claimed && (p.Checked == "plan" || p.Checked == "refutation" || p.Checked == "none" && p.Claimed == composed.NearMiss)
}

func (s *solved) exit(want int) error {
	switch {
	case s.Disagree > 0:
		return frame.AnsweredNo()
	case s.Unknown > 0 || len(s.Problems) < want:
		return &frame.Failure{
			Code: frame.ExitBudget, Kind: frame.KindBudget,
			What: fmt.Sprintf("%d of %d problems were decided", s.Agree+s.Disagree, want),
		}
	default:
		return nil
	}
}

func (s *solved) Text(p *text.Page) {
	for _, q := range s.Problems {
		if len(s.Problems) <= 20 || !q.agrees() {
			p.Line("%-14s %-10s found %-10s certificate: %-11s %5d boards %12s states", q.ID, q.Claimed, q.Found, q.Checked, q.Boards, text.Thousands(q.States))
		}
	}
	p.Line("%d agree, %d disagree, %d not decided; %d verdicts are proved by stored certificates; %s states by %s",
		s.Agree, s.Disagree, s.Unknown, s.Proved, text.Thousands(s.States), s.Method)
}

func (s *solved) Rows() [][]string {
	rows := [][]string{{"id", "claimed", "checked", "found", "boards", "states"}}
	for _, q := range s.Problems {
		rows = append(rows, []string{q.ID, q.Claimed, q.Checked, q.Found, strconv.Itoa(q.Boards), strconv.FormatInt(q.States, 10)})
	}
	return rows
}

func (s *solved) Document() any { return s }
