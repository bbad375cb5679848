// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/veilplan/veil/api"
)

// processNice is the niceness of the process, read before any thread has another: a server may be made on one that has.
var processNice = niceness(0) //nolint:gochecknoglobals // as said above

// gate admits work: a fixed number of slots, bounded queues, bounded memory, and priority for
// clients that used little. Short work has separate slots, so it never waits for long work.
type gate struct {
	queueMax  int           // waiting, in each lane
	perClient int           // running and waiting, per client
	patience  time.Duration // longest wait in a queue
	memory    memory
	now       func() time.Time
	cpu       func(thread int) time.Duration // CPU time of a thread
	nice      int                            // niceness of the process

	looseShare int // limit per client
	looseMax   int // limit in total

	mu          sync.Mutex
	short, long lane
	held        []*pass // with a slot
	loose       []*pass // running without a slot
	left        []*pass // abandoned and still running
	usage       usage
}

var (
	errBusy  = errors.New("busy")
	errQuota = errors.New("too many at a time")
)

func newGate(l Limits) *gate {
	return &gate{
		queueMax: l.Queue, perClient: l.PerClient, patience: l.QueueWait, memory: newMemory(l), now: now, cpu: threadCPU, nice: processNice,
		looseShare: l.Running, looseMax: l.loose(),
		short: lane{slots: l.short(), turn: 4 * time.Millisecond},
		long:  lane{slots: l.Running, turn: 50 * time.Millisecond},
		usage: usage{},
	}
}

// short returns the number of slots for short work.
func (l Limits) short() int { return 1 + l.Running/2 }

// loose returns the number of passes that may run without a slot.
func (l Limits) loose() int { return l.Running + looseExtra }

// Threads returns the number of threads that a server needs: one for every answer computed at a
// time, with a slot or without, and one for the network.
func (l Limits) Threads() int {
	l = l.withDefaults()
	return l.Running + l.short() + l.loose() + 1
}

// enter waits for a slot. It fails with errBusy if the queue is full or too slow, with errQuota if
// the client has too many passes, and with the context's error. The work must end soon after stop
// is called.
func (g *gate) enter(ctx context.Context, client string, class api.Class, stop context.CancelCauseFunc) (*pass, error) {
	p := &pass{gate: g, client: client, class: class, ready: make(chan struct{}, 1), stop: stop}
	g.mu.Lock()
	g.chargeAll()
	who := g.usage.of(client, g.now())
	if who.passes >= g.perClient || g.indebted(client) {
		g.mu.Unlock()
		return nil, errQuota
	}
	who.passes++
	p.since = g.now()
	l := g.lane(class)
	queue := &l.queue
	*queue = append(*queue, p)
	g.admit(l)
	if len(*queue) > g.queueMax {
		g.refuse(g.greediest(*queue), errBusy)
	}
	g.mu.Unlock()
	return p.wait(ctx)
}

func (g *gate) lane(c api.Class) *lane {
	if c == api.Short {
		return &g.short
	}
	return &g.long
}

// refuse removes a pass from its queue, with an error.
func (g *gate) refuse(p *pass, why error) {
	g.lane(p.class).remove(p)
	p.state, p.refused = gone, why
	g.usage.of(p.client, g.now()).passes--
	p.wake()
}

// greediest returns the last pass of the client with the highest expected usage.
func (g *gate) greediest(queue []*pass) *pass {
	last, most := queue[0], -1.0
	for _, p := range queue {
		if used := g.usage.of(p.client, g.now()).expected(); used >= most {
			last, most = p, used
		}
	}
	return last
}

// admit gives the free slots of a lane to the next passes.
func (g *gate) admit(l *lane) {
	for l.taken < l.slots {
		p := g.modest(l)
		if p == nil {
			return
		}
		l.remove(p)
		l.taken++
		p.queued += g.now().Sub(p.since)
		p.state, p.since, p.charged = holding, g.now(), g.now()
		g.held = append(g.held, p)
		p.wake()
	}
}

// modest returns the first pass of the client with the lowest usage, among those for which there is
// memory, which it takes.
func (g *gate) modest(l *lane) *pass {
	t := g.now()
	all := l.waiting()
	slices.SortStableFunc(all, func(a, b *pass) int { return g.usage.compare(a.client, b.client, t) })
	for _, p := range all {
		if !g.indebted(p.client) && !g.reserved(l, p.client) && (p.room != nil || g.memory.take(p) == nil) {
			return p
		}
	}
	return nil
}

// give takes back the slot of a pass.
func (g *gate) give(p *pass) {
	g.charge(p)
	p.state = yielded
	g.held = slices.DeleteFunc(g.held, func(q *pass) bool { return q == p })
	g.lane(p.class).taken--
}

// charge adds the time that a pass has held its slot.
func (g *gate) charge(p *pass) {
	t := g.now()
	ran := t.Sub(p.charged)
	p.ran += ran
	p.charged = t
	g.usage.of(p.client, t).used += ran.Seconds()
}

// pause is called by running work every few milliseconds. It lets the network run and, if this work
// has had its turn, yields to others.
func (p *pass) pause(ctx context.Context) {
	runtime.Gosched()
	g := p.gate
	g.mu.Lock()
	p.asked = g.cpu(p.thread)
	if p.state == loose && !p.left { // it has checked, so it can be made to wait
		g.tie(p)
		g.queueUp(p)
		g.mu.Unlock()
		p.resume(ctx)
		return
	}
	if p.state != holding {
		g.mu.Unlock()
		return
	}
	g.charge(p)
	slow := g.demote(p)
	yields := slow || g.shouldYield(p)
	if yields {
		g.give(p)
		g.queueUp(p)
	}
	g.mu.Unlock()
	if slow {
		p.background()
	}
	if yields {
		p.resume(ctx)
	}
}

// queueUp returns a pass without a slot to the waiting ones.
func (g *gate) queueUp(p *pass) {
	select {
	case <-p.ready: // discard an outdated signal
	default:
	}
	p.since = g.now()
	l := g.lane(p.class)
	l.paused = append(l.paused, p)
	g.admit(l)
}

// demote moves work that was classified as short to the long lane. If there is no memory for it
// there, the work ends.
func (g *gate) demote(p *pass) bool {
	if p.class != api.Short || g.computed(p) < api.ShortWork*time.Millisecond {
		return false
	}
	if err := g.memory.demote(p); err != nil {
		p.stop(err)
		return false
	}
	g.short.taken--
	g.long.taken++ // temporarily above the limit: it will yield
	p.class = api.Bulk
	g.admit(&g.short)
	return true
}

// computed returns the CPU time of a pass, or the time it held a slot if the system does not report
// it: on a busy machine short work may hold a slot for long.
func (g *gate) computed(p *pass) time.Duration {
	if p.measure(); p.used > 0 {
		return p.used
	}
	return p.ran
}

// shouldYield reports whether a pass should give its slot to others.
func (g *gate) shouldYield(p *pass) bool {
	l := g.lane(p.class)
	return g.now().Sub(p.since) >= l.turn && g.poorer(l, p)
}

// poorer reports whether a client with a lower usage waits.
func (g *gate) poorer(l *lane, p *pass) bool {
	t := g.now()
	used := g.usage.of(p.client, t).used
	return slices.ContainsFunc(l.waiting(), func(q *pass) bool {
		return !g.indebted(q.client) && g.usage.of(q.client, t).used+l.turn.Seconds() < used && (q.room != nil || g.memory.has(q))
	})
}

// depth returns the number of passes that wait, run, and were abandoned.
func (g *gate) depth() (waiting, running, left int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.short.queue) + len(g.long.queue), g.short.taken + g.long.taken, len(g.left)
}

// untied returns the number of passes that run without a slot.
func (g *gate) untied() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.loose)
}
