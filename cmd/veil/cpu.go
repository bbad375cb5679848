// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"time"

	"github.com/veilplan/veil/internal/rusage"
)

// withCPU returns a context that ends when this process has used so much more CPU time;
// zero means no limit. Unlike a deadline it gives the same work on a busy machine.
func withCPU(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if limit == 0 {
		return ctx, cancel
	}
	end := rusage.CPU() + limit
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for rusage.CPU() < end {
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
