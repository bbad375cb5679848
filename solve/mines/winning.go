// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil/internal/text"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// Winning is what is known of the winning chances of a position.
type Winning struct {
	Values

	Known bool   // anything at all
	Why   string // if not, why not
	moves map[mines.Cell]Move
}

// NewWinning takes over what a search found.
func NewWinning(values Values) Winning {
	w := Winning{Values: values, Known: true, moves: map[mines.Cell]Move{}}
	for _, m := range values.Moves {
		w.moves[m.Cell] = m
	}
	return w
}

// Of returns what opening c is worth; a certain mine has no move.
func (w *Winning) Of(c mines.Cell) (veil.Value, bool) {
	m, ok := w.moves[c]
	return m.Win, ok
}

// Then returns what the position is worth after c showed a number.
func (w *Winning) Then(c mines.Cell, shows int) (veil.Value, bool) {
	for _, o := range w.moves[c].Outcomes {
		if o.Shows == shows {
			return o.Then, true
		}
	}
	return veil.Value{}, false
}

// IsBest reports whether c is proved to be a best move.
func (w *Winning) IsBest(c mines.Cell) bool { return slices.Contains(w.Best, c) }

// WinConfig limits the search for winning chances. The zero value works.
type WinConfig struct {
	// MaxLayouts is the largest position that is searched; 0 means as many layouts as have
	// 100,000 hidden cells in all, about a second's work.
	MaxLayouts int
	// MaxCells is the most hidden cells of all layouts together; 0 means no limit.
	MaxCells int
	// Nodes limits the search; 0 means no limit but the context's.
	Nodes int
	// Games is how many games are played on to estimate the winning chances of a position
	// that is too large; 0 means none.
	Games int
	// Memory is the most bytes for the table of positions; 0 means 512 MiB.
	Memory int64
	// BestOnly leaves the moves that are not best with bounds.
	BestOnly bool
	// Progress is told about every improvement.
	Progress func()
}

// defaultSize is how many cells of how many layouts, in all, are searched by default.
const defaultSize = 100_000

// Most is the largest number of layouts of this position that is searched.
func (c WinConfig) Most(m *Position) int {
	hidden := max(1, len(m.Hidden()))
	most := cmp.Or(c.MaxLayouts, max(1, defaultSize/hidden))
	if c.MaxCells > 0 {
		most = min(most, max(1, c.MaxCells/hidden))
	}
	return most
}

// firstNodes is the size of the first portion of a search.
const firstNodes = 1 << 10

// Search looks for the winning chance of every move and keeps it in m. It works in portions
// of doubling size, after each of which m is as good as it gets and Progress is told.
// That too many layouts fit is no error but a reason, in m.Win.Why. A search that the
// context ends leaves bounds, marked Cut.
func (m *Position) Search(ctx context.Context, cfg WinConfig) error {
	if !m.Counted() || m.Solved() {
		return nil
	}
	most := cfg.Most(m)
	search, err := NewSearch(m.Know, SearchConfig{
		MaxLayouts: most, Search: optimal.Config{BestOnly: cfg.BestOnly, MaxBytes: cfg.Memory},
	})
	if errors.Is(err, veil.ErrTooHard) {
		m.Win.Why = fmt.Sprintf("more than %s layouts", text.Thousands(most))
		return m.estimate(ctx, cfg)
	}
	if err != nil {
		return err
	}
	for spent, portion := 0, firstNodes; ; portion *= 2 {
		if cfg.Nodes > 0 {
			portion = min(portion, cfg.Nodes-spent)
		}
		values, err := search.Run(ctx, veil.Budget{Nodes: portion})
		if err != nil {
			return err
		}
		m.Win = NewWinning(values)
		spent += portion
		if values.Done || values.Cut || cfg.Nodes > 0 && spent >= cfg.Nodes {
			return nil
		}
		if cfg.Progress != nil {
			cfg.Progress()
		}
	}
}

// estimate plays on where a search would take too long, and keeps in m what that shows.
// Where not even that is possible it leaves m as it is.
func (m *Position) estimate(ctx context.Context, cfg WinConfig) error {
	if cfg.Games == 0 {
		return nil
	}
	limit := count.Limit{Stop: func() bool { return ctx.Err() != nil }}
	if cfg.Memory > 0 {
		limit.Memory = int(min(maxCounting, cfg.Memory))
	}
	values, err := Estimate(ctx, m.Know, EstimateConfig{Games: cfg.Games, Limit: limit})
	if errors.Is(err, veil.ErrTooHard) {
		return nil
	}
	if len(values.Moves) > 0 {
		why := m.Win.Why
		m.Win = NewWinning(values)
		m.Win.Why = why
	}
	return err
}
