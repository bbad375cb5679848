// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

const proveLong = `prove decides whether the board can be won without a guess: whether there is a plan that
opens every safe cell, wherever the mines are. check looks at the next move only; prove
looks at all of them. Exit code

  0  no guess is needed; --plan prints the plan
  1  a guess may be forced; the openings that lead there are printed
  4  not known: there are too many layouts, or a limit was reached

--board asks about one board whose mines are in FILE, as /prove/ in the web app does: whether cells
that are certainly safe win it after its first click, with the reason of each.

--proof writes a document that prove --check verifies without any search: it lists the
layouts again and replays the plan, or the openings, from each of them.`

// proveFlags are the flags of prove.
type proveFlags struct {
	boardFlags

	method methodFlag
	proof  string
	check  bool
	plan   bool
	board  bool
	click  string
}

func newMinesProve(a *app) *cobra.Command {
	var f proveFlags
	cmd := frame.Verb("prove [FILE]", "prove that a position can be won without a guess", proveLong,
		"printf '4x3/2\\n....\\n1221\\n0000\\n' | veil mines prove --proof board.proof",
		"veil mines gen 5x5/3 --seed 3 | veil mines prove --plan --method GL-DBU")
	f.register(cmd)
	f.method.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.proof, "proof", "", "write the proof to `FILE`")
	frame.Written(flags, "proof")
	flags.BoolVar(&f.check, "check", false, "FILE is a proof: replay it from every layout")
	flags.BoolVar(&f.plan, "plan", false, "print the whole plan")
	flags.BoolVar(&f.board, "board", false, "FILE has the mines: judge this board, step by step")
	flags.StringVar(&f.click, "click", "", "first `CELL` of --board, if FILE has no moves")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case f.click != "" && !f.board:
			return frame.Usage("--click needs --board", "the first click of a position is in its numbers")
		case f.board && !f.check:
			return a.proveBoard(cmd, f, args)
		case !f.check:
			return a.answerBoard(cmd, f.boardFlags, args, asked{}, f.prove)
		case len(args) == 0:
			return frame.Usage("--check needs the name of a proof", "a proof is written by: veil mines prove FILE --proof NAME")
		}
		ctx, cancel := api.WithTime(cmd.Context(), f.time)
		defer cancel()
		if f.board {
			return a.checkSolution(ctx, args[0])
		}
		return a.checkMinesProof(ctx, args[0], f)
	}
	return cmd
}

// prove answers about one board.
func (f *proveFlags) prove(ctx context.Context, a *app, q asked) (frame.Printable, error) {
	method, err := f.method.read()
	if err != nil {
		return nil, err
	}
	ctx, cancel := api.WithTime(ctx, q.time)
	defer cancel()
	cfg := andor.Config{}
	done := a.showStats(&cfg)
	p, err := analysis.ProveBy(ctx, q.View, method, api.Limits{}.Of(q.budget()), cfg.Progress)
	done()
	if err != nil {
		return nil, problemFailure(err)
	}
	if f.proof != "" && p.Verdict != analysis.NotDecided {
		if err := a.saveProof(f.proof, p); err != nil {
			return nil, err
		}
	}
	ans := &provedAnswer{p, *f, q.View.Rules}
	switch p.Verdict {
	case analysis.NoGuess:
		return ans, nil
	case analysis.MayGuess:
		return ans, frame.AnsweredNo()
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return ans, interrupted()
	}
	return ans, &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget, What: p.Cut, Notes: []string{"Raise --time or --memory."}}
}

// checkMinesProof replays a proof and prints whether it is valid.
func (a *app) checkMinesProof(ctx context.Context, name string, f proveFlags) error {
	p, err := readProofFile(a, name, "veil mines prove", analysis.ReadProof)
	if err != nil {
		return err
	}
	report, err := p.Check(ctx, api.Limits{Memory: int64(f.memory)})
	if err != nil && !errors.Is(err, proof.ErrRejected) {
		return problemFailure(api.ProblemOf(err))
	}
	ans := &minesChecked{Holds: err == nil, Verdict: p.Verdict, Layouts: p.Layouts, Steps: report.Steps}
	if err != nil {
		ans.Why = err.Error()
	}
	if err := a.Emit(ans); err != nil || ans.Holds {
		return err
	}
	return frame.AnsweredNo()
}

// provedAnswer is the answer of prove.
type provedAnswer struct {
	*analysis.Proof

	flags proveFlags
	rules mines.Rules
}

// fit says for what the verdict holds.
func (r *provedAnswer) fit() string {
	switch {
	case r.First == nil:
		return text.Plural(r.Layouts, "layout")
	case r.Verdict != analysis.NoGuess || len(r.First.Winning) == r.First.Possible:
		return "any first click"
	default:
		return fmt.Sprintf("%d of %d first clicks", len(r.First.Winning), r.First.Possible)
	}
}

// clicksText names the first clicks that win, if others do not.
func (r *provedAnswer) clicksText(p *text.Page) {
	if r.First == nil || len(r.First.Winning) == r.First.Possible {
		return
	}
	var names []string
	for _, c := range r.First.Winning {
		names = append(names, r.rules.Name(c))
	}
	p.Line("")
	p.Line("First clicks that win: %s.", text.ShortList(names, 90))
	if n := r.First.Undecided; n > 0 {
		p.Line("Not known for %s.", text.Plural(n, "first click"))
	}
}

func (r *provedAnswer) Text(p *text.Page) {
	fit := r.fit()
	switch r.Verdict {
	case analysis.NoGuess:
		p.Line("NO GUESS NEEDED  proved        %s, %s opened at most", fit, text.Plural(r.Plan.Plies, "cell"))
		r.clicksText(p)
		r.planText(p)
	case analysis.MayGuess:
		p.Line("A GUESS MAY BE FORCED  proved        %s", fit)
		p.Line("")
		p.Line("%s", forcedText(&r.Guesses[0]))
		if n := len(r.Guesses); n > 1 {
			p.Line("The same is proved for the other %d first clicks.", n-1)
		}
	default:
		p.Line("NOT KNOWN  %s        %s", r.Cut, fit)
	}
	if r.flags.proof != "" && r.Verdict != analysis.NotDecided {
		p.Advise("verify with: veil mines prove --check %s", r.flags.proof)
	}
}

func (r *provedAnswer) planText(p *text.Page) {
	if len(r.Plan.Nodes) == 0 {
		return
	}
	p.Line("")
	if !r.flags.plan {
		p.Line("Open %s first.", r.Plan.Nodes[0].Try)
		p.Advise("the whole plan: --plan")
		return
	}
	var out bytes.Buffer
	if err := r.Plan.WriteText(&out, nil); err == nil { // a buffer accepts everything
		p.Line("%s", strings.TrimRight(out.String(), "\n"))
	}
}

// forcedText describes how a guess is forced.
func forcedText(g *api.MinesForced) string {
	if len(g.Opened) == 0 {
		return "Every hidden cell is a mine in some layout."
	}
	var steps []string
	for _, o := range g.Opened {
		steps = append(steps, fmt.Sprintf("%s shows %d", o.Cell, o.Shows))
	}
	return "If " + text.ShortList(steps, 90) + ",\nevery cell that is still hidden is a mine in some layout."
}

func (r *provedAnswer) Rows() [][]string {
	return [][]string{{"verdict", "layouts", "cut"}, {r.Verdict, strconv.Itoa(r.Layouts), r.Cut}}
}

func (r *provedAnswer) Document() any { return r.MinesProof }

// minesChecked is the answer of prove --check.
type minesChecked struct {
	Holds   bool   `json:"holds"`
	Verdict string `json:"verdict"`
	Layouts int    `json:"layouts"`
	Steps   int    `json:"steps"`
	Why     string `json:"why,omitempty"`
}

func (c *minesChecked) Text(p *text.Page) {
	if !c.Holds {
		p.Line("NOT PROVED: %s", c.Why)
		return
	}
	title := map[string]string{analysis.NoGuess: "NO GUESS NEEDED", analysis.MayGuess: "A GUESS MAY BE FORCED"}[c.Verdict]
	if c.Layouts == 0 { // one board, which is won
		p.Line("%s  verified        %d steps replayed", title, c.Steps)
		return
	}
	p.Line("%s  verified        %s, %d steps replayed", title, text.Plural(c.Layouts, "layout"), c.Steps)
}

func (c *minesChecked) Rows() [][]string {
	return [][]string{
		{"holds", "verdict", "layouts", "steps", "why"},
		{strconv.FormatBool(c.Holds), c.Verdict, strconv.Itoa(c.Layouts), strconv.Itoa(c.Steps), c.Why},
	}
}

func (c *minesChecked) Document() any { return c }
