// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// worstDir has the worst questions that are known, one per file in the form of "veil ask".
// VEIL_WORST names another folder.
func worstDir() string { return cmp.Or(os.Getenv("VEIL_WORST"), "testdata/worst") }

// worstQuestions returns the worst questions of all verbs that have a route, by the name of their file.
func worstQuestions(t *testing.T) map[string]dearRequest {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(worstDir(), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no questions in %s: %v", worstDir(), err)
	}
	table, all := (&app{&frame.App{Env: testEnv("")}}).verbs(api.Limits{}), map[string]dearRequest{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		var verb string
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := json.Unmarshal(fields["ask"], &verb); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		v, err := table.Find(verb)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		delete(fields, "ask")
		if v.Path != "" {
			all[filepath.Base(file)] = dearRequest{"/v1" + v.Path, string(api.Encode(fields))}
		}
	}
	return all
}

// TestWorstQuestions: there is one of every verb that has a route.
func TestWorstQuestions(t *testing.T) {
	asked := map[string]bool{}
	for _, d := range worstQuestions(t) {
		asked[d.Path] = true
	}
	for _, v := range (&app{&frame.App{Env: testEnv("")}}).verbs(api.Limits{}) {
		if v.Path != "" && !asked["/v1"+v.Path] {
			t.Errorf("no question of %s in %s", v.Name, worstDir())
		}
	}
}

// ordeal says how a server is overloaded: rounds of a time alone and a time under attack, until
// so many polite questions were asked in each.
type ordeal struct {
	turn  time.Duration
	least int
}

func newOrdeal() ordeal {
	if full() {
		return ordeal{time.Minute, 5000}
	}
	return ordeal{3 * time.Second, 150}
}

// TestServeWorst: three hostile clients, at three addresses or at one, ask the worst questions there are over eight
// connections each. A polite client is served as if it were alone: 99.9% of its questions, and for
// 99% of them the time in the queue and the CPU time are at most ten times as long. Probes are green
// throughout, nothing is left behind, and the server ends when it is told to.
//
// The server states both times itself. A version without Server-Timing, by VEIL_BINARY, is measured by the clock.
func TestServeWorst(t *testing.T) {
	if testing.Short() {
		t.Skip("times mean nothing under the race detector")
	}
	questions := worstQuestions(t)
	var worst []dearRequest
	for _, name := range sortedKeys(questions) {
		worst = append(worst, questions[name])
	}
	for name, c := range map[string]crowd{
		"three addresses": {Worst: worst, Hostile: []byte{61, 62, 63}, Conns: 8},
		"one address":     {Worst: worst, Hostile: []byte{61}, Conns: 24},
	} {
		t.Run(name, func(t *testing.T) { newOrdeal().endure(t, c) })
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// endure overloads a server and measures what becomes of a polite client.
func (o ordeal) endure(t *testing.T, c crowd) {
	s := serve(t, "--grace", "2s")
	c.URL = s.URL
	var alone, among costs
	var probes health
	var freed []time.Duration
	for among.asked() < o.least {
		before := s.modest(t, o.turn)
		stop := c.start(t)
		ctx, cancel := context.WithCancel(t.Context())
		go probes.watch(ctx, s)
		under := s.modest(t, o.turn)
		cancel()
		t.Logf("alone: %v; under attack: %v; %d of %d probes not green; %s", &before, &under, probes.failed.Load(), probes.asked.Load(), stop())
		alone.add(before)
		among.add(under)
		freed = append(freed, s.settled(t))
	}
	slowest := slices.Max(freed)
	t.Logf("alone: %v", &alone)
	t.Logf("under attack: %v; %d probes, %d not green; everything ended after %v of CPU", &among, probes.asked.Load(), probes.failed.Load(), slowest)
	if among.share() < 0.999 {
		t.Errorf("the polite client under attack: %v", &among)
	}
	if a, b := quantile(alone.took, 0.99), quantile(among.took, 0.99); full() && b > 10*max(a, time.Millisecond) {
		t.Errorf("99%% of polite answers take %v of queue and CPU, and %v alone", b, a)
	}
	if probes.failed.Load() > 0 || probes.asked.Load() == 0 {
		t.Errorf("%d of %d probes were not green", probes.failed.Load(), probes.asked.Load())
	}
	if full() && slowest > 5*time.Second*time.Duration(runtime.NumCPU()) {
		t.Errorf("after the attack the server computed for %v", slowest)
	}
	s.endsUnder(t, c)
}

// settled waits until nothing runs, in full runs also until nothing is left behind, and returns the
// CPU time until then.
func (s *server) settled(t *testing.T) time.Duration {
	t.Helper()
	before, _ := testsize.Worked(s.cmd.Process.Pid)
	testsize.Await(t, "nothing runs", func() bool {
		return s.Metric(t, "veil_running") == 0 && s.Metric(t, "veil_waiting") == 0 && (!full() || s.Metric(t, "veil_left_behind") == 0)
	})
	after, _ := testsize.Worked(s.cmd.Process.Pid)
	return after - before
}

// endsUnder ends a server, whose grace is two seconds, while it is overloaded.
func (s *server) endsUnder(t *testing.T, c crowd) {
	t.Helper()
	stop := c.start(t)
	defer stop()
	before, _ := testsize.Worked(s.cmd.Process.Pid)
	testsize.AwaitWork(t, s.cmd.Process.Pid, before+2*time.Second)
	before, _ = testsize.Worked(s.cmd.Process.Pid)
	start := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := s.cmd.Wait()
	work := s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime() - before
	t.Logf("SIGTERM under attack, with a grace of 2s: ended after %v and %v of CPU (%v)", time.Since(start), work, err)
	if work > 3*time.Second*time.Duration(runtime.NumCPU()) || err != nil {
		t.Errorf("it ended after %v of CPU with %v", work, err)
	}
}

// costs is what a polite client was given.
type costs struct {
	took   []time.Duration // queue and CPU
	failed int
	why    string // the last failure
	clock  bool   // the server did not say
}

func (c *costs) asked() int     { return len(c.took) + c.failed }
func (c *costs) share() float64 { return float64(len(c.took)) / float64(max(1, c.asked())) }

func (c *costs) add(more costs) {
	c.took, c.failed, c.why, c.clock = append(c.took, more.took...), c.failed+more.failed, cmp.Or(more.why, c.why), c.clock || more.clock
}

// String returns the figures.
func (c *costs) String() string {
	by := "queue and CPU"
	if c.clock {
		by = "by the clock"
	}
	return fmt.Sprintf("%d asked, %.3f%% served; %s: median %v, 99%% %v%s", c.asked(), 100*c.share(), by,
		quantile(c.took, 0.5).Round(10*time.Microsecond), quantile(c.took, 0.99).Round(10*time.Microsecond), c.why)
}

// modest asks something cheap forty times a second.
func (s *server) modest(t *testing.T, lasts time.Duration) (p costs) {
	t.Helper()
	boards := midgames(50, "9x9/10", "16x16/40", "8x8/12")
	c, done := s.from(1)
	defer done()
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for start, i := time.Now(), 0; time.Since(start) < lasts; i++ {
		<-tick.C
		began, path, more := time.Now(), "/v1/mines/analyses", `,"moves":"none","wait_ms":10000`
		if i%2 == 0 {
			path, more = "/v1/mines/checks", ""
		}
		status, text, header, err := c.Try(t.Context(), "POST", path, webtest.Question(boards[i%len(boards)], more))
		if err != nil || status != http.StatusOK {
			p.failed++
			p.why = fmt.Sprintf("; the last failure: %s %d %.200s %v", path, status, text, err)
			continue
		}
		took, ok := stated(header.Get("Server-Timing"))
		if !ok && (path == "/v1/mines/checks" || header.Get("Content-Location") == "") {
			took, p.clock = time.Since(began), true
		}
		p.took = append(p.took, took)
	}
	return p
}

// stated reads the times that a server states of an answer, in sum.
func stated(header string) (time.Duration, bool) {
	var queue, cpu float64
	_, err := fmt.Sscanf(header, "queue;dur=%f, cpu;dur=%f", &queue, &cpu)
	return time.Duration((queue + cpu) * float64(time.Millisecond)), err == nil
}

// health is what probes said.
type health struct{ asked, failed atomic.Int64 }

// watch probes until the context ends.
func (h *health) watch(ctx context.Context, s *server) {
	c, done := s.from(3)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, http.MethodGet, "/healthz", "")
		if ctx.Err() != nil {
			return
		}
		h.asked.Add(1)
		if err != nil || status != http.StatusOK {
			h.failed.Add(1)
		}
		wait(ctx, 200*time.Millisecond)
	}
}

// TestServeClosed: when a client closes its connection the server stops computing for it, whatever it asked.
func TestServeClosed(t *testing.T) {
	if testing.Short() {
		t.Skip("asks a real server every question of the corpus")
	}
	s := serve(t, "--rate", "1000", "--burst", "1000")
	questions := worstQuestions(t)
	for _, name := range sortedKeys(questions) {
		d := questions[name]
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan struct{})
		before, _ := testsize.Worked(s.cmd.Process.Pid)
		go func() {
			defer close(gone)
			status, _, header, err := s.Try(ctx, http.MethodPost, d.Path, d.Body) // broken off, or answered
			if err == nil && status == http.StatusAccepted {                      // or it goes on, under a name
				_, _, _, _ = s.Try(t.Context(), http.MethodDelete, header.Get("Location"), "")
			}
		}()
		testsize.Await(t, "it has computed, or answered", func() bool {
			used, _ := testsize.Worked(s.cmd.Process.Pid)
			select {
			case <-gone:
				return true
			default:
				return used-before > 400*time.Millisecond
			}
		})
		leave()
		<-gone
		work := s.settled(t)
		t.Logf("%s: %v of CPU after the connection was closed", name, work)
		if work > 500*time.Millisecond {
			t.Errorf("%s: %v of CPU after the connection was closed", name, work)
		}
	}
}
