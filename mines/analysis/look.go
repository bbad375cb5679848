// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// quickMemory limits the memory of the first attempt at a position. Nearly all positions need no
// more; for the others the certain cells found are what an expired question gets.
const quickMemory = 8 << 20

// quickTime is the minimum time of the first attempt, however little the question allows: nearly
// every position is counted within it.
const quickTime = 20 * time.Millisecond

// unlessQuick returns the condition that ends the first attempt: a withdrawn question at once,
// expired time only after quickTime.
func unlessQuick(ctx context.Context) (stop func() bool) {
	start := time.Now() //nolint:forbidigo // decides when to stop, not what is true
	return func() bool {
		err := ctx.Err()
		return errors.Is(err, context.Canceled) || err != nil && time.Since(start) > quickTime
	}
}

// Look analyses a view without a search. A partial answer comes with an error: the context's, or
// veil.ErrTooHard. If no layout fits or the view is malformed, there is no answer and only the
// error.
func Look(ctx context.Context, v mines.View, limit count.Limit) (*Position, error) {
	a, err := analyseView(ctx, v, limit)
	if a == nil || errors.Is(err, veil.ErrImpossible) {
		return nil, err
	}
	m, whole := newPosition(v, a, err, unlessQuick(ctx))
	if !whole { // an order by some of the risks would be wrong
		return NewPosition(v, a.CertainOnly(), ctx.Err()), ctx.Err()
	}
	return m, err
}

// analyseView counts a view. If the context ends first, the certain cells found so far come with
// the context's error; if the limit ends the count, with veil.ErrTooHard.
func analyseView(ctx context.Context, v mines.View, limit count.Limit) (*count.Analysis, error) {
	quick := count.Limit{Memory: quickMemory, Stop: unlessQuick(ctx)}
	if limit.Memory > 0 {
		quick.Memory = min(quick.Memory, limit.Memory)
	}
	a, err := count.Analyse(v, quick)
	if errors.Is(err, veil.ErrTooHard) && ctx.Err() == nil && quick.Memory != limit.Memory {
		limit.Stop = stopping(ctx)
		a, err = count.Analyse(v, limit)
	}
	if errors.Is(err, veil.ErrTooHard) && ctx.Err() != nil {
		return a, ctx.Err()
	}
	return a, err
}
