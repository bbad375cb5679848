// SPDX-License-Identifier: BSD-3-Clause

package farm

import "sync"

// door admits callbacks of the connection to a session. The library ends a subscription while its
// callback may still run, and the next session shares the ledger and the book with this one. The
// zero value is open.
type door struct {
	mu     sync.Mutex
	closed bool
	inside sync.WaitGroup
}

// admit returns f as a callback that does nothing once the door is closed. A result that finds it
// closed is not acknowledged, so the next session receives it.
func admit[M any](d *door, f func(M)) func(M) {
	return func(m M) {
		if d.enter() {
			defer d.inside.Done()
			f(m)
		}
	}
}

func (d *door) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.inside.Add(1)
	}
	return !d.closed
}

// close waits for the callbacks inside.
func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.inside.Wait()
}
