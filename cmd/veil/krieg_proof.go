// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg/composed"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/proof"
)

const kriegProofLong = `proof prints the proof that veil krieg mate wrote, in the form that --as names:

  text  for people
  json  the plans and refutations alone
  dot   for Graphviz
  pgn   for chess programs: a game for each hidden board, the replies as variations

With --check it reads the question again, finds every board that fits, and replays the
proof from each of them with the rules alone: nothing of the search is used. Exit code 0
means that the proof holds, 1 that it does not.`

func newKriegProof(a *app) *cobra.Command {
	var check bool
	var as string
	var boards int
	cmd := frame.Verb("proof FILE", "print a proof, or check it", kriegProofLong,
		anderson1+" | veil krieg mate --proof a1.proof",
		"veil krieg proof a1.proof --check")
	flags := cmd.Flags()
	flags.BoolVar(&check, "check", false, "replay the proof from every board")
	flags.StringVar(&as, "as", "text", "`FORM` to print: "+strings.Join(proofForms(), ", "))
	flags.IntVar(&boards, "max-boards", composed.MaxBoards, "limit of boards held")
	frame.CompleteFlag(cmd, "as", proofForms()...)
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !slices.Contains(proofForms(), as) {
			return frame.Usage(fmt.Sprintf("--as %q: want %s", as, deduction.OrList(proofForms())), text.DidYouMean(as, proofForms())...)
		}
		d, err := a.readProof(args[0])
		if err != nil {
			return err
		}
		if check {
			return a.checkProof(cmd.Context(), d, boards)
		}
		return a.printProof(cmd.Context(), d, as, boards)
	}
	return cmd
}

func proofForms() []string { return []string{"text", "json", "dot", "pgn"} }

func (a *app) readProof(name string) (*deduction.Document, error) {
	return readProofFile(a, name, "veil krieg mate", deduction.ReadDocument)
}

// readProofFile reads a proof from a file.
func readProofFile[P any](a *app, name, command string, read func(io.Reader) (P, error)) (p P, err error) {
	file, err := os.Open(a.Path(name))
	if err != nil {
		return p, a.Unreadable(name, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if p, err = read(file); err != nil {
		return p, &frame.Failure{
			Code: frame.ExitUsage, Kind: frame.KindMalformed, What: name + ": " + err.Error(), Cause: err,
			Notes: []string{"a proof is written by: " + command + " FILE --proof NAME"},
		}
	}
	return p, nil
}

// saveProof writes a proof to a file.
func (a *app) saveProof(name string, p any) error {
	text, err := json.Marshal(p)
	if err == nil {
		err = os.WriteFile(a.Path(name), append(text, '\n'), 0o644)
	}
	if err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot write the proof: " + err.Error(), Cause: err}
	}
	return nil
}

// checkProof replays a proof and prints whether it is valid.
func (a *app) checkProof(ctx context.Context, d *deduction.Document, boards int) error {
	doc, err := deduction.CheckProof(ctx, d, boards)
	if err != nil {
		return proofFailure(err)
	}
	ans := &checkAnswer{KriegCheck: doc, plies: d.Plies}
	if !a.Output.Quiet {
		if err := a.Emit(ans); err != nil {
			return err
		}
	}
	if !ans.Holds {
		return frame.AnsweredNo()
	}
	return nil
}

// proofFailure explains a proof whose question is invalid or too large.
func proofFailure(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, veil.ErrTooHard):
		return &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget, What: "the proof: " + err.Error(), Notes: []string{"raise --max-boards"}, Cause: err}
	}
	p := api.NewProblem(api.Malformed, "the proof: "+err.Error(), "")
	if errors.Is(err, veil.ErrImpossible) {
		p.Type = api.Contradictory
	}
	return problemFailure(p)
}

// checkAnswer is the answer of proof --check.
type checkAnswer struct {
	*api.KriegCheck

	plies int
}

func (c *checkAnswer) Text(p *text.Page) {
	if !c.Holds {
		p.Line("NOT PROVED: %s", c.Why)
		return
	}
	p.Line("%s IN %d  verified        %s, %d nodes, %d steps replayed",
		strings.ToUpper(c.Verdict), (c.plies+1)/2, positions(c.Boards), c.Nodes, c.Steps)
}

func (c *checkAnswer) Rows() [][]string {
	return [][]string{
		{"holds", "verdict", "boards", "nodes", "steps", "why"},
		{strconv.FormatBool(c.Holds), c.Verdict, strconv.Itoa(c.Boards), strconv.Itoa(c.Nodes), strconv.Itoa(c.Steps), c.Why},
	}
}

func (c *checkAnswer) Document() any { return c.KriegCheck }

// printProof prints a proof in a form.
func (a *app) printProof(ctx context.Context, d *deduction.Document, form string, boards int) error {
	var out bytes.Buffer
	if form == "json" || a.Output.JSON {
		text, err := json.MarshalIndent(d.Cases, "", "  ")
		if err != nil {
			return err
		}
		return a.Print(append(text, '\n'))
	}
	switch err := deduction.PrintProof(ctx, &out, d, form, boards); {
	case errors.Is(err, deduction.ErrNoPlan):
		return frame.Usage("there is no plan: "+form+" is a form of plans", "--as json prints a refutation, --check verifies it")
	case errors.Is(err, proof.ErrRejected):
		return frame.Usage(err.Error(), "see: veil krieg proof --check")
	case err != nil:
		return proofFailure(err)
	}
	return a.Print(out.Bytes())
}
