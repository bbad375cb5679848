// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// serveRuns serves runs with one slot.
func serveRuns(t *testing.T, r web.Runs) *webtest.Client {
	t.Helper()
	s, err := web.New(web.Config{Config: server.Config{Limits: server.Limits{Running: 1, Time: 5 * time.Second}}, Runs: r})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	return &webtest.Client{URL: h.URL}
}

// TestRunFiles: a file of a run is written under the gate and sent whole; what fails before
// the first byte is a problem, and what fails later is cut off.
func TestRunFiles(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // a megabyte
	s := serveRuns(t, web.Runs{Write: func(ctx context.Context, w io.Writer, _, file string) error {
		switch file {
		case "large.csv":
			for text := large; len(text) > 0; text = text[1<<10:] {
				if _, err := w.Write(text[:1<<10]); err != nil {
					return err
				}
			}
			return nil
		case "panic.csv":
			panic("boom")
		case "half.csv":
			_, _ = w.Write(large) // and then
			return fs.ErrInvalid
		case "slow.csv":
			<-ctx.Done()
			return ctx.Err()
		default:
			return fs.ErrNotExist
		}
	}})
	if status, text, header := s.Call(t, "GET", "/v1/experiments/x/files/large.csv", ""); status != 200 || text != string(large) ||
		header.Get("Content-Disposition") != `attachment; filename="x-large.csv"` || header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("%d, %d bytes, %v", status, len(text), header)
	}
	if status, text, _ := s.Call(t, "GET", "/v1/experiments/x/files/none.csv", ""); status != 404 || !strings.Contains(text, "no such run") {
		t.Errorf("none: %d %s", status, text)
	}
	if status, text, _ := s.Call(t, "GET", "/v1/experiments/x/files/panic.csv", ""); status != 500 || !strings.Contains(text, "In the log") {
		t.Errorf("a panic: %d %s", status, text)
	}
	if status, _, _, err := s.Try(t.Context(), "GET", "/v1/experiments/x/files/half.csv", ""); err == nil {
		t.Errorf("half: %d", status)
	}
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		_, _, _, _ = s.Try(ctx, "GET", "/v1/experiments/x/files/slow.csv", "") // broken off
		close(gone)
	}()
	running(t, s, 1)
	leave()
	<-gone
	running(t, s, 0)
}

// running waits until so many slots are taken.
func running(t *testing.T, s *webtest.Client, want float64) {
	t.Helper()
	testsize.Await(t, fmt.Sprintf("%v slots are taken", want), func() bool { return s.Metric(t, "veil_running") == want })
}

// TestRunSlowReader: a reader that does not take what it asked for holds no slot.
func TestRunSlowReader(t *testing.T) {
	part, wrote := make([]byte, 1<<16), make(chan int, 10_000)
	var over atomic.Bool
	s := serveRuns(t, web.Runs{
		Write: func(_ context.Context, w io.Writer, _, _ string) error {
			defer over.Store(true)
			for i := range 10_000 { // more than buffers hold
				if _, err := w.Write(part); err != nil {
					return err
				}
				wrote <- i
			}
			return nil
		},
		Read: func(context.Context, string) (*web.Run, error) {
			return &web.Run{Schema: "veil.run/1", Summary: []byte("{}")}, nil
		},
	})
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	fmt.Fprint(conn, "GET /v1/experiments/x/files/a.csv HTTP/1.1\r\nHost: localhost\r\n\r\n")
	for {
		select {
		case <-wrote:
			continue
		case <-time.After(500 * time.Millisecond): // it is stuck
		}
		break
	}
	// A slot that it held would be free when it is given up, so it must still be there.
	if status, text, _ := s.Call(t, "GET", "/v1/experiments/x", ""); status != 200 || over.Load() {
		t.Errorf("beside a slow reader: %d, given up: %v: %.200s", status, over.Load(), text)
	}
}
