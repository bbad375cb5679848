// SPDX-License-Identifier: BSD-3-Clause

package service

import (
	"container/list"
	"context"
	"errors"
	"runtime"
	"sync"
	"time"
)

// gate admits work: a fixed number of slots, a bounded queue, and short work before long.
// The work is CPU-bound, so the right number of slots is known: the cores.
type gate struct {
	queueMax    int           // waiting, in all
	perClient   int           // running and waiting, per client
	patience    time.Duration // longest wait in the queue
	now         func() time.Time
	mu          sync.Mutex
	free        int
	due, dueMax int        // slots held by overdue work, and how many may be
	short, long *list.List // of *pass
	paused      *list.List // of *pass: long work that let short work pass
	clients     map[string]int
}

var (
	errBusy  = errors.New("busy")
	errQuota = errors.New("too many at a time")
)

// pass is one admitted piece of work.
type pass struct {
	gate    *gate
	client  string
	ready   chan struct{}
	since   time.Time // when it got its slot, or began to wait for it
	holding bool
	due     bool // it had waited too long when it got its slot
}

func newGate(slots, queueMax, perClient int, patience time.Duration) *gate {
	return &gate{
		queueMax: queueMax, perClient: perClient, patience: patience, now: now,
		free: slots, dueMax: max(1, slots-1), short: list.New(), long: list.New(), paused: list.New(), clients: map[string]int{},
	}
}

// enter waits for a slot. It fails with errBusy if the queue is full or too slow, with
// errQuota if the client has too much going on, and with the context's error.
func (g *gate) enter(ctx context.Context, client string, long bool) (*pass, error) {
	p := &pass{gate: g, client: client, ready: make(chan struct{}, 1)}
	queue := g.short
	if long {
		queue = g.long
	}
	g.mu.Lock()
	if g.clients[client] >= g.perClient {
		g.mu.Unlock()
		return nil, errQuota
	}
	if g.free > 0 {
		g.free--
		g.take(p)
		g.clients[client]++
		g.mu.Unlock()
		return p, nil
	}
	if g.short.Len()+g.long.Len() >= g.queueMax {
		g.mu.Unlock()
		return nil, errBusy
	}
	g.clients[client]++
	place := queue.PushBack(p)
	g.mu.Unlock()
	return p.wait(ctx, queue, place)
}

// wait waits in a queue for a slot.
func (p *pass) wait(ctx context.Context, queue *list.List, place *list.Element) (*pass, error) {
	timer := time.NewTimer(p.gate.patience)
	defer timer.Stop()
	var why error
	select {
	case <-p.ready:
		return p, nil
	case <-ctx.Done():
		why = ctx.Err()
	case <-timer.C:
		why = errBusy
	}
	p.gate.mu.Lock()
	if p.holding { // at the last moment
		p.gate.mu.Unlock()
		return p, nil
	}
	queue.Remove(place)
	p.gate.forget(p)
	p.gate.mu.Unlock()
	return nil, why
}

func (g *gate) take(p *pass) { p.holding, p.since = true, g.now() }

func (g *gate) forget(p *pass) {
	if g.clients[p.client]--; g.clients[p.client] <= 0 {
		delete(g.clients, p.client)
	}
}

// leave gives the slot back.
func (p *pass) leave() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.gate.forget(p)
	if p.holding {
		p.gate.give(p)
		p.gate.admit()
	}
}

// give takes the slot of a pass back.
func (g *gate) give(p *pass) {
	if p.due {
		g.due--
	}
	p.holding, p.due = false, false
	g.free++
}

// Work that runs lets waiting short work pass after its turn. Paused work that is overdue
// comes before short work and has a longer turn, but never holds the last of several slots:
// that is for short work.
const (
	turn    = 4 * time.Millisecond
	overdue = 200 * time.Millisecond
	dueTurn = 20 * time.Millisecond
)

// admit gives free slots to who comes next: paused work that waited long, short work,
// paused work, long work.
func (g *gate) admit() {
	for g.free > 0 {
		queue, due := g.next()
		if queue == nil {
			return
		}
		p, ok := queue.Remove(queue.Front()).(*pass)
		if !ok {
			panic("something else in the queue")
		}
		g.free--
		g.take(p)
		if due {
			p.due = true
			g.due++
		}
		p.ready <- struct{}{}
	}
}

// next returns the queue whose turn it is, and whether only because its first is overdue.
func (g *gate) next() (queue *list.List, due bool) {
	if front := g.paused.Front(); front != nil && g.short.Len() > 0 && g.due < g.dueMax {
		if p, ok := front.Value.(*pass); ok && g.now().Sub(p.since) > overdue {
			return g.paused, true
		}
	}
	for _, queue := range []*list.List{g.short, g.paused, g.long} {
		if queue.Len() > 0 {
			return queue, false
		}
	}
	return nil, false
}

// pause is called by running work every few milliseconds. It lets the network be heard and,
// if this work has had its turn, short work that waits pass.
func (p *pass) pause(ctx context.Context) {
	runtime.Gosched()
	g := p.gate
	g.mu.Lock()
	if !p.holding || g.short.Len() == 0 || g.now().Sub(p.since) < p.turn() {
		g.mu.Unlock()
		return
	}
	g.give(p)
	p.since = g.now()
	place := g.paused.PushBack(p)
	g.admit()
	g.mu.Unlock()
	select {
	case <-p.ready:
	case <-ctx.Done():
		g.mu.Lock()
		if !p.holding {
			g.paused.Remove(place)
		}
		g.mu.Unlock()
	}
}

func (p *pass) turn() time.Duration {
	if p.due {
		return dueTurn
	}
	return turn
}

// depth returns how much waits and how much runs.
func (g *gate) depth() (waiting, free int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.short.Len() + g.long.Len(), g.free
}
