// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// TestServeKeepsExactAnswers: an exact answer has an address of its own, for all its mirror
// images, that never changes and costs next to nothing.
func TestKeepsExactAnswers(t *testing.T) {
	s := serve(t, server.Config{Limits: server.Limits{Rate: 1e4, Burst: 1e4}})
	for _, board := range []string{webtest.Hero, "4x4/4\n....\n....\n....\n...1\n", "4x4/4\n...1\nF...\n....\n....\n"} {
		_, body, header := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(board))
		if !strings.Contains(body, `"value":{"kind":"exact","win":0.5742424242424242,"num":"379"}`) {
			t.Errorf("%s%.300s", board, body)
		}
		if at := header.Get("Content-Location"); at != "/v1/mines/positions/4x4-4-safe-1_______________" {
			t.Errorf("%skept at %q", board, at)
		}
	}
	status, _, header := s.Call(t, "GET", "/v1/mines/positions/4x4-4-safe-_______________1", "")
	if status != 308 || header.Get("Location") != "/v1/mines/positions/4x4-4-safe-1_______________" {
		t.Errorf("a mirror image: %d %v", status, header)
	}
	status, first, header := s.Call(t, "GET", header.Get("Location"), "")
	if status != 200 || !strings.Contains(header.Get("Cache-Control"), "immutable") || header.Get("ETag") == "" {
		t.Fatalf("%d %v", status, header)
	}
	status, again, _ := s.Call(t, "GET", "/v1/mines/positions/4x4-4-safe-1_______________", "", "If-None-Match", header.Get("ETag"))
	if status != 304 || again != "" {
		t.Errorf("with its tag: %d %q", status, again)
	}
	start, hits := rusage.CPU(), 300
	for range hits {
		if _, body, _ := s.Call(t, "GET", "/v1/mines/positions/4x4-4-safe-1_______________", ""); body != first {
			t.Fatal("the answer changed")
		}
	}
	// By the CPU: a clock runs while others use the machine too. To compute the answer takes 7 ms.
	took := (rusage.CPU() - start) / time.Duration(hits)
	t.Logf("a hit takes server and client %v of CPU", took)
	if took > time.Millisecond {
		t.Errorf("a hit takes %v of CPU", took)
	}
}

// TestServeStreams: progress can be followed, broken off and resumed, and work be stopped.
func TestStreams(t *testing.T) {
	s := serve(t, server.Config{})
	status, body, header := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(webtest.Slow, `,"budget":{"max_layouts":50000,"time_ms":20000},"wait_ms":0`))
	at := header.Get("Location")
	if status != 202 || at == "" {
		t.Fatalf("%d %v %.200s", status, header, body)
	}
	lines := make(chan string)
	go s.Tail(t.Context(), at+"/events", lines)
	var seen []string
	for line := range lines {
		if strings.HasPrefix(line, "event: ") {
			seen = append(seen, line)
		}
		if len(seen) == 3 {
			break
		}
	}
	_, partial, _ := s.Call(t, "DELETE", at, "")
	for line := range lines {
		seen = append(seen, line)
	}
	if !strings.Contains(partial, `"state":"partial","cut":true`) || !strings.Contains(strings.Join(seen, "\n"), "event: done") {
		t.Errorf("stopped: %.200s\n%s", partial, seen)
	}
	_, rest, _ := s.Call(t, "GET", at+"/events", "", "Last-Event-ID", "2")
	if !strings.HasPrefix(rest, "id: 3\nevent: ") || !strings.Contains(rest, "event: done\ndata: {\"schema\":\"mines.analysis/2\"") {
		t.Errorf("resumed: %.300s", rest)
	}
	_, rows, header := s.Call(t, "GET", at+"/events", "", "Accept", "application/x-ndjson")
	if !strings.HasPrefix(rows, `{"seq":1,`) || header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("as rows: %.100s %v", rows, header)
	}
}
