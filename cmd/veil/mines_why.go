// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

const whyLong = `why explains what is known about a hidden cell. If the cell is certain, it names a minimal
set of numbers that prove it, and how they do. If not, it shows the counts behind the risk:
in how many layouts the cell is a mine, in how many it shows each number, and the chance of
winning then. Several cells are compared side by side.

Cells are named r3c4 (row 3, column 4, from 1) or @3,2 (x and y from 0).`

func newMinesWhy(a *app) *cobra.Command {
	var in boardFlags
	var win winFlags
	cmd := frame.Verb("why CELL[,CELL…] [FILE]", "explain why a cell is safe, a mine, or risky", whyLong,
		"printf '5x3/2\\n.....\\n11111\\n00000\\n' | veil mines why r1c3",
		"printf '4x4/4\\n1...\\n....\\n....\\n....\\n' | veil mines why r1c3,r4c4")
	in.register(cmd)
	win.register(cmd)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if in.batch {
			return frame.AtMost(2)(cmd, args)
		}
		return frame.OneTo(2)(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.whatThenFile(cmd, args, "cell", "r1c3", isCellList); err != nil && !in.batch {
			return err
		}
		if err := win.validate(); err != nil {
			return err
		}
		var q asked
		if !in.batch || len(args) > 0 && isCellList(args[0]) {
			q.cells, args = args[0], args[1:]
		}
		return a.answerBoard(cmd, in, args, q, win.explain)
	}
	return cmd
}

// whatThenFile checks the arguments of a command that asks about something in a file: both orders come to mind,
// and without the first argument the file would be read from standard input.
func (a *app) whatThenFile(cmd *cobra.Command, args []string, what, example string, isOne func(string) bool) error {
	isFile := func(name string) bool {
		info, err := os.Stat(a.Path(name))
		return err == nil && info.Mode().IsRegular() && !isOne(name)
	}
	switch {
	case len(args) == 2 && isOne(args[1]) && !isOne(args[0]), len(args) == 2 && isFile(args[0]) && !isFile(args[1]):
		return frame.Usage("the "+what+" comes before the file", "you meant: "+cmd.CommandPath()+" "+args[1]+" "+args[0])
	case len(args) == 1 && isFile(args[0]):
		return frame.Usage("the "+what+" is missing before "+args[0], "write, for example: "+cmd.CommandPath()+" "+example+" "+args[0])
	default:
		return nil
	}
}

// explain explains why cells are safe, mines or uncertain.
func (w *winFlags) explain(ctx context.Context, a *app, q asked) (frame.Printable, error) {
	cells, err := analysis.HiddenCells(q.View, splitCells(q.cells))
	if err != nil {
		return nil, problemFailure(err)
	}
	an, failed := a.solve(ctx, q.board, q.risks())
	if an != nil && failed == nil && slices.ContainsFunc(cells, an.IsOpen) {
		an, failed = a.solve(ctx, q.board, w.question(q.board))
	}
	if an == nil {
		return nil, failed
	}
	defer a.ShowProgress("looking for reasons").Done()
	ex, err := explainCells(ctx, an, cells)
	if err != nil {
		return nil, err
	}
	return ex, failed
}

// isCellList reports whether a text is a list of cells, on any board.
func isCellList(text string) bool {
	anyBoard := mines.Rules{Width: mines.MaxCells, Height: mines.MaxCells}
	return !slices.ContainsFunc(splitCells(text), func(name string) bool {
		_, err := anyBoard.ParseCell(name)
		return err != nil
	})
}

// splitCells splits a list at its commas, except the one inside "@3,2".
func splitCells(list string) []string {
	var names []string
	for part := range strings.SplitSeq(list, ",") {
		if last := len(names) - 1; last >= 0 && strings.HasPrefix(names[last], "@") && !strings.Contains(names[last], ",") {
			names[last] += "," + part
			continue
		}
		names = append(names, part)
	}
	return names
}
