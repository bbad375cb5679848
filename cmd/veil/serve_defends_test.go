// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// TestServeDefends: attacks that once worked, each against a server of its own. With
// VEIL_BINARY it shows which of them another version withstands.
func TestServeDefends(t *testing.T) {
	for name, attack := range map[string]func(*testing.T){
		"slow bodies":           slowBody,
		"description made anew": sameDescription,
		"forged addresses":      forgedAddress,
		"hoarded streams":       hoardedStreams,
		"probes by address":     probeByAddress,
		"pages of other sites":  otherSites,
		"known mines":           knownMines,
		"stated memory":         statedMemory,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attack(t)
		})
	}
}

// knock opens a connection and sends something.
func (s *server) knock(t *testing.T, from byte, text string) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := dialer(from).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	fmt.Fprint(c, text)
	return c, bufio.NewReader(c)
}

// slowBody: a body that does not come is not waited for.
func slowBody(t *testing.T) {
	s := serve(t)
	c, in := s.knock(t, 2, "POST /v1/mines/checks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
	_ = c.SetReadDeadline(time.Now().Add(testsize.Patience)) // a read fails then
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, " 408 ") {
		t.Errorf("%q, %v", line, err)
	}
}

// sameDescription: the description is sent only to clients that do not have it.
func sameDescription(t *testing.T) {
	s := serve(t)
	_, _, header := s.Call(t, "GET", "/openapi.json", "")
	if status, text, _ := s.Call(t, "GET", "/openapi.json", "", "If-None-Match", header.Get("ETag")); status != http.StatusNotModified {
		t.Errorf("%d, %d bytes", status, len(text))
	}
}

// forgedAddress: a client does not become many by what it says of itself, nor by its part of
// an IPv6 address.
func forgedAddress(t *testing.T) {
	s := serve(t, "--proxy", "127.0.0.1", "--rate", "0.1", "--burst", "3")
	for name, last := range map[string]func(int) string{
		"a line before": func(int) string { return "198.51.100.9" },
		"addresses":     func(i int) string { return fmt.Sprintf("2001:db8::%d", i+1) },
	} {
		status := 0
		for i := range 4 {
			status, _, _ = s.Call(t, "GET", "/v1/limits", "", "X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i), "X-Forwarded-For", last(i))
		}
		if status != http.StatusTooManyRequests {
			t.Errorf("%s: the fourth of three requests: %d", name, status)
		}
	}
}

// hoardedStreams: a client that takes all streams it can get leaves some.
func hoardedStreams(t *testing.T) {
	s := serve(t, "--streams", "64")
	_, _, header := s.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"wait_ms":0`))
	follow := "GET " + header.Get("Location") + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
	for range 70 {
		_, in := s.knock(t, 2, follow)
		_, _ = in.ReadString('\n') // some are refused
	}
	_, in := s.knock(t, 3, follow)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, " 200 ") {
		more, _ := in.Peek(in.Buffered())
		t.Errorf("another client: %q, %v %s", line, err, more)
	}
}

// probeByAddress: a probe knows no name.
func probeByAddress(t *testing.T) {
	s := serve(t)
	if status, text, _ := s.Call(t, "GET", "/healthz", "", "Host", "10.1.2.3:8080"); status != 200 {
		t.Errorf("%d %s", status, text)
	}
}

// otherSites: a page elsewhere does not make a browser let the server compute.
func otherSites(t *testing.T) {
	s := serve(t)
	if status, _, _ := s.Call(t, "GET", "/v1/mines/positions/4x4-4-safe-1_______________", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"); status != 403 {
		t.Errorf("a picture: %d", status)
	}
	if status, _, header := s.Call(t, "GET", "/v1/mines/analyses", ""); status != 405 || header.Get("Allow") != "POST" {
		t.Errorf("GET for POST: %d, %q is allowed", status, header.Get("Allow"))
	}
}

// knownMines: boards on which a mine is known and nothing is open are no fault of the server.
func knownMines(t *testing.T) {
	s := serve(t)
	for _, board := range []string{"3x1/1\n..*\n", "1x1/1\n.\n", "3x2/6\n...\n...\n"} {
		if status, text, _ := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(board, `,"wait_ms":10000`)); status >= 500 || strings.Contains(text, "bad problem") {
			t.Errorf("%q: %d %.200s", board, status, text)
		}
	}
}

// statedMemory: the memory that a server states grows with what it computes at a time, and
// searches for mates keep to it.
func statedMemory(t *testing.T) {
	bound := func(args ...string) (*server, float64) {
		s := serve(t, args...)
		_, text, _ := s.Call(t, "GET", "/metrics", "")
		n, err := webtest.MetricIn(text, "veil_memory_bound_bytes")
		if err != nil {
			t.Errorf("no bound: %v", err)
		}
		return s, n
	}
	s, two := bound("--running", "2", "--memory", "64MB", "--time", "5s")
	if _, eight := bound("--running", "8", "--memory", "64MB"); eight < two+6*64e6 {
		t.Errorf("%.0f bytes for 2 at a time, %.0f for 8", two, eight)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	for i := range 4 {
		go func() {
			c, done := s.from(byte(10 + i))
			defer done()
			for ctx.Err() == nil {
				_, _, _, _ = c.Try(ctx, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"wait_ms":10000`)) // as many as are admitted
			}
		}()
	}
	most := 0.0
	for ctx.Err() == nil {
		most = max(most, s.Metric(t, "process_resident_memory_bytes"))
		wait(ctx, 50*time.Millisecond)
	}
	t.Logf("%.0f MB at most, the bound is %.0f MB", most/1e6, two/1e6)
	if most > 1.15*two {
		t.Errorf("%.0f MB at most, the bound is %.0f MB", most/1e6, two/1e6)
	}
}
