// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"slices"
	"time"
)

// lane is a number of slots for work of one kind, and the work that waits for one.
type lane struct {
	slots, taken int
	turn         time.Duration // after which work lets that of clients pass that used less
	queue        []*pass       // that waits to begin, oldest first
	paused       []*pass       // that let others pass, oldest first
}

// waiting returns all that waits for a slot.
func (l *lane) waiting() []*pass { return slices.Concat(l.paused, l.queue) }

// remove takes a pass out of those that wait.
func (l *lane) remove(p *pass) {
	same := func(q *pass) bool { return q == p }
	l.queue, l.paused = slices.DeleteFunc(l.queue, same), slices.DeleteFunc(l.paused, same)
}
