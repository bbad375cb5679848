// SPDX-License-Identifier: BSD-3-Clause

package service

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

// modest returns the first pass of the client that used least, among those for which there
// is memory, which it takes.
func (g *gate) modest(l *lane) *pass {
	t := g.now()
	all := l.waiting()
	slices.SortStableFunc(all, func(a, b *pass) int { return g.usage.compare(a.client, b.client, t) })
	for _, p := range all {
		if p.room != nil || g.memory.take(p) == nil {
			return p
		}
	}
	return nil
}

// poorer reports whether a client waits that has used less than that of a pass.
func (g *gate) poorer(l *lane, p *pass) bool {
	t := g.now()
	used := g.usage.of(p.client, t).used
	return slices.ContainsFunc(l.waiting(), func(q *pass) bool {
		return g.usage.of(q.client, t).used+l.turn.Seconds() < used && (q.room != nil || g.memory.has(q))
	})
}
