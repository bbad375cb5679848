// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
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
	return usage(fmt.Sprintf("--require %q: want exact, bounds or any", w.require), text.DidYouMean(w.require, qualities())...)
}

// config is what the flags ask for.
func (w *winFlags) config() solvemines.WinConfig {
	return solvemines.WinConfig{MaxLayouts: w.maxLayouts, Nodes: w.nodes, Games: w.games}
}

// search looks for the winning chance of every move and keeps it in the analysis. If the
// user sets no limit it takes a default time; what it has proved by then are bounds, and
// --require says whether that is enough.
func (w *winFlags) search(ctx context.Context, an *solvemines.Position, progress func()) error {
	limited := ctx
	if _, ok := ctx.Deadline(); !ok && w.nodes == 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, solvemines.DefaultTime)
		defer cancel()
	}
	cfg := w.config()
	cfg.Progress = progress
	if err := an.Search(limited, cfg); err != nil {
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
func (w *winFlags) satisfied(an *solvemines.Position) error {
	badge := an.Win.Value.Badge()
	if w.require == "any" || badge == veil.Exact || w.require == "bounds" && badge == veil.Bounds {
		return nil
	}
	return &failure{
		code: exitBudget, kind: kindBudget, what: "winning chances: " + badge.String() + ", but --require " + w.require,
		notes: []string{"give more with --nodes or --max-layouts"},
	}
}
