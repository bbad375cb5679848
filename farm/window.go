// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"sync"
)

// window bounds the chunks that are given out, by a number that changes as workers come
// and go.
type window struct {
	mu     sync.Mutex
	change sync.Cond
	size   int
	used   int
}

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

func (w *window) resize(size int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size = size
	w.change.Broadcast()
}
