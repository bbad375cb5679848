// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// Solve computes the values of the moves and the recommendation, as well as the limits allow, and
// stores them in m.Win. After each improvement it calls progress, if set; then m is a valid answer,
// no worse than the one before.
//
// It climbs a ladder. An exact search comes first; if it ends within its share of the work, the
// answer is complete. Otherwise its bounds stand and an estimate is put beside them. If the limits
// leave more work for the exact search, it then continues.
//
// Without a time limit the answer depends on the position and the limits alone. An answer that the
// context ended is marked Cut; Solve returns no error then.
func (m *Position) Solve(ctx context.Context, l api.Limits, progress func()) error {
	if progress == nil {
		progress = func() {}
	}
	if m.Solved() {
		return nil
	}
	if m.recommend(Estimated{}); !m.Counted() {
		return nil
	}
	if m.Opening && len(m.Safe) == 0 {
		m.Win.Why = "no cell can be the first click: the rule leaves no room for the mines"
		return nil
	}
	a := &ascent{Position: m, limits: l.WithDefaults(), progress: progress}
	defer a.close()
	return a.climb(ctx)
}

// close returns the memory of the search to the table that it shares.
func (a *ascent) close() {
	if a.memory != nil && a.search != nil && a.search.solver != nil {
		a.search.solver.Close()
	}
}

// ascent is one climb of the ladder.
type ascent struct {
	*Position

	limits    api.Limits
	progress  func()
	search    *Search      // nil if too many layouts fit
	from      []mines.Cell // maps the cells of its position to cells of this one; nil if they are the same
	spent     int          // nodes
	estimated Estimated
}

func (a *ascent) climb(ctx context.Context) error {
	if err := a.list(ctx); err != nil {
		return err
	}
	first, cancel := portionOf(ctx)
	err := a.exact(first, min(a.limits.Nodes, api.DefaultNodes))
	cancel()
	if err != nil || a.Win.Done {
		return err
	}
	if err := a.estimate(ctx); err != nil {
		return err
	}
	return a.exact(ctx, a.limits.Nodes)
}

// portionOf returns a context that ends early enough to leave time for an estimate.
func portionOf(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return api.WithTime(ctx, 0)
	}
	return api.WithTime(ctx, max(1, time.Until(end)*2/5))
}

// list prepares the exact search, if few enough layouts fit.
func (a *ascent) list(ctx context.Context) error {
	most := min(a.limits.Readings/max(1, len(a.Unsure)), int(a.limits.Memory/int64(layoutBytes+len(a.Unsure))))
	if a.limits.Layouts > 0 {
		most = min(most, a.limits.Layouts)
	}
	if n := a.mostLayouts(); n.Cmp(big.NewInt(int64(most))) > 0 {
		a.Win.Why = fmt.Sprintf("more than %s layouts", text.Thousands(most))
		return nil
	}
	canonical, err := a.canonical(ctx)
	if err != nil {
		a.Win.Why, a.Win.Cut = "too hard to count again", ctx.Err() != nil
		return nil //nolint:nilerr // the answer does without an exact search
	}
	cfg := optimal.Config{MaxBytes: a.limits.Memory, BestOnly: a.BestOnly, Memory: a.memory, NoSymmetry: a.memory != nil}
	search, err := NewSearch(ctx, canonical, SearchConfig{MaxLayouts: most, Search: cfg})
	switch {
	case errors.Is(err, veil.ErrTooHard):
		a.Win.Why = "too large for the memory"
	case isEnd(err):
		a.Win.Why, a.Win.Cut = "the time is up", true
	case err != nil:
		return err
	default:
		a.search = search
	}
	return nil
}

// canonical returns the analysis of the position in its canonical orientation, so that the search
// does the same work, and a budget ends it at the same place, in all its mirror images.
func (a *ascent) canonical(ctx context.Context) (*count.Analysis, error) {
	w, from := a.View.Canonical()
	if slices.IsSorted(from) {
		return a.Analysis, nil
	}
	a.from = from
	return count.Analyse(w, count.Limit{Memory: int(min(maxCounting, a.limits.Memory)), Stop: stopping(ctx)})
}

// layoutBytes is the approximate memory of a listed layout besides its readings.
const layoutBytes = 64

// isCanceled reports whether err comes from a withdrawn question.
func isCanceled(err error) bool { return errors.Is(err, context.Canceled) }

// ignoreEnd returns err unless the work ended for its limits.
func ignoreEnd(err error) error {
	if isEnd(err) || errors.Is(err, veil.ErrTooHard) {
		return nil
	}
	return err
}

// isEnd reports whether err comes from an ended context.
func isEnd(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// mostLayouts returns the number of layouts that an exact search has to list: if the first click is
// still to come, those after the click that leaves most.
func (m *Position) mostLayouts() *big.Int {
	most := m.Analysis.Layouts()
	if m.Opening && m.View.First == mines.Zero {
		most = new(big.Int)
		for c := range mines.Cell(m.View.Cells()) {
			if n := m.Analysis.Total(c); n.Cmp(most) > 0 {
				most = n
			}
		}
	}
	return most
}

// firstNodes is the size of the first portion of a search.
const firstNodes = 1 << 10

// exact searches in portions of growing size until it is done, the given number of nodes is spent
// in all, or the context ends.
func (a *ascent) exact(ctx context.Context, nodes int) error {
	for a.search != nil && a.spent < nodes && !a.Win.Done {
		portion := min(max(firstNodes, 3*a.spent), nodes-a.spent) // small steps cost more than they gain
		values, err := a.search.Run(ctx, veil.Budget{Nodes: portion})
		if isEnd(err) {
			a.Win.Cut = true
			return nil
		}
		if err != nil {
			return err
		}
		a.spent += portion
		a.take(values)
		if values.Cut || values.Full {
			return nil
		}
		a.progress()
	}
	return nil
}

// take stores the values of the exact search, beside the estimates.
func (a *ascent) take(values Values) {
	values.Cut = values.Cut || a.estimated.Cut
	values.rename(a.from)
	a.Win = values
	a.recommend(a.estimated)
}

// estimate plays games and stores their estimates.
func (a *ascent) estimate(ctx context.Context) error {
	if a.limits.Games < 0 {
		return nil
	}
	limit := count.Limit{Memory: int(min(maxCounting, a.limits.Memory)), Stop: func() bool { return ctx.Err() != nil }}
	cfg := EstimateConfig{Games: a.limits.Games, Limit: limit, Progress: func(e Estimated) {
		a.recommend(e)
		a.progress()
	}}
	e, err := Estimate(ctx, a.Analysis, cfg)
	switch {
	case errors.Is(err, veil.ErrTooHard) && ctx.Err() == nil:
		return nil // not even a game can be played within this memory
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil:
		e.Cut = true
	}
	a.estimated = e
	a.Win.Cut = a.Win.Cut || e.Cut
	a.recommend(e)
	a.progress()
	return nil
}
