// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"context"
	"errors"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// quickMemory bounds the first attempt at a position. It is enough for nearly all, and
// what it finds of the others is there to be shown when the asker loses patience.
const quickMemory = 8 << 20

// Look finds out all about a view. If only a part of the answer is known it comes with an
// error: the context's, or veil.ErrTooHard. If there is no answer, because no layout fits or
// the view makes no sense, there is only the error.
func Look(ctx context.Context, v mines.View, limit mines.Limit) (*Mines, error) {
	k, err := know(ctx, v, limit)
	if k == nil || errors.Is(err, veil.ErrImpossible) {
		return nil, err
	}
	return NewMines(v, k, err != nil), err
}

// know finds out all about a view. If the context ends first, the knowledge so far
// comes with the context's error; if the limit does, with veil.ErrTooHard.
func know(ctx context.Context, v mines.View, limit mines.Limit) (*mines.Knowledge, error) {
	quick := mines.Limit{Memory: quickMemory}
	if limit.Memory > 0 {
		quick.Memory = min(quick.Memory, limit.Memory)
	}
	k, err := mines.Know(v, quick)
	if !errors.Is(err, veil.ErrTooHard) || quick == limit {
		return k, err
	}
	if ctx.Err() != nil {
		return k, ctx.Err()
	}
	type result struct {
		k     *mines.Knowledge
		err   error
		fault any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.fault = recover()
			done <- r
		}()
		r.k, r.err = mines.Know(v, limit)
	}()
	select {
	case r := <-done:
		if r.fault != nil {
			panic(r.fault) // on the goroutine that reports it
		}
		return r.k, r.err
	case <-ctx.Done():
		return k, ctx.Err()
	}
}
