// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package krieg_test

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// quiet returns White's belief after n moves of which nothing was heard.
func quiet(t testing.TB, n int) *krieg.Belief {
	t.Helper()
	h := krieg.NewHistory(krieg.Berkeley(), krieg.White)
	for _, m := range []string{"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3"}[:n] {
		h.Events = append(h.Events, krieg.Event{By: krieg.White, Action: move(t, m)}, krieg.Event{By: krieg.Black})
	}
	b, err := krieg.Estimate(t.Context(), &h, krieg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// generated counts the states that an update by a move of Black generates.
func generated(b *krieg.Belief) (n int) {
	var l chess.Moves
	for p := range b.Boards() {
		p.Legal(&l)
		n += l.Len()
	}
	return n
}

func hear(t testing.TB, b *krieg.Belief, e krieg.Event) *krieg.Belief {
	t.Helper()
	next, err := b.Hear(t.Context(), e, krieg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// TestThroughput asks for 5 million generated states a second of processor time. Like
// every measurement it runs on request: VEIL_FULL=1.
func TestThroughput(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("measures speed; set VEIL_FULL=1 to run it")
	}
	b := hear(t, quiet(t, 5), krieg.Event{By: krieg.White, Action: move(t, "f2f3")})
	n := generated(b)
	best := time.Duration(1 << 62)
	for range 5 {
		best = min(best, cpuTime(func() { hear(t, b, krieg.Event{By: krieg.Black}) }))
	}
	rate := float64(n) / best.Seconds() / 1e6
	t.Logf("%d boards, %d generated in %v of processor time: %.1f million a second", b.Len(), n, best, rate)
	if rate < 5 {
		t.Errorf("%.1f million generated states a second, want at least 5", rate)
	}
}

// TestMemory updates a belief of about 1.5 million boards in at most 2 GB.
func TestMemory(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("needs 2 GB; set VEIL_FULL=1 to run it")
	}
	b := quiet(t, 6)
	b = hear(t, b, krieg.Event{By: krieg.White, Action: move(t, "g2g3")})
	debug.FreeOSMemory()
	next := hear(t, b, krieg.Event{By: krieg.Black})
	peak := rusage.Peak() >> 20
	t.Logf("%d boards to %d; the process peaked at %d MB", b.Len(), next.Len(), peak)
	if b.Len() < 1_400_000 {
		t.Errorf("only %d boards", b.Len())
	}
	if peak > 2000 {
		t.Errorf("the process peaked at %d MB, want at most 2000", peak)
	}
}

func BenchmarkExpand(b *testing.B) {
	belief := hear(b, quiet(b, 4), krieg.Event{By: krieg.White, Action: move(b, "e2e3")})
	n := generated(belief)
	b.ReportAllocs()
	for b.Loop() {
		hear(b, belief, krieg.Event{By: krieg.Black})
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}

// cpuTime returns the processor time f takes.
func cpuTime(f func()) time.Duration {
	runtime.GC()
	before := rusage.CPU()
	f()
	return rusage.CPU() - before
}
