// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// flood holds as many event streams open as a server allows, sees the next one refused, and
// leaves them all at once; again and again.
type flood struct {
	*server
	streams int

	rounds int
	most   float64 // open at once, as the server counts them
	memory float64
	slow   time.Duration // longest time to open all
}

// newFlood starts a server of its own: a stream lasts as long as its job, and other hostile
// tests want jobs to be short.
func newFlood(t *testing.T, streams int) *flood {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur < uint64(streams)+100 { // Go has raised it to the most there is
		t.Fatalf("%d streams need as many open files in each of two processes; this one may have %d (%v): raise ulimit -Hn", streams, limit.Cur, err)
	}
	return &flood{streams: streams, server: serve(t, "--rate", "1000000", "--burst", "1000000", "--memory", "256MB", "--streams", strconv.Itoa(streams))}
}

// run floods the server until the context ends, and at least once.
func (f *flood) run(ctx context.Context, t *testing.T) {
	for f.rounds == 0 || ctx.Err() == nil {
		if err := f.round(); err != nil {
			t.Errorf("round %d of streams: %v", f.rounds, err)
			return
		}
		f.rounds++
	}
}

func (f *flood) round() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	status, text, header, err := f.Try(ctx, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"budget":{"time_ms":30000},"wait_ms":0`))
	at := header.Get("Location")
	if err != nil || at == "" {
		return fmt.Errorf("no job: %d %.200s, %w", status, text, err)
	}
	start := time.Now()
	conns, err := f.open(ctx, at)
	defer leave(conns)
	if err != nil {
		return err
	}
	f.slow = max(f.slow, time.Since(start))
	open := f.gauge(ctx, "veil_streams")
	f.most, f.memory = max(f.most, open), max(f.memory, f.gauge(ctx, "process_resident_memory_bytes"))
	if open != float64(f.streams) {
		return fmt.Errorf("%v of %d streams are open", open, f.streams)
	}
	if status, text, header, err := f.Try(ctx, "GET", at+"/events", ""); err != nil || status != 503 || header.Get("Retry-After") == "" {
		return fmt.Errorf("one more: %d %.200s, %w", status, text, err)
	}
	leave(conns)
	if status, _, _, err := f.Try(ctx, "DELETE", at, ""); err != nil || status != 200 && status != 204 { // 204: it had not begun
		return fmt.Errorf("stopping the job: %d, %w", status, err)
	}
	for f.gauge(ctx, "veil_streams") > 0 {
		if wait(ctx, 100*time.Millisecond); ctx.Err() != nil {
			return fmt.Errorf("%v streams stay", f.gauge(context.Background(), "veil_streams"))
		}
	}
	return nil
}

// open opens the streams from many addresses of this machine, so that its ports last, and
// waits until each has an answer.
func (f *flood) open(ctx context.Context, at string) ([]*net.TCPConn, error) {
	conns, faults := make([]*net.TCPConn, f.streams), make([]error, f.streams)
	var all sync.WaitGroup
	turn := make(chan struct{}, 64) // as many as a backlog holds
	for i := range conns {
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			conns[i], faults[i] = f.openOne(ctx, at, net.IPv4(127, 0, 0, byte(2+i%50)))
		})
	}
	all.Wait()
	for _, err := range faults {
		if err != nil {
			return conns, err
		}
	}
	return conns, nil
}

func (f *flood) openOne(ctx context.Context, at string, from net.IP) (*net.TCPConn, error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", strings.TrimPrefix(f.URL, "http://"))
	if err != nil {
		return nil, err
	}
	c, ok := conn.(*net.TCPConn)
	if !ok {
		return nil, fmt.Errorf("a connection that is a %T", conn)
	}
	fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: localhost\r\n\r\n", at)
	_ = c.SetReadDeadline(time.Now().Add(testsize.Patience)) // a read fails then
	first, err := bufio.NewReader(c).ReadString('\n')
	if err == nil && !strings.Contains(first, " 200 ") {
		err = fmt.Errorf("a stream began with %q", first)
	}
	return c, err
}

// leave closes connections, every other one without a word.
func leave(conns []*net.TCPConn) {
	for i, c := range conns {
		if c == nil {
			continue
		}
		if i%2 == 0 {
			_ = c.SetLinger(0) // it may be closed
		}
		_ = c.Close() // it may be closed
	}
}

// gauge reads a number from /metrics; it is -1 if there is none.
func (f *flood) gauge(ctx context.Context, name string) float64 {
	_, text, _, err := f.Try(ctx, "GET", "/metrics", "")
	if err != nil {
		return -1
	}
	value, err := webtest.MetricIn(text, name)
	if err != nil {
		return -1
	}
	return value
}
