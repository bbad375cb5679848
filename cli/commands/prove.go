// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

const proveLong = `prove decides whether one plan wins a problem whatever is hidden and whatever happens, within
a number of plies. It searches with more and more plies, so the plan is the shortest. Every
plan is replayed by an independent checker before it is printed. Exit code

  0  proved, or the stored proof holds
  1  no plan wins within --within plies, or the stored proof does not hold
  4  not known: a limit was reached

--method is a method of Russell & Wolfe 2005, or veil's own. --proof writes the plan as a
document; --check replays one instead of searching. Positions of games have commands of
their own: veil mines prove, veil krieg mate, veil diag prove.`

// proveFlags are the flags of prove.
type proveFlags struct {
	rules        string
	question     play.ProofQuestion
	time         time.Duration
	memory       frame.ByteSize
	store, check string
}

func newProve(a *app) *cobra.Command {
	f := proveFlags{memory: 512 << 20}
	domain := a.provable()
	cmd := frame.Verb("prove DOMAIN", "prove that a plan wins a problem whatever is hidden", proveLong,
		fmt.Sprintf("veil prove %s --within 3 --method GL-DBU", domain), fmt.Sprintf("veil prove %s --within 4 --json", domain))
	flags := cmd.Flags()
	flags.StringVar(&f.rules, "rules", "", "rules of the domain, as `JSON`")
	flags.IntVar(&f.question.Plies, "within", 0, "limit of `N` plies (default: as many as any plan needs, where that is known)")
	flags.StringVar(&f.question.Method, "method", "veil", "`METHOD` of the search: veil, or one of the paper: "+strings.Join(baseline.Names(), ", "))
	flags.Int64Var(&f.question.Nodes, "nodes", 0, "limit of beliefs expanded (default: no limit)")
	flags.Int64Var(&f.question.States, "states", 0, "limit of hidden states (default: no limit)")
	flags.DurationVar(&f.time, "time", 0, "time limit, e.g. 15s (default: no limit)")
	flags.Var(&f.memory, "memory", "memory limit, e.g. 64MB")
	flags.StringVar(&f.store, "proof", "", "write the plan to `FILE`")
	frame.Written(flags, "proof")
	flags.StringVar(&f.check, "check", "", "replay the plan in `FILE`")
	frame.CompleteFlag(cmd, "method", append([]string{"veil"}, baseline.Names()...)...)
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.prove(cmd.Context(), args[0], f) }
	return cmd
}

// provable returns the name of a domain with a prover, for the examples in help.
func (a *app) provable() string {
	for _, d := range a.domains {
		opened, err := d.Open(nil)
		if err != nil {
			continue
		}
		if how, _ := opened.Proves(); how == play.PlaysYes {
			return d.Name
		}
	}
	return a.trial.Domain
}

func (a *app) prove(ctx context.Context, domain string, f proveFlags) error {
	opened, err := a.domains.OpenWith(play.Typed(a.Dir), domain, json.RawMessage(f.rules))
	if err != nil {
		return frame.Usage(err.Error())
	}
	if how, lacks := opened.Proves(); how == play.PlaysNo {
		return frame.Usage(domain+": no proof is possible: the problem lacks "+strings.Join(lacks, " and "), "see: veil methods "+domain)
	}
	if f.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.time)
		defer cancel()
	}
	if f.check != "" {
		return a.checkPlan(ctx, opened.Prover, f.check)
	}
	f.question.Plies = cmp.Or(f.question.Plies, opened.Prover.Enough)
	if f.question.Plies < 1 || f.question.Plies > proof.MaxPlies {
		return frame.Usage(fmt.Sprintf("--within %d: want 1 to %d plies", f.question.Plies, proof.MaxPlies))
	}
	f.question.Memory = int64(f.memory)
	return a.searchPlan(ctx, opened.Prover, f)
}

// searchPlan searches for a plan, has it checked, and stores it if asked to.
func (a *app) searchPlan(ctx context.Context, p *play.Prover, f proveFlags) error {
	found, err := p.Prove(ctx, f.question)
	if err != nil {
		return frame.Usage(err.Error())
	}
	ans := &planAnswer{
		Schema: "play.proof/1", Method: f.question.Method, Verdict: found.Verdict, Plies: found.Plies, Starts: found.Starts, Nodes: found.Nodes, States: found.States, Plan: found.Plan,
		first: found.First, firstOf: found.FirstOf,
	}
	if found.Plan != nil {
		if err := p.Check(ctx, found.Plan); err != nil {
			return fmt.Errorf("the checker rejects the plan: %w", err)
		}
		ans.Checked = true
		if err := a.storePlan(f.store, found.Plan); err != nil {
			return err
		}
	}
	if err := a.Emit(ans); err != nil {
		return err
	}
	switch found.Verdict {
	case "proved":
		return nil
	case "disproved":
		return frame.AnsweredNo()
	}
	return &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget, What: fmt.Sprintf("not known: %v", found.Cut), Notes: []string{"Raise --time, --memory, --nodes or --states."}}
}

func (a *app) storePlan(name string, plan *proof.Plan) error {
	if name == "" {
		return nil
	}
	document, err := json.Marshal(plan)
	if err == nil {
		err = os.WriteFile(a.Path(name), append(document, '\n'), 0o644)
	}
	if err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot write the plan: " + err.Error(), Cause: err}
	}
	return nil
}

// checkPlan replays a stored plan.
func (a *app) checkPlan(ctx context.Context, p *play.Prover, name string) error {
	file, err := os.Open(a.Path(name))
	if err != nil {
		return frame.Usage(err.Error())
	}
	defer file.Close() //nolint:errcheck // it was only read
	plan, err := proof.ReadPlan(file)
	if err != nil {
		return frame.Usage(name + ": " + err.Error())
	}
	err = p.Check(ctx, plan)
	if err != nil && !errors.Is(err, proof.ErrRejected) {
		return err
	}
	ans := &planAnswer{Schema: "play.proof/1", Verdict: "proved", Plies: plan.Plies, Checked: true}
	if err != nil {
		ans.Verdict, ans.Checked, ans.Why = "unknown", false, err.Error()
	}
	if err := a.Emit(ans); err != nil || ans.Checked {
		return err
	}
	return frame.AnsweredNo()
}

// planAnswer is the answer of prove.
type planAnswer struct {
	Schema  string      `json:"schema"`
	Method  string      `json:"method,omitempty"`
	Verdict string      `json:"verdict"`
	Plies   int         `json:"plies"`
	Checked bool        `json:"checked"`
	Starts  int         `json:"starts,omitempty"`
	Nodes   int64       `json:"nodes,omitempty"`
	States  int64       `json:"states,omitempty"`
	Plan    *proof.Plan `json:"plan,omitempty"`
	Why     string      `json:"why,omitempty"`

	first   []string
	firstOf int
}

func (d *planAnswer) Text(p *text.Page) {
	switch {
	case d.Why != "":
		p.Line("NOT A PROOF  %s", d.Why)
	case d.Verdict == "disproved":
		p.Line("NO PLAN  proved        none wins within %s (%s made by %s)", plies(d.Plies), text.Plural(int(d.States), "state"), d.Method)
	case d.Plan == nil && d.Checked:
		p.Line("PROVED  the plan wins within %s", plies(d.Plies))
	case d.Plan != nil:
		p.Line("PROVED  and checked        wins from all %s within %s (%s made by %s)", text.Plural(d.Starts, "hidden state"), plies(d.Plies), text.Plural(int(d.States), "state"), d.Method)
		if d.firstOf > 0 {
			p.Line("%d of %d first actions win: %s", len(d.first), d.firstOf, text.ShortList(d.first, 90))
		}
		p.Line("")
		_ = d.Plan.WriteText(p, nil) // a page does not fail
	default:
		p.Line("NOT KNOWN  within %s", plies(d.Plies))
	}
}

func (d *planAnswer) Rows() [][]string {
	return [][]string{{"verdict", "plies", "checked", "states"}, {d.Verdict, fmt.Sprint(d.Plies), fmt.Sprint(d.Checked), fmt.Sprint(d.States)}}
}

func (d *planAnswer) Document() any { return d }

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}
