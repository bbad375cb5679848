// SPDX-License-Identifier: BSD-3-Clause

package batch_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/internal/batch"
)

func numbers(n int, taken *atomic.Int64) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			taken.Add(1)
			if !yield(i) {
				return
			}
		}
	}
}

// TestOrder: answers come in the order of the questions, whichever is ready first.
func TestOrder(t *testing.T) { synctest.Test(t, order) }

func order(t *testing.T) {
	var taken atomic.Int64
	slow := func(_ context.Context, n int) int {
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
		return n
	}
	for _, cfg := range []batch.Config{{}, {Workers: 1}, {Workers: 7, Window: 3}, {Workers: 3, Window: 50}} {
		got := slices.Collect(batch.Run(t.Context(), cfg, numbers(500, &taken), slow))
		if len(got) != 500 || !slices.IsSorted(got) {
			t.Errorf("%+v: %v", cfg, got)
		}
	}
}

// TestWindow: while the first answer is missing, no more than a window is read ahead.
func TestWindow(t *testing.T) { synctest.Test(t, readAhead) }

func readAhead(t *testing.T) {
	var taken atomic.Int64
	gate := make(chan struct{})
	answer := func(_ context.Context, n int) int {
		if n == 0 {
			<-gate
		}
		return n
	}
	const window = 5
	first := true
	for range batch.Run(t.Context(), batch.Config{Workers: 2, Window: window}, numbers(100, &taken), func(ctx context.Context, n int) int {
		if n == window { // all before it are done or waiting
			time.AfterFunc(50*time.Millisecond, func() { close(gate) })
		}
		return answer(ctx, n)
	}) {
		if first {
			first = false
			// One more is taken from the ordered queue, and one waits to enter it.
			if n := taken.Load(); n > window+2 {
				t.Errorf("%d questions were taken ahead", n)
			}
		}
	}
}

// TestEnds: leaving the loop, or the end of the context, ends the work.
func TestEnds(t *testing.T) { synctest.Test(t, ends) }

func ends(t *testing.T) {
	var taken atomic.Int64
	same := func(_ context.Context, n int) int { return n }
	for n := range batch.Run(t.Context(), batch.Config{}, numbers(math.MaxInt, &taken), same) {
		if n == 10 {
			break
		}
	}
	silent, end := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, end)
	waits := func(func(int) bool) { <-t.Context().Done() } // as on a terminal where nobody types
	if got := slices.Collect(batch.Run(silent, batch.Config{}, waits, same)); len(got) > 0 {
		t.Errorf("%d answers to no question", len(got))
	}
	ctx, cancel := context.WithCancel(t.Context())
	stuck := func(ctx context.Context, n int) int {
		if n == 3 {
			cancel()
			<-ctx.Done()
		}
		return n
	}
	if got := slices.Collect(batch.Run(ctx, batch.Config{}, numbers(math.MaxInt, &taken), stuck)); len(got) > 4 {
		t.Errorf("%d answers after the end", len(got))
	}
}
