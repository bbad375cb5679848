// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/text"
)

const diagProveLong = `prove decides whether N tests always suffice to find the fault. Faults that no test
separates count as one. A proof is replayed by an independent checker and printed as
a runbook; --proof stores it. --check replays a stored proof for every fault of the table
instead of searching.

  0  proved, or the stored proof holds
  1  it cannot be done, searched exhaustively, or the stored proof does not hold
  4  not known: a limit was reached`

func newDiagProve(a *app) *cobra.Command {
	var f diagFlags
	var method methodFlag
	var store, check string
	within := 0
	cmd := frame.Verb("prove FILE", "prove that N tests find every fault", diagProveLong,
		"veil diag example network | veil diag prove - --within 4 --proof network.proof",
		"veil diag example network | veil diag prove - --check network.proof")
	f.register(cmd)
	method.register(cmd)
	cmd.Flags().IntVar(&within, "within", 0, "at most `N` tests")
	cmd.Flags().StringVar(&store, "proof", "", "write the proof to `NAME`")
	frame.Written(cmd.Flags(), "proof")
	cmd.Flags().StringVar(&check, "check", "", "replay the proof in `NAME`")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = a.asking(&f, func(cmd *cobra.Command, t *diag.Table, _ []diag.Reading, limits api.Limits) error {
		if check != "" {
			return a.replayDiag(cmd, t, check)
		}
		if within < 1 || within > diag.MaxTests {
			return frame.Usage(fmt.Sprintf("--within %d: want 1 or more tests", within))
		}
		by, err := method.read()
		if err != nil {
			return err
		}
		doc, err := isolation.ProveBy(cmd.Context(), t, within, by, limits)
		if err != nil {
			return problemFailure(err)
		}
		if store != "" && doc.Proof != nil {
			if err := a.saveProof(store, doc); err != nil {
				return err
			}
		}
		if err := a.Emit(&diagProof{doc}); err != nil {
			return err
		}
		switch doc.Verdict {
		case "proved":
			return nil
		case "disproved":
			return frame.AnsweredNo()
		default:
			return notExact(cmd, api.Partial, fmt.Sprintf("it is not known whether %s suffice", text.Plural(within, "test")))
		}
	})
	return cmd
}

// diagProof is the answer of prove.
type diagProof struct{ *api.DiagProof }

func (d *diagProof) Text(p *text.Page) {
	switch d.Verdict {
	case "proved":
		p.Line("Every fault is found within %s. [proved, and checked]", text.Plural(d.Within, "test"))
		p.Line("")
		steps(p, d.Steps)
	case "disproved":
		p.Line("Some fault takes more than %s, whatever is done. [proved by exhaustive search]", text.Plural(d.Within, "test"))
	default:
		p.Line("Not known: a limit was reached.")
	}
}

func (d *diagProof) Rows() [][]string {
	return [][]string{{"within", "verdict"}, {fmt.Sprint(d.Within), d.Verdict}}
}

func (d *diagProof) Document() any { return d.DiagProof }

// replayDiag replays a stored proof and prints whether it is valid.
func (a *app) replayDiag(cmd *cobra.Command, t *diag.Table, name string) error {
	stored, err := readProofFile(a, name, "veil diag prove", isolation.ReadProof)
	if err != nil {
		return err
	}
	doc, err := isolation.Replay(cmd.Context(), t, stored)
	if err != nil {
		return problemFailure(err)
	}
	if err := a.Emit(&diagReplay{doc}); err != nil {
		return err
	}
	if !doc.Holds {
		return frame.AnsweredNo()
	}
	return nil
}

// diagReplay is the answer of prove --check.
type diagReplay struct{ *api.DiagReplay }

func (d *diagReplay) Text(p *text.Page) {
	if !d.Holds {
		p.Line("The proof does not hold: %s.", d.Why)
		return
	}
	p.Line("The proof holds: every fault is found within %s. [checked, %s in %s]",
		text.Plural(d.Within, "test"), text.Plural(d.Faults, "fault"), text.Plural(d.Steps, "step"))
}

func (d *diagReplay) Rows() [][]string {
	return [][]string{{"within", "holds"}, {fmt.Sprint(d.Within), fmt.Sprint(d.Holds)}}
}

func (d *diagReplay) Document() any { return d.DiagReplay }
