// SPDX-License-Identifier: BSD-3-Clause

package solve

import (
	"context"
	"time"

	"github.com/veilplan/veil/internal/pause"
)

// Limit gives a question its time.
func WithTime(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, most)
	return pause.Context(ctx), cancel
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
