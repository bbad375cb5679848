// SPDX-License-Identifier: BSD-3-Clause

package meter

import (
	"bytes"
	"runtime"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/veilplan/veil/internal/rusage"
)

// sample is the stack of the work at one moment.
type sample struct {
	asks  int64 // the number of checks before it
	stack string
}

const (
	// glance is the interval at which the watcher polls.
	glance = 5 * time.Millisecond
	// suspicious is the number of polls without a check after which the watcher takes the stack,
	// which stops all goroutines for a moment.
	suspicious = 3
)

// watch polls the work until it ends: its memory, and its stack if it does not check.
func (m *meter) watch() {
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	var most uint64
	start := rusage.CPU()
	for before, idle := int64(-1), 0; ; {
		select {
		case <-m.end:
			m.report.Heap = most
			return
		case <-ticker.C:
		}
		if m.withdraw > 0 && rusage.CPU()-start >= m.withdraw {
			m.cancel() // even if it does not check
		}
		metrics.Read(heap)
		most = max(most, heap[0].Value.Uint64())
		if asks := m.asks.Load(); asks != before {
			before, idle = asks, 0
		} else if idle++; idle >= suspicious && m.name.Load() != nil && !m.sampled(asks) {
			m.seen.Store(&sample{asks: asks, stack: stackOf(*m.name.Load())})
		}
	}
}

// sampled reports whether the present gap has a stack. The first is kept: a later one may be that of
// the check which ends the gap.
func (m *meter) sampled(asks int64) bool {
	s := m.seen.Load()
	return s != nil && s.asks == asks
}

// stackSince returns a stack taken after the given number of checks.
func (m *meter) stackSince(asks int64) string {
	if s := m.seen.Load(); s != nil && s.asks == asks {
		return s.stack
	}
	return ""
}

// goroutineName returns the name of the calling goroutine in a dump of all stacks.
func goroutineName() string {
	text := make([]byte, 64)
	text = text[:runtime.Stack(text, false)]
	name, _, _ := bytes.Cut(text, []byte("["))
	return string(name)
}

// stackOf returns the stack of a goroutine.
func stackOf(name string) string {
	text := make([]byte, 1<<20)
	text = text[:runtime.Stack(text, true)]
	for part := range strings.SplitSeq(string(text), "\n\n") {
		if strings.HasPrefix(part, name+"[") {
			return part
		}
	}
	return ""
}

// Functions returns the names of the functions of a stack, innermost first, without those of the runtime.
func (g Gap) Functions() []string {
	var names []string
	for line := range strings.Lines(g.Stack) {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "goroutine ") || strings.HasPrefix(line, "runtime.") {
			continue
		}
		name := strings.TrimSpace(line)
		if at := strings.LastIndexByte(name, '('); at > 0 {
			name = name[:at]
		}
		names = append(names, name[strings.LastIndexByte(name, '/')+1:])
	}
	return names
}
