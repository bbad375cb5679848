// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"slices"
	"time"

	"github.com/veilplan/veil/api"
)

// Work that does not check whether to stop can neither be stopped nor made to yield. It is let
// loose: it loses its slot, so nobody waits for it, and continues in a thread of low priority. Its
// client is charged until it ends; a client with its full share of loose work gets no other slot.

// quiet is the CPU time that long work may use between two checks. For short work it is api.ShortWork.
const quiet = time.Second

// watchEvery is the interval at which running work is checked.
const watchEvery = api.ShortWork * time.Millisecond

// looseExtra is the number of loose passes allowed beyond one per slot. Any further one keeps its slot.
const looseExtra = 8

// begin records the thread of the work.
func (p *pass) begin(thread int) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.thread = thread
	p.began = p.gate.cpu(thread)
	p.asked = p.began
}

// watch lets work loose that has not checked for too long.
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

// inTheWay reports whether short work has held its slot for long in wall-clock time while a client
// with a lower usage waits: on a busy machine its CPU time alone would show that too late.
func (g *gate) inTheWay(p *pass) bool {
	if p.class != api.Short || g.now().Sub(p.since) < 2*api.ShortWork*time.Millisecond {
		return false
	}
	g.chargeAll()
	return g.poorer(&g.short, p)
}

// loosen takes the slot from a pass, unless too many are loose.
func (g *gate) loosen(p *pass) {
	if len(g.loose) >= g.looseMax || p.state == loose {
		return
	}
	if p.state == holding {
		g.give(p)
	}
	g.lane(p.class).remove(p)
	if p.class == api.Short {
		_ = g.memory.demote(p) // without memory for slow work it keeps its part
		p.class = api.Bulk
	}
	p.state, p.charged = loose, g.now()
	g.loose = append(g.loose, p)
	g.usage.of(p.client, g.now()).loose++
	p.lower = p.lower || lowerThread(p.thread)
	g.admit(&g.short)
	g.admit(&g.long)
}

// tie ends the loose state of a pass.
func (g *gate) tie(p *pass) {
	g.charge(p)
	g.loose = slices.DeleteFunc(g.loose, func(q *pass) bool { return q == p })
	g.usage.of(p.client, g.now()).loose--
	p.state = yielded
}

// chargeAll charges all running work, even if it has not checked yet.
func (g *gate) chargeAll() {
	for _, p := range slices.Concat(g.held, g.loose) {
		g.charge(p)
	}
}

// indebted reports whether a client has its full share of loose work, and gets no slot until some
// of it ends.
func (g *gate) indebted(client string) bool {
	return g.usage.of(client, g.now()).loose >= g.looseShare
}

// reserved reports whether the last slot for short work is denied to a client: one with loose work
// could hold it for as long as work may run between checks, while a modest client waits.
func (g *gate) reserved(l *lane, client string) bool {
	return l == &g.short && l.slots > 1 && l.taken == l.slots-1 && g.usage.of(client, g.now()).loose > 0
}

// raise restores the process's priority for the threads of all work, so that they end with it: the
// last thread to end releases the memory of the process, which on a busy machine takes a
// low-priority thread seconds.
func (g *gate) raise() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range slices.Concat(g.held, g.loose, g.short.paused, g.long.paused) {
		raiseThread(p.thread, g.nice)
	}
}

// stuck reports whether nobody can be served: abandoned work holds every slot for short work, or
// its memory, so that even a modest client gets none.
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

// spent returns how long a pass has waited for slots, and its CPU time so far.
func (p *pass) spent() (queued, cpu time.Duration) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.measure()
	return p.queued, p.used
}

// measure records the CPU time of the work.
func (p *pass) measure() {
	if p.thread != 0 {
		p.used = p.gate.cpu(p.thread) - p.began
	}
}
