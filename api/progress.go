// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"context"
	"time"

	"github.com/veilplan/veil/internal/pause"
)

// WithTime limits the time of a question; 0 means no limit.
func WithTime(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if most == 0 {
		ctx, cancel := context.WithCancel(ctx)
		return pause.Context(ctx), cancel
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	return pause.Context(ctx), cancel
}

// Paced returns a function that calls f at most a few times a second, and not once ctx has ended.
func Paced(ctx context.Context, f func()) func() { return paced(ctx, f, 0) }

// Sparing is Paced for work of many seconds whose reports are large: they take at most a twentieth of
// the time.
func Sparing(ctx context.Context, f func()) func() { return paced(ctx, f, 20) }

// paced waits between two calls of f for rest times as long as the first took.
func paced(ctx context.Context, f func(), rest time.Duration) func() {
	const pace = 150 * time.Millisecond
	var next time.Time
	return func() {
		now := time.Now() //nolint:forbidigo // decides when to report, not what
		if ctx.Err() != nil || now.Before(next) {
			return
		}
		f()
		next = now.Add(max(pace, rest*time.Since(now)))
	}
}
