// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// timing is the cost of an answer: the wait for slots, and the CPU time of its work. On a shared
// machine wall-clock time is no measure of either.
type timing struct {
	mu          sync.Mutex
	queued, cpu time.Duration
	known       bool
}

// timingKey is the context key of the timing of a request or job.
type timingKey struct{}

func withTiming(ctx context.Context, t *timing) context.Context {
	return context.WithValue(ctx, timingKey{}, t)
}

func timingOf(ctx context.Context) *timing {
	t, ok := ctx.Value(timingKey{}).(*timing)
	if !ok {
		return &timing{}
	}
	return t
}

func (t *timing) add(queued, cpu time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queued, t.cpu, t.known = t.queued+queued, t.cpu+cpu, true
}

// addTo adds the cost of a job to a request that waited for it.
func (t *timing) addTo(other *timing) {
	t.mu.Lock()
	queued, cpu, known := t.queued, t.cpu, t.known
	t.mu.Unlock()
	if known {
		other.add(queued, cpu)
	}
}

// write sets the header Server-Timing, in milliseconds, if anything was computed.
func (t *timing) write(h http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known {
		h.Set("Server-Timing", fmt.Sprintf("queue;dur=%.3f, cpu;dur=%.3f", milliseconds(t.queued), milliseconds(t.cpu)))
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
