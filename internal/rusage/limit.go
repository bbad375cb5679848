// SPDX-License-Identifier: BSD-3-Clause

package rusage

import (
	"context"
	"time"
)

// WithCPU returns a context that ends when this process has used limit more CPU time; zero means no
// limit. Unlike a deadline, it allows the same work on a busy machine.
func WithCPU(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if limit == 0 {
		return ctx, cancel
	}
	end := CPU() + limit
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for CPU() < end {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel()
	}()
	return ctx, cancel
}
