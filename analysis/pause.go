// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"time"
)

// pauseKey is where a context keeps its pause.
type pauseKey struct{}

// WithPause returns a context with which long work calls pause every few milliseconds. A
// browser needs that, for nothing else happens while the engine computes, not even its own
// deadline; a server lets short work pass long work there.
func WithPause(ctx context.Context, pause func()) context.Context {
	return context.WithValue(ctx, pauseKey{}, pause)
}

// pausing is a context that pauses whoever asks whether it has ended.
type pausing struct {
	context.Context

	pause func()
}

// Err pauses, then says whether to stop.
func (p pausing) Err() error {
	p.pause()
	return p.Context.Err()
}

// Limit gives a question its time.
func Limit(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, most)
	return Pausable(ctx), cancel
}

// Pausable makes a context pause, if it was given a way to.
func Pausable(ctx context.Context) context.Context {
	if pause, ok := ctx.Value(pauseKey{}).(func()); ok {
		return pausing{ctx, pause}
	}
	return ctx
}

// Paced calls f at most a few times a second, and not when time is nearly up.
func Paced(ctx context.Context, f func()) func() {
	const pace = 150 * time.Millisecond
	var last time.Time
	return func() {
		now := time.Now() //nolint:forbidigo // decides when to tell, not what
		if ctx.Err() != nil || now.Sub(last) < pace {
			return
		}
		last = now
		f()
	}
}
