// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/search/proof"
)

// proveBoard answers whether one board with known mines can be won without a guess.
func (a *app) proveBoard(cmd *cobra.Command, f proveFlags, files []string) error {
	doc, err := a.readDocument(cmd, f.boardFlags, files)
	if err != nil {
		return err
	}
	ctx, cancel := api.WithTime(cmd.Context(), f.time)
	defer cancel()
	p, err := analysis.Solution(ctx, doc.Document, f.click)
	if err != nil {
		return problemFailure(err)
	}
	if f.proof != "" && p.Verdict != analysis.NotDecided {
		if err := a.saveProof(f.proof, p); err != nil {
			return err
		}
	}
	if err := a.Emit(&solvedAnswer{p, f}); err != nil {
		return err
	}
	switch {
	case p.Verdict == analysis.NoGuess:
		return nil
	case p.Verdict == analysis.MayGuess:
		return frame.AnsweredNo()
	case errors.Is(ctx.Err(), context.Canceled):
		return interrupted()
	}
	return &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget, What: p.Cut}
}

// checkSolution checks a proof of prove --board and prints whether it is valid.
func (a *app) checkSolution(ctx context.Context, name string) error {
	p, err := readProofFile(a, name, "veil mines prove --board", analysis.ReadSolution)
	if err != nil {
		return err
	}
	steps, err := analysis.CheckSolution(ctx, p)
	if err != nil && !errors.Is(err, proof.ErrRejected) {
		return problemFailure(api.ProblemOf(err))
	}
	ans := &minesChecked{Holds: err == nil, Verdict: p.Verdict, Layouts: len(p.Layouts), Steps: steps}
	if err != nil {
		ans.Why = err.Error()
	}
	if err := a.Emit(ans); err != nil || ans.Holds {
		return err
	}
	return frame.AnsweredNo()
}

// solvedAnswer is the answer of prove --board.
type solvedAnswer struct {
	*api.MinesSolution

	flags proveFlags
}

func (r *solvedAnswer) Text(p *text.Page) {
	steps := text.Plural(len(r.Steps), "step")
	switch r.Verdict {
	case analysis.NoGuess:
		p.Line("NO GUESS NEEDED  proved and checked        this board, %s", steps)
	case analysis.MayGuess:
		p.Line("A GUESS IS FORCED  proved and checked        this board, after %s", steps)
		p.Line("")
		p.Line("Every hidden cell is a mine in one of %s that fit here:", text.Plural(len(r.Layouts), "layout"))
		p.Line("%s", r.Position)
	default:
		p.Line("NOT KNOWN  %s        after %s", r.Cut, steps)
	}
	if r.flags.plan {
		for i, s := range r.Steps {
			p.Line("%3d  %s", i+1, stepText(s))
		}
	} else if len(r.Steps) > 0 {
		p.Advise("every step and its reason: --plan")
	}
	if r.flags.proof != "" && r.Verdict != analysis.NotDecided {
		p.Advise("verify with: veil mines prove --board --check %s", r.flags.proof)
	}
}

// stepText says why a cell is safe.
func stepText(s api.MinesStep) string {
	because := s.Numbers
	if s.Count {
		because = append(append([]string{}, because...), "the mine count")
	}
	shows := ""
	if s.Shows != nil {
		shows = fmt.Sprintf(", shows %d", *s.Shows)
	}
	return fmt.Sprintf("%s is safe because of %s%s", s.Cell, text.ShortList(because, 90), shows)
}

func (r *solvedAnswer) Rows() [][]string {
	return [][]string{{"verdict", "steps", "checked", "layouts", "cut"}, {r.Verdict, strconv.Itoa(len(r.Steps)), strconv.Itoa(r.Checked), strconv.Itoa(len(r.Layouts)), r.Cut}}
}

func (r *solvedAnswer) Document() any { return r.MinesSolution }
