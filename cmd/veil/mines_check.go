// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
)

const checkLong = `check answers two questions and gives nothing else away: can this board exist, and is
there a move that needs no guess? It ends with exit code

  0  if a hidden cell is certainly safe, or nothing is left to open
  1  if a guess is forced
  3  if the board is contradictory; the numbers that clash are named

With --quiet it prints nothing, so that a script can use the code alone.`

func newMinesCheck(a *app) *cobra.Command {
	var in boardFlags
	cmd := frame.Verb("check [FILE]", "check that a board is possible, and whether a guess is forced", checkLong,
		"printf '5x3/2\\n.....\\n11111\\n00000\\n' | veil mines check",
		"veil mines gen 9x9/10 --seed 7 | veil mines check --json")
	in.register(cmd)
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.answerBoard(cmd, in, args, asked{}, checkBoard)
	}
	return cmd
}

// checkBoard reports whether a board can exist. A quiet run needs the exit code alone.
func checkBoard(ctx context.Context, a *app, q asked) (frame.Printable, error) {
	an, failed := a.solve(ctx, q.board, q.risks())
	if an == nil {
		return nil, failed
	}
	v := newVerdict(an)
	if a.Output.Quiet {
		return nil, v.exit(failed)
	}
	return v, v.exit(failed)
}

// verdict is the answer of check.
type verdict struct {
	*api.MinesCheck

	an *analysis.Position
}

func newVerdict(an *analysis.Position) *verdict { return &verdict{an.Check(), an} }

// exit returns the exit code of the answer; an answer found despite a spent budget is still an answer.
func (v *verdict) exit(failed error) error {
	switch {
	case v.ForcedGuess == nil && failed == nil:
		return &frame.Failure{
			Code: frame.ExitBudget, Kind: frame.KindBudget, What: "whether a guess is forced depends on the number of mines",
			Notes: []string{"give it with --mines, or in the board"},
		}
	case v.ForcedGuess == nil:
		return failed
	case *v.ForcedGuess:
		return frame.AnsweredNo()
	default:
		return nil
	}
}

func (v *verdict) Text(p *text.Page) {
	count := ""
	if v.an.Counted() {
		count = ": " + text.LayoutsFit(v.an.Analysis.Layouts())
	}
	p.Line("The board is consistent%s.", count)
	switch {
	case v.ForcedGuess == nil:
		p.Line("Whether a guess is forced is not known.")
	case v.Solved:
		p.Line("Every safe cell is open: the board is solved.")
	case *v.ForcedGuess:
		p.Line("A guess is forced: no hidden cell is certainly safe.")
	default:
		p.Line("No guess is needed: at least one hidden cell is certainly safe.")
	}
	if v.WrongFlags > 0 {
		p.Line("%d of %s certainly wrong.", v.WrongFlags, text.Plural(v.Flags, "flag")+" "+text.IsOrAre(v.WrongFlags))
	}
}

func (v *verdict) Rows() [][]string {
	forced := ""
	if v.ForcedGuess != nil {
		forced = strconv.FormatBool(*v.ForcedGuess)
	}
	return [][]string{
		{"consistent", "layouts", "forced_guess", "solved", "wrong_flags"},
		{"true", v.Layouts, forced, fmt.Sprint(v.Solved), strconv.Itoa(v.WrongFlags)},
	}
}

func (v *verdict) Document() any { return v.MinesCheck }
