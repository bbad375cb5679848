// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// TestServeProofStops: a long search becomes a resource that can be followed in two ways,
// looked at, resumed and stopped, and everything it says fits its schema.
func TestProofStops(t *testing.T) {
	s := serve(t, server.Config{})
	status, body, header := s.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"budget":{"time_ms":25000},"wait_ms":100`))
	at := header.Get("Location")
	if status != 202 || !strings.HasPrefix(at, "/v1/krieg/proofs/se_") || header.Get("Retry-After") == "" {
		t.Fatalf("%d %v %.200s", status, header, body)
	}
	lines := make(chan string)
	go s.Tail(t.Context(), at+"/events", lines)
	for seen := 0; seen < 3; {
		if line := <-lines; strings.HasPrefix(line, "event: progress") {
			seen++
		}
	}
	status, body, header = s.Call(t, "GET", at, "")
	if status != 200 || !strings.Contains(body, `"state":"running"`) || !strings.Contains(body, `"boards":164`) || !fits(t, body) || header.Get("Content-Location") != "" {
		t.Errorf("while it runs: %d %.300s", status, body)
	}
	if status, body, _ := s.Call(t, "GET", at+"/nodes/0", ""); status != 422 || !strings.Contains(body, "nothing is proved yet") {
		t.Errorf("a node of it: %d %.300s", status, body)
	}
	status, body, header = s.Call(t, "DELETE", at, "")
	if status != 200 || !strings.Contains(body, `"verdict":"unknown"`) || !strings.Contains(body, `"cut":"interrupted"`) || header.Get("Content-Location") != "" || !fits(t, body) {
		t.Errorf("stopped: %d %v %.300s", status, header, body)
	}
	last := ""
	for line := range lines {
		last = line
	}
	if !strings.HasPrefix(last, `data: {"schema":"krieg.mate/1"`) {
		t.Errorf("the last event is %q", last)
	}
	_, rest, _ := s.Call(t, "GET", at+"/events", "", "Last-Event-ID", "2")
	if !strings.HasPrefix(rest, "id: 3\nevent: ") || !strings.HasSuffix(rest, strings.TrimSuffix(body, "\n")+"\n\n") {
		t.Errorf("resumed: %.300s", rest)
	}
	_, rows, header := s.Call(t, "GET", at+"/events", "", "Accept", "application/x-ndjson")
	var p api.KriegProgress
	if err := json.Unmarshal([]byte(rows[:strings.Index(rows, "\n")]), &p); err != nil || p.Seq != 1 || p.State != "running" || header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("as rows: %v %.100s %v", err, rows, header)
	}
}

// TestProofStopsBeforeItBegins: who stops a search that still waits for its turn gets no
// document, and is not told that the server is busy.
func TestProofStopsBeforeItBegins(t *testing.T) {
	s := serve(t, server.Config{Limits: server.Limits{Running: 1, PerClient: 2}})
	var at [2]string
	for i := range at {
		_, _, header := s.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"budget":{"time_ms":25000},"wait_ms":0`))
		at[i] = header.Get("Location")
	}
	if status, body, _ := s.Call(t, "DELETE", at[1], ""); status != http.StatusNoContent || body != "" {
		t.Errorf("waiting: %d %.300s", status, body)
	}
	if status, body, _ := s.Call(t, "DELETE", at[0], ""); status != http.StatusOK && status != http.StatusNoContent {
		t.Errorf("running: %d %.300s", status, body)
	}
}

// TestServeProofFound: what a search has found is the proof that the question names, and the
// search may stand for it.
func TestProofFound(t *testing.T) {
	s := serve(t, server.Config{})
	_, _, header := s.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.Anderson, `,"wait_ms":0`))
	at := header.Get("Location")
	_, stream, _ := s.Call(t, "GET", at+"/events", "") // until it ends
	_, found, header := s.Call(t, "GET", at, "")
	name := header.Get("Content-Location")
	_, proof, _ := s.Call(t, "GET", name, "")
	_, again, header := s.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.Anderson))
	if !strings.Contains(found, `"verdict":"mate"`) || found != proof || found != again || !strings.Contains(stream, "event: done\ndata: "+strings.TrimSpace(found)) {
		t.Errorf("search %.200s\nproof %.200s\nagain %.200s\nstream %.200s", found, proof, again, stream)
	}
	if !strings.HasPrefix(name, "/v1/krieg/proofs/pr_") || header.Get("Content-Location") != name {
		t.Errorf("the names are %q and %q", name, header.Get("Content-Location"))
	}
	for path, want := range map[string]string{"/nodes/0": `"try":"Ra1+"`, "/nodes/99": "no such node"} {
		if _, body, _ := s.Call(t, "GET", at+path, ""); !strings.Contains(body, want) {
			t.Errorf("%s: %.300s", path, body)
		}
	}
	if _, body, _ := s.Call(t, "POST", at+"/check", ""); !strings.Contains(body, `"holds":true`) {
		t.Errorf("check: %.300s", body)
	}
	_, _, header = s.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion("me: nonsense\n", `,"wait_ms":0`))
	if at := header.Get("Location"); at != "" {
		if _, stream, _ := s.Call(t, "GET", at+"/events", ""); !strings.Contains(stream, "event: problem\ndata: {\"schema\":\"veil.problem/1\"") {
			t.Errorf("nonsense: %.300s", stream)
		}
	}
	for _, path := range []string{strings.Replace(at, "krieg/proofs", "mines/analyses", 1), "/v1/krieg/proofs/se_none", "/v1/krieg/proofs/se_none/events"} {
		if status, body, _ := s.Call(t, "GET", path, ""); status != 404 {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
}

// TestServeHears: a game is told piece by piece, and what cannot be is refused with its line.
func TestHears(t *testing.T) {
	s := serve(t, server.Config{})
	_, _, header := s.Call(t, http.MethodPost, "/v1/krieg/beliefs", `{"position":{"text":"ruleset berkeley\nW e2e4 yes\n"}}`)
	status, got, header := s.Call(t, http.MethodPost, header.Get("Content-Location")+"/observations", `{"lines":["B moved","W d2d4 yes"]}`)
	var doc api.KriegBelief
	if err := json.Unmarshal([]byte(got), &doc); err != nil || status != http.StatusOK || doc.Positions != 20 {
		t.Fatalf("%d %.300s", status, got)
	}
	status, got, _ = s.Call(t, http.MethodPost, header.Get("Content-Location")+"/observations", `{"lines":["B takes e5"]}`)
	var p api.Problem
	if err := json.Unmarshal([]byte(got), &p); err != nil || status != http.StatusUnprocessableEntity || p.Line != 5 {
		t.Errorf("%d %.300s", status, got)
	}
}
