// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/domain/mines"
)

// winFlags limit the search for winning chances.
type winFlags struct {
	nodes      int
	maxLayouts int
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
	if slices.Contains(qualities(), w.require) {
		return nil
	}
	return usage(fmt.Sprintf("--require %q: want exact, bounds or any", w.require), didYouMean(w.require, qualities())...)
}

// winning is what is known of the winning chances of a position.
type winning struct {
	catalog.MinesValues

	known bool   // anything at all
	why   string // if not, why not
	moves map[mines.Cell]catalog.MinesMove
}

// patience is how long winning chances are searched for if the user does not say. What
// the search has proved by then are bounds, and --require tells whether that is enough.
const patience = 3 * time.Second

// defaultSize is how many cells of how many layouts, in all, are searched if the user does
// not say: about a second's work.
const defaultSize = 100_000

// most is the largest number of layouts that is searched.
func (w *winFlags) most(an *analysis) int {
	return cmp.Or(w.maxLayouts, max(1, defaultSize/len(an.hidden())))
}

// search looks for the winning chance of every move and keeps it in the analysis.
func (w *winFlags) search(ctx context.Context, an *analysis) error {
	if !an.counted() || an.solved() {
		return nil
	}
	most := w.most(an)
	search, err := catalog.NewMinesSearch(an.know, catalog.MinesConfig{MaxLayouts: most})
	if errors.Is(err, veil.ErrTooHard) {
		an.win.why = fmt.Sprintf(" (more than %s layouts)", groupedInt(most))
		return w.satisfied(an)
	}
	if err != nil {
		return err
	}
	limited := ctx
	if _, ok := ctx.Deadline(); !ok && w.nodes == 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	values, err := search.Run(limited, veil.Budget{Nodes: w.nodes})
	if err != nil {
		return err
	}
	an.win = winning{MinesValues: values, known: true, moves: map[mines.Cell]catalog.MinesMove{}}
	for _, m := range values.Moves {
		an.win.moves[m.Cell] = m
	}
	if values.Cut && ctx.Err() != nil {
		return fmt.Errorf("winning chances are only bounds: %w", ctx.Err())
	}
	return w.satisfied(an)
}

// satisfied reports a winning chance that is not as good as was asked for.
func (w *winFlags) satisfied(an *analysis) error {
	badge := an.win.Value.Badge()
	if w.require == "any" || badge == veil.Exact || w.require == "bounds" && badge == veil.Bounds {
		return nil
	}
	return &failure{
		code: exitBudget, kind: kindBudget, what: "winning chances: " + badge.String() + ", but --require " + w.require,
		notes: []string{"give more with --nodes or --max-layouts"},
	}
}

// of returns what opening c is worth; a certain mine has no move.
func (w *winning) of(c mines.Cell) (veil.Value, bool) {
	m, ok := w.moves[c]
	return m.Win, ok
}

// then returns what the position is worth after c showed a number.
func (w *winning) then(c mines.Cell, shows int) (veil.Value, bool) {
	for _, o := range w.moves[c].Outcomes {
		if o.Shows == shows {
			return o.Then, true
		}
	}
	return veil.Value{}, false
}

// isBest reports whether c is proved to be a best move.
func (w *winning) isBest(c mines.Cell) bool { return slices.Contains(w.Best, c) }

// next returns the moves that share the best exact value below the best, if known.
func (w *winning) next() []mines.Cell {
	var cells []mines.Cell
	for _, m := range w.Moves {
		if w.isBest(m.Cell) {
			continue
		}
		if m.Win.Badge() != veil.Exact || len(cells) > 0 && !sameValue(m.Win, w.moves[cells[0]].Win) {
			break
		}
		cells = append(cells, m.Cell)
	}
	return cells
}

// sameValue reports whether two exact values are the same number.
func sameValue(a, b veil.Value) bool {
	return a.Badge() == veil.Exact && b.Badge() == veil.Exact && chanceOf(a).compare(chanceOf(b)) == 0
}

// chanceOf returns an exact value as a chance.
func chanceOf(v veil.Value) chance {
	num, den := v.Fraction()
	return chance{num, den}
}

// valueJSON is a winning chance for programs; its kind is "none" if it is not computed.
type valueJSON struct {
	Kind string   `json:"kind"`
	Win  *float64 `json:"win,omitempty"`
	Num  string   `json:"num,omitempty"`
	Den  string   `json:"den,omitempty"`
	Lo   *float64 `json:"lo,omitempty"`
	Hi   *float64 `json:"hi,omitempty"`
}

func newValueJSON(v veil.Value) valueJSON {
	switch v.Badge() {
	case veil.Exact:
		win, f := v.Float(), chanceOf(v).json()
		return valueJSON{Kind: "exact", Win: &win, Num: f.Num, Den: f.Den}
	case veil.Bounds:
		lo, hi := v.Interval()
		return valueJSON{Kind: "bounds", Lo: &lo, Hi: &hi}
	default:
		return valueJSON{Kind: "none"}
	}
}
