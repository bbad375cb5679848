// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"slices"
	"time"
)

// lane is a set of slots for work of one kind, and its queues.
type lane struct {
	slots, taken int
	turn         time.Duration // time after which work yields to clients with a lower usage
	queue        []*pass       // not yet begun, oldest first
	paused       []*pass       // yielded to others, oldest first
}

// waiting returns all passes that wait for a slot.
func (l *lane) waiting() []*pass { return slices.Concat(l.paused, l.queue) }

// remove removes a pass from the queues.
func (l *lane) remove(p *pass) {
	same := func(q *pass) bool { return q == p }
	l.queue, l.paused = slices.DeleteFunc(l.queue, same), slices.DeleteFunc(l.paused, same)
}
