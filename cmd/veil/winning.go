// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// winFlags limit the search for winning chances.
type winFlags struct {
	nodes      int
	maxLayouts int
	games      int
	require    string
}

func (w *winFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&w.nodes, "nodes", 0, "most positions to search for winning chances (default: 3 seconds, or --time)")
	flags.IntVar(&w.maxLayouts, "max-layouts", 0, "search for winning chances if at most this many layouts fit (default: 100,000 / hidden cells)")
	flags.StringVar(&w.require, "require", "any", "`QUALITY` of winning chances without which the exit code is 4: exact, bounds or any")
	completeFlag(cmd, "require", qualities()...)
}

func qualities() []string { return []string{"exact", "bounds", "any"} }

func (w *winFlags) validate() error {
	if w.games < 0 {
		return usage(fmt.Sprintf("--games %d: want a number of games, or 0 for none", w.games))
	}
	if slices.Contains(qualities(), w.require) {
		return nil
	}
	return usage(fmt.Sprintf("--require %q: want exact, bounds or any", w.require), didYouMean(w.require, qualities())...)
}

// patience is how long winning chances are searched for if the user does not say. What
// the search has proved by then are bounds, and --require tells whether that is enough.
const patience = 3 * time.Second

// config is what the flags ask for.
func (w *winFlags) config() solvemines.WinConfig {
	return solvemines.WinConfig{MaxLayouts: w.maxLayouts, Nodes: w.nodes, Games: w.games}
}

// search looks for the winning chance of every move and keeps it in the analysis.
func (w *winFlags) search(ctx context.Context, an *analysis) error {
	limited := ctx
	if _, ok := ctx.Deadline(); !ok && w.nodes == 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	if err := an.Search(limited, w.config()); err != nil {
		return err
	}
	if an.Win.Cut && ctx.Err() != nil {
		return fmt.Errorf("winning chances are only %s: %w", map[veil.Badge]string{
			veil.Bounds: "bounds", veil.Estimate: "estimates by fewer games",
		}[an.Win.Value.Badge()], ctx.Err())
	}
	if !an.Counted() || an.Solved() {
		return nil
	}
	return w.satisfied(an)
}

// satisfied reports a winning chance that is not as good as was asked for.
func (w *winFlags) satisfied(an *analysis) error {
	badge := an.Win.Value.Badge()
	if w.require == "any" || badge == veil.Exact || w.require == "bounds" && badge == veil.Bounds {
		return nil
	}
	return &failure{
		code: exitBudget, kind: kindBudget, what: "winning chances: " + badge.String() + ", but --require " + w.require,
		notes: []string{"give more with --nodes or --max-layouts"},
	}
}

// next returns the moves that share the best exact value below the best, if known.
func (an *analysis) next() []mines.Cell {
	var cells []mines.Cell
	var next veil.Value
	for _, m := range an.Win.Moves {
		if an.Win.IsBest(m.Cell) {
			continue
		}
		if m.Win.Badge() != veil.Exact || len(cells) > 0 && m.Win.Compare(next) != 0 {
			break
		}
		cells, next = append(cells, m.Cell), m.Win
	}
	return cells
}

// chanceOf returns an exact value as a chance.
func chanceOf(v veil.Value) chance {
	num, den := v.Fraction()
	return chance{num, den}
}
