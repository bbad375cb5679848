// SPDX-License-Identifier: BSD-3-Clause

// Package meter finds work that fails to check whether it should stop.
//
// Work is cancelled through its context: a search that does not check its context for a second runs
// a second longer than anybody waits. A meter runs work under a context that counts the checks and
// measures the CPU time between them. The longest gap comes with the stack of the work inside it,
// which shows the loop that does not check.
package meter

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/internal/rusage"
)

// Gap is a stretch of work without a check of the context.
type Gap struct {
	CPU   time.Duration
	Stack string // of the work inside the gap; empty if it was too short to be seen
}

// Report contains the measurements of a piece of work.
type Report struct {
	Asks    int           // checks of the context
	CPU     time.Duration // total
	Longest Gap           // before the first check, between two, or after the last
	After   time.Duration // CPU time between cancellation and the end
	Heap    uint64        // largest heap seen in bytes, garbage included
}

// Run does work on a separate thread and measures it. If withdraw is not zero, the context of the
// work ends once it has used that much CPU time.
func Run(ctx context.Context, withdraw time.Duration, work func(context.Context)) Report {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := &meter{withdraw: withdraw, cancel: cancel, end: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: CPU time is measured per thread
		defer m.close()
		m.open()
		work(pause.Context(pause.With(ctx, m.ask)))
	}()
	m.watch()
	<-done
	return m.report
}

// meter is one measurement. Only the thread of the work touches it, except for asks and seen.
type meter struct {
	withdraw time.Duration
	cancel   context.CancelFunc
	thread   int
	start    time.Duration
	last     time.Duration // CPU time at the last check
	report   Report

	asks atomic.Int64           // also by other threads of the work
	name atomic.Pointer[string] // the goroutine's name in a dump of all stacks
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

// ask is called whenever the work checks whether to stop.
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
	m.last = rusage.Thread() // excludes the cost of measuring
}

// gap records the time since the last check, if it is the longest so far.
func (m *meter) gap(now time.Duration) {
	if took := now - m.last; took > m.report.Longest.CPU {
		m.report.Longest = Gap{CPU: took, Stack: m.stackSince(m.asks.Load() - 1)}
	}
}

// close ends the measurement, even if the work panics.
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
