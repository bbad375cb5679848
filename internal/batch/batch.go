// SPDX-License-Identifier: BSD-3-Clause

// Package batch answers a stream of questions on many cores, in the order of the questions
// and in bounded memory.
package batch

import (
	"context"
	"iter"
	"runtime"
)

// Config sets how a stream is answered. Its zero value works.
type Config struct {
	Workers int // answers at a time; default: the number of cores
	Window  int // questions read ahead of the first unanswered one; default: four per worker
}

func (c Config) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.GOMAXPROCS(0)
}

func (c Config) window() int {
	if c.Window > 0 {
		return c.Window
	}
	return 4 * c.workers()
}

// job is a question and the channel for its answer.
type job[Q, A any] struct {
	question Q
	answer   chan A
}

// Run answers every question and yields the answers in the order of the questions. It holds at most
// Window of them. When the context ends, the sequence ends too.
func Run[Q, A any](ctx context.Context, cfg Config, questions iter.Seq[Q], answer func(context.Context, Q) A) iter.Seq[A] {
	return func(yield func(A) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		ordered := make(chan job[Q, A], cfg.window())
		work := make(chan job[Q, A])
		go ask(ctx, questions, ordered, work)
		for range cfg.workers() {
			go func() {
				for j := range work {
					j.answer <- answer(ctx, j.question)
				}
			}()
		}
		for {
			j, ok := next(ctx, ordered)
			if !ok {
				return
			}
			if a, ok := next(ctx, j.answer); !ok || !yield(a) {
				return
			}
		}
	}
}

// next receives, unless the channel is closed or the context ends first.
func next[T any](ctx context.Context, from <-chan T) (T, bool) {
	select {
	case x, ok := <-from:
		return x, ok
	case <-ctx.Done():
		var none T
		return none, false
	}
}

// ask distributes the questions: first to the queue of answers, which bounds their number, then to
// the next free worker.
func ask[Q, A any](ctx context.Context, questions iter.Seq[Q], ordered, work chan<- job[Q, A]) {
	defer close(work)
	defer close(ordered)
	for q := range questions {
		j := job[Q, A]{q, make(chan A, 1)}
		for _, to := range []chan<- job[Q, A]{ordered, work} {
			select {
			case to <- j:
			case <-ctx.Done():
				return
			}
		}
	}
}
