// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// TestPanic: a fault in work is a problem with the name that it has in the log, and costs no
// slot.
func TestPanic(t *testing.T) {
	s := newToy(t, Config{Limits: Limits{Running: 1}}, func(context.Context) error { panic("boom") })
	for range 5 {
		status, text, _ := s.Call(t, "POST", "/v1/long", "{}")
		id := regexp.MustCompile(`it is ([A-Z2-7]{12})\.`).FindStringSubmatch(text)
		if status != 500 || id == nil || !strings.Contains(s.log.String(), "id="+id[1]) {
			t.Fatalf("%d %.300s\n%s", status, text, s.log)
		}
	}
	for range 5 {
		_, text, header := s.Call(t, "POST", "/v1/jobs", "{}")
		if job := header.Get("Location"); job != "" { // it had not failed yet
			if _, text, _ = s.Call(t, "GET", job+"/events", ""); !strings.Contains(text, "event: problem") {
				t.Fatalf("no event of a problem: %s", text)
			}
		}
		id := regexp.MustCompile(`it is ([A-Z2-7]{12})\.`).FindStringSubmatch(text)
		if strings.Contains(text, "boom") || id == nil || !strings.Contains(s.log.String(), "id="+id[1]) {
			t.Fatalf("a job: %s\n%s", text, s.log)
		}
	}
	if log := s.log.String(); !strings.Contains(log, "fault=boom") || !strings.Contains(log, "compute_test.go") {
		t.Errorf("no stack in the log: %.500s", log)
	}
	s.Handle("GET /broken", func(http.ResponseWriter, *http.Request) { panic("bang") })
	if status, text, _ := s.Call(t, "GET", "/broken", ""); status != 500 || !strings.Contains(text, "internal error") || !strings.Contains(s.log.String(), "fault=bang") {
		t.Errorf("outside of work: %d %.300s", status, text)
	}
	testsize.Await(t, "the slot is free and the memory given back", func() bool {
		_, running, _ := s.gate.depth()
		return running == 0 && s.gate.memory.taken() == 0
	})
}

// deaf is work that does not react to anything until the test ends.
func deaf(t *testing.T) func(context.Context) error {
	t.Helper()
	end := make(chan struct{})
	t.Cleanup(func() { close(end) })
	return func(context.Context) error {
		<-end
		return nil
	}
}

// TestLeftBehind: work that does not end in time is left behind: its client gets an answer, its
// slot is free for others, and it is its client's until it ends. Probes do not mind.
func TestLeftBehind(t *testing.T) {
	synctest.Test(t, leftBehind)
}

func leftBehind(t *testing.T) {
	var polite atomic.Bool
	end := make(chan struct{})
	s := newPipedToy(t, Config{Limits: Limits{Running: 1, Time: time.Millisecond, Memory: 1 << 20}}, func(context.Context) error {
		if !polite.Load() {
			<-end
		}
		return nil
	})
	start := time.Now()
	status, text, _ := s.Call(t, "POST", "/v1/short", "{}")
	if took := time.Since(start); status != 422 || !strings.Contains(text, "too hard") || took != time.Millisecond+2*lastWord {
		t.Errorf("after %v: %d %s", took, status, text)
	}
	_, running, left := s.gate.depth()
	if running != 0 || left != 1 || s.gate.untied() != 1 || s.gate.memory.taken() == 0 {
		t.Errorf("%d run, %d left behind, %d loose, %d bytes taken", running, left, s.gate.untied(), s.gate.memory.taken())
	}
	other := s.at(3)
	_, _, header := other.Call(t, "POST", "/v1/jobs", "{}")
	if _, events, _ := other.Call(t, "GET", header.Get("Location")+"/events", ""); !strings.Contains(events, "event: problem") {
		t.Errorf("a job: %s", events)
	}
	polite.Store(true)
	if status, _, _ := s.Call(t, "POST", "/v1/long", "{}"); status != 429 {
		t.Errorf("more of the client that left work behind: %d", status)
	}
	start = time.Now()
	for _, path := range []string{"/v1/short", "/v1/long"} {
		if status, text, _ := s.at(2).Call(t, "POST", path, "{}"); status != 200 || time.Since(start) > 0 {
			t.Errorf("another client at %s after %v: %d %s", path, time.Since(start), status, text)
		}
	}
	if status, _, _ := s.Call(t, "GET", "/healthz", ""); status != 200 {
		t.Errorf("one left behind: %d", status)
	}
	close(end)
	synctest.Wait()
	if _, running, left := s.gate.depth(); running != 0 || left != 0 || s.gate.untied() != 0 || s.gate.memory.taken() != 0 {
		t.Errorf("after it ended %d run, %d left behind, %d loose, %d bytes taken", running, left, s.gate.untied(), s.gate.memory.taken())
	}
	if status, text, _ := s.Call(t, "POST", "/v1/long", "{}"); status != 200 {
		t.Errorf("after it ended: %d %s", status, text)
	}
}

// at returns a client at another address.
func (s *toy) at(from byte) *webtest.Client {
	over := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return s.connect(ctx, from) }, DisableKeepAlives: true}
	return &webtest.Client{URL: s.URL, Over: over}
}

// TestServerTiming: an answer says how long it waited and what it computed, also that of a job, and one
// that computed nothing says nothing.
func TestServerTiming(t *testing.T) {
	s := newToy(t, Config{Limits: Limits{Running: 1}}, func(context.Context) error {
		for start := threadCPU(thisThread()); threadCPU(thisThread())-start < 20*time.Millisecond; {
		}
		return nil
	})
	for _, path := range []string{"/v1/short", "/v1/jobs"} {
		_, _, header := s.Call(t, "POST", path, `{"wait":20}`)
		var queue, cpu float64
		_, err := fmt.Sscanf(header.Get("Server-Timing"), "queue;dur=%f, cpu;dur=%f", &queue, &cpu)
		if err != nil || runtime.GOOS == "linux" && (cpu < 20 || cpu > 1000) {
			t.Errorf("%s: %q, %v", path, header.Get("Server-Timing"), err)
		}
	}
	if _, _, header := s.Call(t, "GET", "/v1/limits", ""); header.Get("Server-Timing") != "" {
		t.Errorf("limits: %q", header.Get("Server-Timing"))
	}
}

// TestGone: work ends with the connection of its client.
func TestGone(t *testing.T) {
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	s := newToy(t, Config{}, func(ctx context.Context) error {
		began <- struct{}{}
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	go func() { _, _, _, _ = s.Try(ctx, "POST", "/v1/long", "{}") }() // broken off
	<-began
	leave()
	if err := testsize.Receive(t, "it ends", ended); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}

// TestNobodyWaits: a job ends when its asker leaves before it has the name of the job, unless
// it can ask again by a key.
func TestNobodyWaits(t *testing.T) {
	for key, want := range map[string]bool{"": true, "mine": false} {
		synctest.Test(t, func(t *testing.T) {
			var began, ended atomic.Bool
			s := newPipedToy(t, Config{}, func(ctx context.Context) error {
				began.Store(true)
				<-ctx.Done()
				ended.Store(true)
				return ctx.Err()
			})
			ctx, leave := context.WithCancel(t.Context())
			go func() { _, _, _, _ = s.Try(ctx, "POST", "/v1/jobs", `{"wait":20}`, "Idempotency-Key", key) }() // broken off
			synctest.Wait()
			leave()
			synctest.Wait()
			if !began.Load() || ended.Load() != want {
				t.Errorf("under the key %q the job has begun: %v, ended: %v", key, began.Load(), ended.Load())
			}
			s.die() // so that it ends
		})
	}
}

// TestClose: a server closes within its grace whatever runs, and what listens is told to end.
func TestClose(t *testing.T) {
	synctest.Test(t, closes)
}

func closes(t *testing.T) {
	var ended atomic.Int32
	for name, work := range map[string]func(context.Context) error{
		"deaf": deaf(t),
		"good": func(ctx context.Context) error {
			<-ctx.Done()
			ended.Add(1)
			return ctx.Err()
		},
	} {
		var began atomic.Int32 // a slot is taken before the work begins, and a server that closes begins none
		s := newPipedToy(t, Config{Limits: Limits{Running: 2}}, func(ctx context.Context) error { began.Add(1); return work(ctx) })
		go func() { _, _, _, _ = s.Try(t.Context(), "POST", "/v1/long", "{}") }() // it is cut off
		if _, _, header := s.Call(t, "POST", "/v1/jobs", "{}"); header.Get("Location") == "" {
			t.Errorf("%s: no job", name)
		}
		testsize.Await(t, "both run", func() bool { return began.Load() == 2 })
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		start := time.Now()
		s.Close(ctx)
		cancel()
		if took := time.Since(start); took > 100*time.Millisecond+lastWord {
			t.Errorf("%s: closed after %v", name, took)
		}
		if name == "good" {
			testsize.Await(t, "the request and the job end", func() bool { return ended.Load() == 2 })
		}
		if status, _, _, err := s.Try(t.Context(), http.MethodPost, "/v1/short", "{}"); err == nil && status != 503 {
			t.Errorf("%s: afterwards %d", name, status)
		}
	}
}

// TestCloseRaises: when a server closes, work that goes on has the priority of the process again.
func TestCloseRaises(t *testing.T) {
	if thisThread() == 0 || os.Getuid() != 0 {
		t.Skip("priorities cannot be raised here")
	}
	threads, end := make(chan int, 1), make(chan struct{})
	s := newToy(t, Config{Limits: Limits{Running: 1}}, func(context.Context) error {
		threads <- thisThread()
		<-end
		return nil
	})
	defer close(end)
	go func() { _, _, _, _ = s.Try(t.Context(), "POST", "/v1/long", "{}") }() // it is cut off
	thread := testsize.Receive(t, "it runs", threads)
	if low, own := niceness(thread), s.gate.nice; low <= own {
		t.Errorf("long work runs at %d, the process at %d", low, own)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.Close(ctx)
	if high, own := niceness(thread), s.gate.nice; high != own {
		t.Errorf("after the end it runs at %d, the process at %d", high, own)
	}
}

// TestBound: the bound is that of the defaults, and grows with the slots.
func TestBound(t *testing.T) {
	small, large := Limits{Running: 2}.Bound(), Limits{Running: 64}.Bound()
	if part := int64(512<<20 + 128<<20); large-small < 62*part || small < 3*part {
		t.Errorf("2 slots: %d, 64 slots: %d", small, large)
	}
	if (Limits{}).Bound() != (Limits{}).withDefaults().Bound() {
		t.Error("the bound depends on who filled in the defaults")
	}
}
