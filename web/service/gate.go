// SPDX-License-Identifier: BSD-3-Clause

package service

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
)

// gate admits work: a fixed number of slots, bounded queues, a bounded memory, short work
// before long, and the work of clients that used little before that of others. The work is
// CPU-bound, so the right number of slots is known: the cores.
type gate struct {
	queueMax  int           // waiting, short and long each
	perClient int           // running and waiting, per client
	patience  time.Duration // longest wait in a queue
	memory    memory
	now       func() time.Time

	mu          sync.Mutex
	free        int
	due, dueMax int     // slots held by overdue work, and how many may be
	short, long []*pass // that wait to begin, oldest first
	paused      []*pass // that let others pass, oldest first
	left        int     // that were left behind and still run
	usage       usage
}

var (
	errBusy  = errors.New("busy")
	errQuota = errors.New("too many at a time")
)

// pass is one admitted piece of work.
type pass struct {
	gate    *gate
	client  string
	class   Class
	ready   chan struct{} // gets a value when it got a slot, or was refused
	since   time.Time     // when it got its slot, or began to wait for it
	charged time.Time     // until when its use of the slot is counted
	ran     time.Duration // with a slot
	room    *quota        // from which its memory is
	size    int64
	state   passState
	due     bool // it had waited too long when it got its slot
	refused error
	stop    context.CancelCauseFunc // ends the work
}

type passState int

const (
	waiting passState = iota
	holding           // a slot
	yielded           // its slot, for a while
	gone              // the work has ended, was refused, or was left behind
)

func newGate(l Limits) *gate {
	return &gate{
		queueMax: l.Queue, perClient: l.PerClient, patience: l.QueueWait, memory: newMemory(l), now: now,
		free: l.Running, dueMax: max(1, l.Running-1), usage: usage{},
	}
}

// enter waits for a slot. It fails with errBusy if the queue is full or too slow, with
// errQuota if the client has too much going on, and with the context's error. The work must
// end soon when stop is called.
func (g *gate) enter(ctx context.Context, client string, class Class, stop context.CancelCauseFunc) (*pass, error) {
	p := &pass{gate: g, client: client, class: class, ready: make(chan struct{}, 1), stop: stop}
	g.mu.Lock()
	who := g.usage.of(client, g.now())
	if who.passes >= g.perClient {
		g.mu.Unlock()
		return nil, errQuota
	}
	who.passes++
	queue := g.queue(p)
	*queue = append(*queue, p)
	g.admit()
	if len(*queue) > g.queueMax {
		g.refuse(g.greediest(*queue), errBusy)
	}
	g.mu.Unlock()
	return p.wait(ctx)
}

func (g *gate) queue(p *pass) *[]*pass {
	switch {
	case p.state == yielded:
		return &g.paused
	case p.class != Short:
		return &g.long
	default:
		return &g.short
	}
}

// wait waits in a queue for a slot.
func (p *pass) wait(ctx context.Context) (*pass, error) {
	timer := time.NewTimer(p.gate.patience)
	defer timer.Stop()
	var why error
	select {
	case <-p.ready:
	case <-ctx.Done():
		why = context.Cause(ctx)
	case <-timer.C:
		why = errBusy
	}
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.state == waiting {
		p.gate.refuse(p, why)
	}
	if p.state == gone {
		return nil, p.refused
	}
	return p, nil
}

// refuse takes a pass out of its queue.
func (g *gate) refuse(p *pass, why error) {
	queue := g.queue(p)
	*queue = slices.DeleteFunc(*queue, func(q *pass) bool { return q == p })
	p.state, p.refused = gone, why
	g.usage.of(p.client, g.now()).passes--
	p.wake()
}

// greediest returns the last pass of the client that used most.
func (g *gate) greediest(queue []*pass) *pass {
	last, most := queue[0], -1.0
	for _, p := range queue {
		if used := g.usage.of(p.client, g.now()).used; used >= most {
			last, most = p, used
		}
	}
	return last
}

// leave ends a piece of work: its slot and its memory are free.
func (p *pass) leave() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	switch p.state {
	case holding:
		g.give(p)
	case yielded:
		g.paused = slices.DeleteFunc(g.paused, func(q *pass) bool { return q == p })
	case gone: // left behind, and now it has ended all the same
		g.left--
	case waiting:
	}
	if p.state != gone {
		g.usage.of(p.client, g.now()).passes--
	}
	p.state = gone
	p.room.give(p.client, p.size)
	g.admit()
}

// abandon takes the slot from work that does not end though it should. Its memory stays
// taken for as long as it runs.
func (p *pass) abandon() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	switch p.state {
	case holding:
		g.give(p)
	case yielded:
		g.paused = slices.DeleteFunc(g.paused, func(q *pass) bool { return q == p })
	case waiting, gone:
		return
	}
	g.usage.of(p.client, g.now()).passes--
	p.state = gone
	g.left++
	g.admit()
}

// give takes the slot of a pass back.
func (g *gate) give(p *pass) {
	g.charge(p)
	if p.due {
		g.due--
	}
	p.state, p.due = yielded, false
	g.free++
}

// charge counts the time that a pass has had its slot.
func (g *gate) charge(p *pass) {
	t := g.now()
	ran := t.Sub(p.charged)
	p.ran += ran
	p.charged = t
	g.usage.of(p.client, t).used += ran.Seconds()
}

// Work that runs lets waiting short work pass after its turn, and waiting long work of
// clients that used less after a longer one. Paused work that is overdue comes before short
// work and has a longer turn, but never holds the last of several slots: that is for short
// work.
const (
	turn     = 4 * time.Millisecond
	fairTurn = 50 * time.Millisecond
	overdue  = 200 * time.Millisecond
	dueTurn  = 20 * time.Millisecond
)

// admit gives free slots to whoever comes next: paused work that waited long, short work,
// paused and long work.
func (g *gate) admit() {
	for g.free > 0 {
		p, due := g.next()
		if p == nil {
			return
		}
		queue := g.queue(p)
		*queue = slices.DeleteFunc(*queue, func(q *pass) bool { return q == p })
		g.free--
		p.state, p.since, p.charged, p.due = holding, g.now(), g.now(), due
		if due {
			g.due++
		}
		p.wake()
	}
}

// next returns whose turn it is, and whether only because it is overdue. Its memory is taken.
func (g *gate) next() (p *pass, due bool) {
	if len(g.paused) > 0 && len(g.short) > 0 && g.due < g.dueMax && g.now().Sub(g.paused[0].since) > overdue {
		return g.paused[0], true
	}
	if p := g.modest(g.short); p != nil {
		return p, false
	}
	return g.modest(slices.Concat(g.paused, g.long)), false
}

// modest returns the first pass of the client that used least, among those for which there
// is memory.
func (g *gate) modest(queue []*pass) *pass {
	t := g.now()
	queue = slices.Clone(queue)
	slices.SortStableFunc(queue, func(a, b *pass) int { return g.usage.compare(a.client, b.client, t) })
	for _, p := range queue {
		if p.room != nil || g.memory.take(p) == nil {
			return p
		}
	}
	return nil
}

// pause is called by running work every few milliseconds. It lets the network be heard and,
// if this work has had its turn, others pass.
func (p *pass) pause(ctx context.Context) {
	runtime.Gosched()
	g := p.gate
	g.mu.Lock()
	if p.state != holding {
		g.mu.Unlock()
		return
	}
	g.charge(p)
	g.demote(p)
	if !g.shouldYield(p) {
		g.mu.Unlock()
		return
	}
	g.yield(p)
	g.mu.Unlock()
	p.resume(ctx)
}

// yield gives a slot to others; the pass waits for another. The gate is locked.
func (g *gate) yield(p *pass) {
	g.give(p)
	g.queueUp(p)
}

// queueUp puts a pass without a slot among those that wait for one again.
func (g *gate) queueUp(p *pass) {
	select {
	case <-p.ready: // old news
	default:
	}
	p.since = g.now()
	g.paused = append(g.paused, p)
	g.admit()
}

// wake ends the wait of a pass. One that gave up waiting does not take the news.
func (p *pass) wake() {
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// resume waits for a slot, or for the end of the context.
func (p *pass) resume(ctx context.Context) {
	select {
	case <-p.ready:
	case <-ctx.Done(): // it will see so; until then it is no matter that it has no slot
	}
}

// outside lets others work while f waits for something else, such as a reader.
func (p *pass) outside(ctx context.Context, f func() error) error {
	g := p.gate
	g.mu.Lock()
	if p.state != holding {
		g.mu.Unlock()
		return f()
	}
	g.give(p)
	g.admit()
	g.mu.Unlock()
	err := f()
	g.mu.Lock()
	if p.state == gone {
		g.mu.Unlock()
		return errors.Join(err, errBusy)
	}
	g.queueUp(p)
	g.mu.Unlock()
	p.resume(ctx)
	return err
}

// demote makes work that was taken for short long. If there is no memory for more such work
// it ends: it would be in the way of short work.
func (g *gate) demote(p *pass) {
	if p.class != Short || p.ran < LongWork*time.Millisecond {
		return
	}
	p.class = Bulk
	if err := g.memory.demote(p); err != nil {
		p.stop(err)
	}
}

// shouldYield reports whether others should have the slot of a pass.
func (g *gate) shouldYield(p *pass) bool {
	had := g.now().Sub(p.since)
	switch {
	case len(g.short) > 0:
		return had >= p.turn()
	case had < fairTurn || len(g.paused)+len(g.long) == 0:
		return false
	default:
		return g.poorer(p)
	}
}

// poorer reports whether a client waits that has used less than that of a pass.
func (g *gate) poorer(p *pass) bool {
	t := g.now()
	used := g.usage.of(p.client, t).used
	for _, q := range slices.Concat(g.paused, g.long) {
		if g.usage.of(q.client, t).used+fairTurn.Seconds() < used && (q.room != nil || g.memory.has(q)) {
			return true
		}
	}
	return false
}

func (p *pass) turn() time.Duration {
	if p.due {
		return dueTurn
	}
	return turn
}

// depth returns how much waits, how many slots are free, and how much was left behind.
func (g *gate) depth() (waiting, free, left int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.short) + len(g.long), g.free, g.left
}
