// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"slices"
	"time"

	"github.com/veilplan/veil/api"
)

// Work that does not ask whether to stop can neither be stopped nor made to let others pass. It is
// let loose: it loses its slot, so nobody waits for it, and goes on in a thread of low priority. Its
// client is charged for it until it ends, and with its share of such work gets nothing else.

// quiet is how much CPU time long work may take without asking. Short work has api.ShortWork.
const quiet = time.Second

// watchEvery is how often work is looked at.
const watchEvery = api.ShortWork * time.Millisecond

// looseExtra is how much may be loose besides one for each slot. What comes then keeps its slot.
const looseExtra = 8

// begin notes on which thread work runs.
func (p *pass) begin(thread int) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.thread = thread
	p.began = p.gate.cpu(thread)
	p.asked = p.began
}

// watch lets work loose that has not asked for too long.
func (p *pass) watch() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	most := quiet
	if p.class == api.Short {
		most = api.ShortWork * time.Millisecond
	}
	if p.state == holding && (g.cpu(p.thread)-p.asked >= most || g.inTheWay(p)) {
		g.loosen(p)
	}
}

// inTheWay reports whether short work has had its slot for long by the clock while a client waits that has
// used less: on a busy machine its CPU time alone would take long to show it.
func (g *gate) inTheWay(p *pass) bool {
	if p.class != api.Short || g.now().Sub(p.since) < 2*api.ShortWork*time.Millisecond {
		return false
	}
	g.chargeAll()
	return g.poorer(&g.short, p)
}

// loosen takes the slot from a pass, unless too much is loose.
func (g *gate) loosen(p *pass) {
	if len(g.loose) >= g.looseMax || p.state == loose {
		return
	}
	if p.state == holding {
		g.give(p)
	}
	g.lane(p.class).remove(p)
	if p.class == api.Short {
		_ = g.memory.demote(p) // if there is none for slow work it keeps what it has
		p.class = api.Bulk
	}
	p.state, p.charged = loose, g.now()
	g.loose = append(g.loose, p)
	g.usage.of(p.client, g.now()).loose++
	p.lower = p.lower || lowerThread(p.thread)
	g.admit(&g.short)
	g.admit(&g.long)
}

// tie ends that a pass is loose.
func (g *gate) tie(p *pass) {
	g.charge(p)
	g.loose = slices.DeleteFunc(g.loose, func(q *pass) bool { return q == p })
	g.usage.of(p.client, g.now()).loose--
	p.state = yielded
}

// chargeAll counts the time of all that runs, also of what has not asked yet.
func (g *gate) chargeAll() {
	for _, p := range slices.Concat(g.held, g.loose) {
		g.charge(p)
	}
}

// indebted reports whether a client has its share of loose work, and gets no slot until some of it ends.
func (g *gate) indebted(client string) bool {
	return g.usage.of(client, g.now()).loose >= g.looseShare
}

// reserved reports whether the last slot of short work is not for a client: one with loose work would
// hold it for as long as work may go without asking, while a client that asks for little waits.
func (g *gate) reserved(l *lane, client string) bool {
	return l == &g.short && l.slots > 1 && l.taken == l.slots-1 && g.usage.of(client, g.now()).loose > 0
}

// raise gives the threads of all work the priority of the process, so that they end with it: the last one to
// end gives back the memory of the process, and on a busy machine that takes a thread of low priority seconds.
func (g *gate) raise() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range slices.Concat(g.held, g.loose, g.short.paused, g.long.paused) {
		raiseThread(p.thread, g.nice)
	}
}

// stuck reports whether nobody can be served: what nobody waits for any more holds every slot of
// short work, or its memory, so that even the client that asks for little gets none.
func (g *gate) stuck() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	slots, memory := 0, int64(0)
	for _, p := range g.left {
		if p.state == holding && p.class == api.Short {
			slots++
		}
		if p.room == g.memory.short {
			memory += p.size
		}
	}
	return slots >= g.short.slots || memory+g.memory.littleSize > g.memory.short.total
}

// spent returns how long a pass has waited for slots, and the CPU time of its work so far.
func (p *pass) spent() (queued, cpu time.Duration) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.measure()
	return p.queued, p.used
}

// measure notes the CPU time of the work.
func (p *pass) measure() {
	if p.thread != 0 {
		p.used = p.gate.cpu(p.thread) - p.began
	}
}
