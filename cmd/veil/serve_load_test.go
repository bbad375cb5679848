// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/web/webtest"
)

// loadClients is how many clients a load test has, and for how long.
func loadClients() (clients int, lasts time.Duration) {
	if full() {
		return 200, time.Minute
	}
	return 24, 2 * time.Second
}

// tokenFile writes a token for every client, so that each is one to the server.
func tokenFile(t *testing.T, n int) string {
	t.Helper()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "client-%d\n", i)
	}
	name := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// clientLog is what the clients of a load test saw.
type clientLog struct {
	mu       sync.Mutex
	cheap    []time.Duration
	statuses map[int]int
	faults   []string
	answered []string // questions
}

func (c *clientLog) note(status int, took time.Duration, cheap bool, fault string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statuses[status]++
	if status == 200 && cheap {
		c.cheap = append(c.cheap, took)
	}
	if fault != "" && len(c.faults) < 5 {
		c.faults = append(c.faults, fault)
	}
}

// quantile returns a quantile of durations.
func quantile(list []time.Duration, q float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[min(len(list)-1, int(q*float64(len(list))))]
}

// loadQuestion asks for something cheap, mostly, or for a search. Nothing of it is in the
// cache.
func loadQuestion(r *rand.Rand, boards []string) (body string, cheap bool) {
	board := boards[r.IntN(len(boards))]
	if r.IntN(10) > 0 {
		return webtest.Question(board, `,"moves":"none","wait_ms":10000`), true
	}
	return webtest.Question(webtest.Dear, `,"budget":{"nodes":`+strconv.Itoa(2000+r.IntN(3000))+`},"wait_ms":20000`), false
}

// TestServeLoad: under load nothing fails but with the time to try again, cheap questions
// stay cheap, memory stays bounded, and the cores work for the answers.
func TestServeLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("times and memory mean nothing under the race detector")
	}
	clients, lasts := loadClients()
	s := serve(t, "--tokens", tokenFile(t, clients+1), "--rate", "1000", "--burst", "1000", "--memory", "64MB")
	boards := midgames(200, "9x9/10", "16x16/40", "8x8/12")
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = clients
	alone := unloaded(t, s, boards)
	c := &clientLog{statuses: map[int]int{}}
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var all sync.WaitGroup
	before := s.cpu(t)
	for i := range clients {
		all.Go(func() { s.client(ctx, c, i, boards) })
	}
	all.Wait()
	spent := s.cpu(t) - before
	memory := s.Metric(t, "process_resident_memory_bytes", "Authorization", "Bearer client-0")
	p50, p99 := quantile(c.cheap, 0.5), quantile(c.cheap, 0.99)
	t.Logf("%d clients for %v: statuses %v; cheap: %d, median %v, 99%% %v; alone 99%% %v; memory %.0f MB; CPU %.1f s",
		clients, lasts, c.statuses, len(c.cheap), p50, p99, quantile(alone, 0.99), memory/1e6, spent)
	for status, n := range c.statuses {
		if status != 200 && status != 429 && status != 503 {
			t.Errorf("%d answers with status %d", n, status)
		}
	}
	for _, fault := range c.faults {
		t.Error(fault)
	}
	if limit := 128e6 + 64e6 + 64e6*float64(runtime.GOMAXPROCS(0)); memory > limit {
		t.Errorf("the server takes %.0f MB, more than %.0f MB", memory/1e6, limit/1e6)
	}
	if len(c.cheap) == 0 {
		t.Fatal("no cheap question was answered")
	}
	if p99 > 5*quantile(alone, 0.99) && full() {
		t.Errorf("cheap questions take %v under load, and %v without", p99, quantile(alone, 0.99))
	}
	if share := bareShare(t, c, spent); share < 0.9 && full() {
		t.Errorf("only %.2f of the CPU time is the answers'", share)
	}
}

// bareShare compares the CPU time of the answers with that of a bare loop over the same
// questions.
func bareShare(t *testing.T, c *clientLog, spent float64) float64 {
	t.Helper()
	service := &analysis.Service{}
	answered := len(c.answered)
	every := max(1, answered/1000)
	start, sample := rusage.CPU(), 0
	for i := 0; i < answered; i += every {
		body := c.answered[i]
		sample++
		var q api.MinesAnalyseQuestion
		if err := json.Unmarshal([]byte(body), &q); err != nil {
			t.Fatal(err)
		}
		doc, err := service.Analyse(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = api.Encode(doc)
	}
	bare := (rusage.CPU() - start).Seconds() / float64(sample)
	share := bare * float64(answered) / spent
	t.Logf("%d answers; a bare loop needs %.2f ms of CPU for one, the server %.2f ms: %.2f of its CPU time is the answers'",
		answered, 1e3*bare, 1e3*spent/float64(answered), share)
	return share
}

// unloaded measures cheap questions one after the other.
func unloaded(t *testing.T, s *server, boards []string) []time.Duration {
	t.Helper()
	var list []time.Duration
	for i := range 100 {
		start := time.Now()
		status, body, _ := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(boards[i%len(boards)], `,"moves":"none","wait_ms":10000`), "Authorization", "Bearer client-0")
		if status != 200 {
			t.Fatalf("%d %.200s", status, body)
		}
		list = append(list, time.Since(start))
	}
	return list
}

// client asks one question after the other, and waits when it is told to.
func (s *server) client(ctx context.Context, c *clientLog, i int, boards []string) {
	r := rand.New(rand.NewPCG(9, uint64(i)))
	for ctx.Err() == nil {
		body, cheap := loadQuestion(r, boards)
		start := time.Now()
		status, text, header, err := s.Try(ctx, "POST", "/v1/mines/analyses", body, "Authorization", "Bearer client-"+strconv.Itoa(i))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			c.note(0, 0, cheap, err.Error())
		case status == 200:
			c.note(status, time.Since(start), cheap, "")
			c.mu.Lock()
			c.answered = append(c.answered, body)
			c.mu.Unlock()
		case header.Get("Retry-After") == "":
			c.note(status, 0, cheap, fmt.Sprintf("status %d without Retry-After: %.200s", status, text))
		default:
			c.note(status, 0, cheap, "")
			after, err := strconv.Atoi(header.Get("Retry-After"))
			if err != nil {
				after = 1
			}
			wait(ctx, time.Duration(after)*time.Second+time.Duration(r.IntN(1000))*time.Millisecond)
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// cpu returns the CPU seconds the server has used.
func (s *server) cpu(t *testing.T) float64 {
	t.Helper()
	return s.Metric(t, "process_cpu_seconds_total", "Authorization", "Bearer client-0")
}
