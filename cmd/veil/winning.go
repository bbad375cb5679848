// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
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
	flags.IntVar(&w.nodes, "nodes", 0, "limit of positions searched exactly (default: "+text.Thousands(api.DefaultNodes)+"; with --time, no limit)")
	flags.IntVar(&w.maxLayouts, "max-layouts", 0, "search exactly if at most this many layouts fit (default: "+text.Thousands(api.DefaultReadings)+" / undecided cells)")
	flags.IntVar(&w.games, "games", api.DefaultGames, "test games of an estimate where the exact search does not finish; 0 for no estimate")
	flags.StringVar(&w.require, "require", "any", "exit with code 4 unless winning chances have this `QUALITY`: exact, bounds, estimate or any")
	frame.CompleteFlag(cmd, "require", qualities()...)
}

func qualities() []string { return []string{"exact", "bounds", "estimate", "any"} }

func (w *winFlags) validate() error {
	if w.games < 0 {
		return frame.Usage(fmt.Sprintf("--games %d: want 0 or more", w.games))
	}
	if w.nodes < 0 {
		return frame.Usage(fmt.Sprintf("--nodes %d: want 1 or more", w.nodes))
	}
	if w.maxLayouts < 0 {
		return frame.Usage(fmt.Sprintf("--max-layouts %d: want 1 or more", w.maxLayouts))
	}
	if slices.Contains(qualities(), w.require) {
		return nil
	}
	return frame.Usage(fmt.Sprintf("--require %q: want exact, bounds, estimate or any", w.require), text.DidYouMean(w.require, qualities())...)
}

// question asks for all winning chances of a board.
func (w *winFlags) question(b *board) api.MinesAnalyseQuestion {
	q := api.MinesAnalyseQuestion{Budget: b.budget()}
	q.Budget.Nodes, q.Budget.MaxLayouts = w.nodes, w.maxLayouts
	if w.games != api.DefaultGames {
		q.Budget.Games = &w.games
	}
	return q
}

// milliseconds rounds up, so that a positive time never becomes 0, which means no limit.
func milliseconds(d time.Duration) int { return int((d + time.Millisecond - 1) / time.Millisecond) }

// satisfied reports a winning chance below the required quality.
func (w *winFlags) satisfied(m *analysis.Position) error {
	if !m.Counted() || m.Solved() || w.require == "any" {
		return nil
	}
	badge := m.Win.Value.Badge()
	estimated := m.Win.Estimate.Badge() == veil.Estimate
	switch {
	case badge == veil.Exact, w.require == "bounds" && badge == veil.Bounds, w.require == "estimate" && estimated:
		return nil
	case badge == veil.Unknown && estimated:
		badge = veil.Estimate
	}
	return &frame.Failure{
		Code: frame.ExitBudget, Kind: frame.KindBudget, What: "winning chances: " + badge.String() + ", but --require " + w.require,
		Notes: []string{"Raise --nodes, --max-layouts or --time."},
	}
}
