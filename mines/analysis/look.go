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

// quickMemory bounds the first attempt at a position. It is enough for nearly all, and what
// it finds of the others is there to be shown when time is up.
const quickMemory = 8 << 20

// quickTime is what the first attempt may take, however little time there is: nearly every
// position is counted within it.
const quickTime = 20 * time.Millisecond

// unlessQuick ends the first attempt: at once if the question was withdrawn, after quickTime if
// its time is up.
func unlessQuick(ctx context.Context) (stop func() bool) {
	start := time.Now() //nolint:forbidigo // decides when to stop, not what is true
	return func() bool {
		err := ctx.Err()
		return errors.Is(err, context.Canceled) || err != nil && time.Since(start) > quickTime
	}
}

// Look finds out all about a view. If only a part of the answer is known it comes with an
// error: the context's, or veil.ErrTooHard. If there is no answer, because no layout fits or
// the view makes no sense, there is only the error.
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

// analyseView finds out all about a view. If the context ends first, the knowledge so far
// comes with the context's error; if the limit does, with veil.ErrTooHard.
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
