// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// quickMemory bounds the first attempt at a position. It is enough for nearly all, and
// what it finds of the others is there to be printed when the user loses patience.
const quickMemory = 8 << 20

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

// analyse finds out all about a board. It returns both an analysis and a failure if
// only a part of the answer is known, and only a failure if there is no answer.
func (a *app) analyse(ctx context.Context, b *board) (*analysis, error) {
	k, err := know(ctx, b.View, b.limit)
	switch {
	case err == nil:
		return newAnalysis(b.View, k, false), nil
	case errors.Is(err, veil.ErrImpossible):
		return nil, contradiction(b.View, err)
	case k == nil:
		return nil, usage(err.Error())
	case errors.Is(err, veil.ErrTooHard):
		return newAnalysis(b.View, k, true), &failure{
			code: exitBudget, kind: kindBudget, cause: err,
			what: err.Error(), notes: []string{"What is printed is certain; give more room with --memory 2GB."},
		}
	default:
		return newAnalysis(b.View, k, true), &failure{
			code: exitInterrupted, kind: kindInterrupted, cause: err, what: "what is printed is certain, the risks are missing",
		}
	}
}

// contradiction explains a board that no layout fits.
func contradiction(_ mines.View, cause error) *failure {
	return &failure{code: exitContradiction, kind: kindContradiction, cause: cause, what: "no mine layout fits this board"}
}
