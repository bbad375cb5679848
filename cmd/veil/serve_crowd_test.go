// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/web/webtest"
)

// crowd is what attacks a server at the same time.
type crowd struct {
	lasts                                     time.Duration
	bodies, headers, hammers, hoarders, bombs int
	climb                                     time.Duration // search for dear requests before
}

// newCrowd is a small crowd, or with VEIL_FULL a large one for ten minutes. VEIL_LASTS says
// how long instead.
func newCrowd() crowd {
	c := crowd{lasts: 4 * time.Second, bodies: 50, headers: 100, hammers: 8, hoarders: 40, bombs: 1, climb: time.Second}
	if full() {
		c = crowd{lasts: 10 * time.Minute, bodies: 1000, headers: 2000, hammers: 40, hoarders: 300, bombs: 4, climb: 30 * time.Second}
	}
	if d, err := time.ParseDuration(os.Getenv("VEIL_LASTS")); err == nil {
		c.lasts, c.climb = d, min(c.climb, d/4)
	}
	return c
}

// TestServeHostileCrowd: while slow, greedy and malicious clients do their worst, a polite one
// is served nearly as if it were alone; memory stays within its bound, nothing is left when
// they are gone, and the server ends when it is told to.
func TestServeHostileCrowd(t *testing.T) {
	if testing.Short() {
		t.Skip("times and memory mean nothing under the race detector")
	}
	c := newCrowd()
	dear := climb(t, c.climb)
	s := serve(t, "--time", "5s", "--memory", "128MB", "--grace", "2s")
	goroutines, files := s.quiet(t), s.Metric(t, "process_open_fds")
	alone := s.polite(t, min(c.lasts, 10*time.Second))
	ctx, cancel := context.WithTimeout(t.Context(), c.lasts)
	var all sync.WaitGroup
	tally := c.attack(ctx, &all, s, dear)
	most := &atomic.Int64{}
	all.Go(func() { s.watch(ctx, most) })
	among := s.polite(t, c.lasts)
	cancel()
	all.Wait()
	bound := s.Metric(t, "veil_memory_bound_bytes")
	left, closed := s.Metric(t, "veil_left_behind_total"), s.Metric(t, "veil_connections_closed_total")
	goroutinesAfter, filesAfter := s.quiet(t), s.Metric(t, "process_open_fds")
	t.Logf("%v: %s", c.lasts, tally)
	t.Logf("polite client alone: %v; among them: %v", alone, among)
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
	began := time.Now()
	for i := range 3 {
		if status, text, _ := s.Call(t, "POST", "/v1/krieg/beliefs", webtest.Bomb()); status < 400 || status == 500 {
			t.Errorf("bomb %d: %d %.200s", i, status, text)
		}
	}
	if took := time.Since(began); took > 20*time.Second { // a second each, two more to notice, and a busy machine
		t.Errorf("three bombs took %v", took)
	}
	for range 20 {
		if status, text, _ := s.Call(t, "POST", "/v1/mines/checks", webtest.Question(webtest.Hero)); status != 200 {
			t.Errorf("afterwards: %d %.200s", status, text)
		}
	}
	if left := s.Metric(t, "veil_running"); left != 0 {
		t.Errorf("%v slots are taken", left)
	}
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
	time.Sleep(time.Second)
	start := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := s.cmd.Wait()
	took := time.Since(start)
	t.Logf("SIGTERM under bombs: ended after %v with a grace of 2s (%v)", took, err)
	if took > 3*time.Second || err != nil {
		t.Errorf("it ended after %v with %v", took, err)
	}
}

// tallies counts what attackers achieved.
type tallies struct {
	slow, hammered, streams, bombs, dear, refused atomic.Int64
}

// String returns the counts.
func (c *tallies) String() string {
	return fmt.Sprintf("%d slow connections were closed, %d descriptions sent, %d streams opened, %d bombs and %d dear questions answered, %d requests refused",
		c.slow.Load(), c.hammered.Load(), c.streams.Load(), c.bombs.Load(), c.dear.Load(), c.refused.Load())
}

// note counts an answer.
func (c *tallies) note(good *atomic.Int64, status int, err error) {
	switch {
	case err != nil:
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		c.refused.Add(1)
	default:
		good.Add(1)
	}
}

// attack starts the crowd. Each kind has addresses of its own.
func (c crowd) attack(ctx context.Context, all *sync.WaitGroup, s *server, dear []dearRequest) *tallies {
	n := &tallies{}
	for i := range c.bodies {
		all.Go(func() {
			s.drip(ctx, byte(10+i%10), "POST /v1/mines/checks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n", n)
		})
	}
	for i := range c.headers {
		all.Go(func() { s.drip(ctx, byte(20+i%10), "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", n) })
	}
	for i := range c.hammers {
		all.Go(func() { s.hammer(ctx, byte(30+i%4), n) })
	}
	for i := range c.hoarders {
		all.Go(func() { s.hoard(ctx, byte(40+i%5), n) })
	}
	for i := range c.bombs {
		all.Go(func() { s.bomb(ctx, byte(50+i), n) })
	}
	for i, d := range dear {
		all.Go(func() { s.repeat(ctx, byte(60+i), d, n) })
	}
	return n
}

// from returns a client at another address of this machine.
func (s *server) from(last byte) (*webtest.Client, func()) {
	over := &http.Transport{DialContext: dialer(last).DialContext, MaxIdleConnsPerHost: 100}
	return &webtest.Client{URL: s.URL, Over: over}, over.CloseIdleConnections
}

func dialer(last byte) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, last)}}
}

// drip opens a connection and sends a byte a second, again when it is closed.
func (s *server) drip(ctx context.Context, from byte, begin string, n *tallies) {
	for ctx.Err() == nil {
		conn, err := dialer(from).DialContext(ctx, "tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			wait(ctx, time.Second)
			continue
		}
		_, err = conn.Write([]byte(begin))
		for err == nil && ctx.Err() == nil {
			wait(ctx, time.Second)
			_, err = conn.Write([]byte("a"))
		}
		_ = conn.Close() // it may be closed
		n.slow.Add(1)
	}
}

// hammer asks for the description as fast as it can.
func (s *server) hammer(ctx context.Context, from byte, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, "GET", "/openapi.json", "", "Accept-Encoding", "identity")
		n.note(&n.hammered, status, err)
	}
}

// hoard opens streams and keeps them.
func (s *server) hoard(ctx context.Context, from byte, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, header, err := c.Try(ctx, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"budget":{"time_ms":5000},"wait_ms":0`))
		if at := header.Get("Location"); err == nil && at != "" {
			status, _, _, err = c.Try(ctx, "GET", at+"/events", "")
		}
		n.note(&n.streams, status, err)
		wait(ctx, 100*time.Millisecond)
	}
}

// bomb asks for what may never end.
func (s *server) bomb(ctx context.Context, from byte, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, "POST", "/v1/krieg/beliefs", webtest.Bomb())
		n.note(&n.bombs, status, err)
	}
}

// repeat asks a dear question again and again.
func (s *server) repeat(ctx context.Context, from byte, d dearRequest, n *tallies) {
	c, done := s.from(from)
	defer done()
	for ctx.Err() == nil {
		status, _, _, err := c.Try(ctx, "POST", d.path, d.body())
		n.note(&n.dear, status, err)
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

// watch notes the largest memory of the server.
func (s *server) watch(ctx context.Context, most *atomic.Int64) {
	c, done := s.from(1)
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
