// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"sync"
)

// window limits the chunks that are given out at a time. The limit follows the number of workers.
type window struct {
	mu     sync.Mutex
	change sync.Cond
	size   int
	used   int
}

// largestWindow gives two chunks to each of [maxGuests] threads. Each chunk given out takes about
// 4 kB of the run's memory, so the window takes at most 1 GB.
const smallestWindow, largestWindow = 8, 2 * maxGuests

func newWindow(size int) *window {
	w := &window{size: size}
	w.change.L = &w.mu
	return w
}

// enter waits for room.
func (w *window) enter(ctx context.Context) (leave func(), err error) {
	stop := context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.change.Broadcast()
	})
	defer stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.used >= w.size && ctx.Err() == nil {
		w.change.Wait()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	w.used++
	return w.leave, nil
}

func (w *window) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.used--
	w.change.Broadcast()
}

// resize sets the size of the window, but shrinks it only gradually: busy workers answer late.
func (w *window) resize(size int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size = min(max(size, w.size-w.size/8, smallestWindow), largestWindow)
	w.change.Broadcast()
}
