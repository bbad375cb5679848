// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// siege is a crowd and how long it attacks.
type siege struct {
	crowd

	lasts time.Duration
	climb time.Duration // how long to search for dear requests before
}

// newSiege returns a small crowd, or with VEIL_FULL a large one for ten minutes. VEIL_LASTS
// says how long instead.
func newSiege() siege {
	h := siege{crowd{Bodies: 50, Headers: 100, Hammers: 8, Hoarders: 40, Bombs: 1}, 4 * time.Second, time.Second}
	if full() {
		h = siege{crowd{Bodies: 1000, Headers: 2000, Hammers: 40, Hoarders: 300, Bombs: 4}, 10 * time.Minute, 30 * time.Second}
	}
	if d, err := time.ParseDuration(os.Getenv("VEIL_LASTS")); err == nil {
		h.lasts, h.climb = d, min(h.climb, d/4)
	}
	return h
}

// TestServeHostileCrowd: while slow, greedy and malicious clients do their worst, a polite one
// is served nearly as if it were alone; memory stays within its bound, nothing is left when
// they are gone, and the server ends when it is told to.
func TestServeHostileCrowd(t *testing.T) {
	if testing.Short() {
		t.Skip("times and memory mean nothing under the race detector")
	}
	h := newSiege()
	h.Dear = climb(t, h.climb)
	s := serve(t, "--time", "5s", "--memory", "128MB", "--grace", "2s")
	h.URL = s.URL
	goroutines, files := s.quiet(t), s.Metric(t, "process_open_fds")
	alone := s.polite(t, min(h.lasts, 20*time.Second))
	ctx, cancel := context.WithCancel(t.Context())
	stop := h.start(t)
	most := &atomic.Int64{}
	go s.watch(ctx, most)
	late := overslept(ctx)
	before := s.Metric(t, "process_cpu_seconds_total")
	among := s.polite(t, h.lasts)
	used := s.Metric(t, "process_cpu_seconds_total") - before
	cancel()
	t.Logf("%v: %s", h.lasts, stop())
	bound := s.Metric(t, "veil_memory_bound_bytes")
	left, closed := s.Metric(t, "veil_left_behind_total"), s.Metric(t, "veil_connections_closed_total")
	goroutinesAfter, filesAfter := s.calm(t, goroutines+10), s.Metric(t, "process_open_fds")
	t.Logf("polite client alone: %v", alone)
	t.Logf("among them: %v; the server used %.1f cores; of 99%% of all sleeps this process woke at most %v late", among, used/h.lasts.Seconds(), quantile(<-late, 0.99))
	t.Logf("memory %.0f MB at most, the bound is %.0f MB; goroutines %.0f, then %.0f; files %.0f, then %.0f; %.0f left behind, %.0f connections closed; %.0f panics",
		float64(most.Load())/1e6, bound/1e6, goroutines, goroutinesAfter, files, filesAfter, left, closed, s.Metric(t, "veil_panics_total"))
	if among.rate() < 0.999 {
		t.Errorf("the polite client: %v", among)
	}
	if a, b := quantile(alone.took, 0.99), quantile(among.took, 0.99); full() && b > 10*a {
		t.Errorf("the polite client waits %v, and %v without them", b, a)
	}
	if float64(most.Load()) > 1.15*bound {
		t.Errorf("memory: %d MB of %.0f MB", most.Load()>>20, bound/1e6)
	}
	if goroutinesAfter > goroutines+10 || filesAfter > files+5 {
		t.Errorf("goroutines from %.0f to %.0f, files from %.0f to %.0f", goroutines, goroutinesAfter, files, filesAfter)
	}
	s.endsUnderBombs(t)
}

// TestServeBomb: questions whose answers do not end within the limits neither keep the server
// from answering others nor from ending.
func TestServeBomb(t *testing.T) {
	s := serve(t, "--time", "1s", "--grace", "2s")
	before := s.Metric(t, "process_cpu_seconds_total")
	for i := range 3 {
		if status, text, _ := s.Call(t, "POST", "/v1/krieg/beliefs", webtest.Bomb()); status < 400 || status == 500 {
			t.Errorf("bomb %d: %d %.200s", i, status, text)
		}
	}
	if work := s.Metric(t, "process_cpu_seconds_total") - before; work > 20 { // a second each, two more to notice, on both cores
		t.Errorf("three bombs took %.1f s of CPU", work)
	}
	for range 20 {
		if status, text, _ := s.Call(t, "POST", "/v1/mines/checks", webtest.Question(webtest.Hero)); status != 200 {
			t.Errorf("afterwards: %d %.200s", status, text)
		}
	}
	// A slot is given back after the answer, a moment later on a busy machine.
	testsize.Await(t, "all slots are free", func() bool { return s.Metric(t, "veil_running") == 0 })
	s.endsUnderBombs(t)
}

// endsUnderBombs ends a server, whose grace is two seconds, that computes what does not end.
func (s *server) endsUnderBombs(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i := range 4 {
		go s.bomb(ctx, byte(200+i), &tallies{})
	}
	testsize.Await(t, "a bomb runs", func() bool { return s.Metric(t, "veil_running") > 0 })
	before, _ := testsize.Worked(s.cmd.Process.Pid)
	testsize.AwaitWork(t, s.cmd.Process.Pid, before+500*time.Millisecond)
	before, _ = testsize.Worked(s.cmd.Process.Pid)
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := s.cmd.Wait()
	work := s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime() - before
	t.Logf("SIGTERM under bombs: ended after %v of CPU with a grace of 2s (%v)", work, err)
	if work > 3*time.Second*time.Duration(runtime.GOMAXPROCS(0)) || err != nil {
		t.Errorf("it ended after %v of CPU with %v", work, err)
	}
}

// served is what a polite client got.
type served struct {
	took   []time.Duration
	failed int
	why    string // the last failure
}

func (p served) rate() float64 {
	return float64(len(p.took)) / float64(max(1, len(p.took)+p.failed))
}

// String returns the figures.
func (p served) String() string {
	return fmt.Sprintf("%d answers, %d failures (%.3f%% served), median %v, 99%% %v%s", len(p.took), p.failed, 100*p.rate(),
		quantile(p.took, 0.5).Round(10*time.Microsecond), quantile(p.took, 0.99).Round(10*time.Microsecond), p.why)
}

// polite asks something cheap twenty times a second.
func (s *server) polite(t *testing.T, lasts time.Duration) (p served) {
	t.Helper()
	boards := midgames(50, "9x9/10", "16x16/40", "8x8/12")
	c, done := s.from(1)
	defer done()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for start, i := time.Now(), 0; time.Since(start) < lasts; i++ {
		<-tick.C
		began := time.Now()
		status, text, _, err := c.Try(t.Context(), "POST", "/v1/mines/analyses", webtest.Question(boards[i%len(boards)], `,"moves":"none","wait_ms":10000`))
		if err != nil || status != http.StatusOK {
			p.failed++
			p.why = fmt.Sprintf("; the last failure: %d %.200s %v", status, text, err)
			continue
		}
		p.took = append(p.took, time.Since(began))
	}
	return p
}

// overslept measures until the context ends how late the system wakes a process that sleeps:
// so much of what a client waits is the machine's, not the server's.
func overslept(ctx context.Context) <-chan []time.Duration {
	late := make(chan []time.Duration, 1)
	go func() {
		var list []time.Duration
		for ctx.Err() == nil {
			const nap = 20 * time.Millisecond
			began := time.Now()
			time.Sleep(nap)
			list = append(list, time.Since(began)-nap)
		}
		late <- list
	}()
	return late
}

// watch notes the largest memory of the server.
func (s *server) watch(ctx context.Context, most *atomic.Int64) {
	c, done := s.from(2)
	defer done()
	for ctx.Err() == nil {
		if _, text, _, err := c.Try(ctx, "GET", "/metrics", ""); err == nil {
			if bytes, err := webtest.MetricIn(text, "process_resident_memory_bytes"); err == nil {
				most.Store(max(most.Load(), int64(bytes)))
			}
		}
		wait(ctx, 500*time.Millisecond)
	}
}
