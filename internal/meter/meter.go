// SPDX-License-Identifier: BSD-3-Clause

// Package meter finds work that forgets to ask whether it should stop.
//
// Work under a context is stopped by being asked to: a search that does not look at its context for a second
// goes on for a second after everybody has left. A meter runs work under a context that counts how often it is
// asked, and measures the CPU time between two times. The longest gap comes with the stack of the work inside it, so
// whoever reads it sees which loop does not ask.
package meter

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/internal/rusage"
)

// Gap is work that did not ask.
type Gap struct {
	CPU   time.Duration
	Stack string // of the work inside the gap; empty if it was too short to be seen
}

// Report is what a meter has measured of a piece of work.
type Report struct {
	Asks    int           // whether to stop
	CPU     time.Duration // of all of it
	Longest Gap           // before the first time it asked, between two, or after the last
	After   time.Duration // CPU time that it went on for once it should have stopped
	Heap    uint64        // most bytes of objects seen, dead ones included
}

// Run does work on a thread of its own and measures it. If withdraw is not zero, the context of the work ends once it has
// used so much CPU time.
func Run(ctx context.Context, withdraw time.Duration, work func(context.Context)) Report {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := &meter{withdraw: withdraw, cancel: cancel, end: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlock: CPU time is that of the thread
		defer m.close()
		m.open()
		work(pause.Context(pause.With(ctx, m.ask)))
	}()
	m.watch()
	<-done
	return m.report
}

// meter is one measurement. Only the thread of the work touches it, but for asks and seen.
type meter struct {
	withdraw time.Duration
	cancel   context.CancelFunc
	thread   int
	start    time.Duration
	last     time.Duration // when it asked last
	report   Report

	asks atomic.Int64           // also by other threads of the work
	name atomic.Pointer[string] // how a dump of all stacks begins that of the work
	seen atomic.Pointer[sample]
	end  chan struct{}
}

// open begins the measurement on the thread of the work.
func (m *meter) open() {
	m.thread = threadID()
	name := goroutineName()
	m.name.Store(&name)
	m.start = rusage.Thread()
	m.last = m.start
}

// ask is called whenever the work asks whether to stop.
func (m *meter) ask() {
	m.asks.Add(1)
	if threadID() != m.thread {
		return // a helper of the work, whose time is not that of this thread
	}
	now := rusage.Thread()
	m.gap(now)
	if m.withdraw > 0 && now-m.start >= m.withdraw {
		m.cancel()
	}
	m.last = rusage.Thread() // without what measuring took
}

// gap notes how long the work did not ask, if that is the longest so far.
func (m *meter) gap(now time.Duration) {
	if took := now - m.last; took > m.report.Longest.CPU {
		m.report.Longest = Gap{CPU: took, Stack: m.stackSince(m.asks.Load() - 1)}
	}
}

// close ends the measurement, also of work that panics.
func (m *meter) close() {
	now := rusage.Thread()
	m.asks.Add(1)
	m.gap(now)
	m.report.Asks, m.report.CPU = int(m.asks.Load()-1), now-m.start
	if m.withdraw > 0 {
		m.report.After = max(0, m.report.CPU-m.withdraw)
	}
	close(m.end)
}
