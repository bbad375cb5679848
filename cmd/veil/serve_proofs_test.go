// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
)

const anderson = "ruleset: english\nto move: white\nme:   8/7B/8/2K5/2N5/8/8/1R6\nopp:  k@a4  q|r|b|n@e1\ngoal: mate in 2\n"

// longMate takes minutes: the king may be anywhere.
const longMate = "ruleset: english\nto move: white\nme:   8/8/8/2K5/2N5/8/8/1R6\nopp:  k@*  q|r|b|n@e1\ngoal: mate in 9\n"

// kriegQuestion asks for a proof.
func kriegQuestion(position string, more ...string) string {
	return `{"position":` + string(api.Encode(api.KriegInput{Text: position})) + strings.Join(more, "") + "}"
}

// TestServeProofStops: a long search becomes a resource that can be followed in two ways,
// looked at, resumed and stopped, and everything it says fits its schema.
func TestServeProofStops(t *testing.T) {
	s, book := serve(t), newSchemaBook()
	status, body, header := s.call(t, "POST", "/v1/krieg/proofs", kriegQuestion(longMate, `,"budget":{"time_ms":25000},"wait_ms":100`))
	at := header.Get("Location")
	if status != 202 || !strings.HasPrefix(at, "/v1/krieg/proofs/se_") || header.Get("Retry-After") == "" {
		t.Fatalf("%d %v %.200s", status, header, body)
	}
	lines := make(chan string)
	go tail(t, s, at+"/events", lines)
	for seen := 0; seen < 3; {
		if line := <-lines; strings.HasPrefix(line, "event: progress") {
			seen++
		}
	}
	status, body, header = s.call(t, "GET", at, "")
	if status != 200 || !strings.Contains(body, `"state":"running"`) || !strings.Contains(body, `"boards":164`) || !book.check(t, body) || header.Get("Content-Location") != "" {
		t.Errorf("while it runs: %d %.300s", status, body)
	}
	if status, body, _ := s.call(t, "GET", at+"/nodes/0", ""); status != 422 || !strings.Contains(body, "nothing is proved yet") {
		t.Errorf("a node of it: %d %.300s", status, body)
	}
	status, body, header = s.call(t, "DELETE", at, "")
	if status != 200 || !strings.Contains(body, `"verdict":"unknown"`) || !strings.Contains(body, `"cut":"interrupted"`) || header.Get("Content-Location") != "" || !book.check(t, body) {
		t.Errorf("stopped: %d %v %.300s", status, header, body)
	}
	last := ""
	for line := range lines {
		last = line
	}
	if !strings.HasPrefix(last, `data: {"schema":"krieg.mate/1"`) {
		t.Errorf("the last event is %q", last)
	}
	_, rest, _ := s.call(t, "GET", at+"/events", "", "Last-Event-ID", "2")
	if !strings.HasPrefix(rest, "id: 3\nevent: ") || !strings.HasSuffix(rest, strings.TrimSuffix(body, "\n")+"\n\n") {
		t.Errorf("resumed: %.300s", rest)
	}
	_, rows, header := s.call(t, "GET", at+"/events", "", "Accept", "application/x-ndjson")
	var p api.KriegProgress
	if err := json.Unmarshal([]byte(rows[:strings.Index(rows, "\n")]), &p); err != nil || p.Seq != 1 || p.State != "running" || header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("as rows: %v %.100s %v", err, rows, header)
	}
}

// TestServeProofFound: what a search has found is the proof that the question names, and the
// search may stand for it.
func TestServeProofFound(t *testing.T) {
	s := serve(t)
	_, _, header := s.call(t, "POST", "/v1/krieg/proofs", kriegQuestion(anderson, `,"wait_ms":0`))
	at := header.Get("Location")
	_, stream, _ := s.call(t, "GET", at+"/events", "") // until it ends
	_, found, header := s.call(t, "GET", at, "")
	name := header.Get("Content-Location")
	_, proof, _ := s.call(t, "GET", name, "")
	_, again, header := s.call(t, "POST", "/v1/krieg/proofs", kriegQuestion(anderson))
	if !strings.Contains(found, `"verdict":"mate"`) || found != proof || found != again || !strings.Contains(stream, "event: done\ndata: "+strings.TrimSpace(found)) {
		t.Errorf("search %.200s\nproof %.200s\nagain %.200s\nstream %.200s", found, proof, again, stream)
	}
	if !strings.HasPrefix(name, "/v1/krieg/proofs/pr_") || header.Get("Content-Location") != name {
		t.Errorf("the names are %q and %q", name, header.Get("Content-Location"))
	}
	for path, want := range map[string]string{"/nodes/0": `"try":"Ra1+"`, "/nodes/99": "no such node"} {
		if _, body, _ := s.call(t, "GET", at+path, ""); !strings.Contains(body, want) {
			t.Errorf("%s: %.300s", path, body)
		}
	}
	if _, body, _ := s.call(t, "POST", at+"/check", ""); !strings.Contains(body, `"holds":true`) {
		t.Errorf("check: %.300s", body)
	}
	_, _, header = s.call(t, "POST", "/v1/krieg/proofs", kriegQuestion("me: nonsense\n", `,"wait_ms":0`))
	if at := header.Get("Location"); at != "" {
		if _, stream, _ := s.call(t, "GET", at+"/events", ""); !strings.Contains(stream, "event: problem\ndata: {\"schema\":\"veil.problem/1\"") {
			t.Errorf("nonsense: %.300s", stream)
		}
	}
	for _, path := range []string{strings.Replace(at, "krieg/proofs", "mines/analyses", 1), "/v1/krieg/proofs/se_none", "/v1/krieg/proofs/se_none/events"} {
		if status, body, _ := s.call(t, "GET", path, ""); status != 404 {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
}

// TestServeProofKeys: a key names one search; what was asked of another part of the API in
// the same words under it is another question; and after a crash the answer is the same.
func TestServeProofKeys(t *testing.T) {
	s := serve(t)
	ask := kriegQuestion(longMate, `,"budget":{"states":100000},"wait_ms":0`)
	_, _, first := s.call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k1")
	_, _, second := s.call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k1")
	if a, b := first.Get("Location"), second.Get("Location"); a == "" || b != a && b != "" { // it may be done by then
		t.Errorf("the same key: %q, then %q", a, b)
	}
	plain := question(hero)
	if status, body, _ := s.call(t, "POST", "/v1/mines/checks", plain, "Idempotency-Key", "k2"); status != 200 {
		t.Errorf("a check: %d %.200s", status, body)
	}
	if status, body, _ := s.call(t, "POST", "/v1/mines/analyses", plain, "Idempotency-Key", "k2"); status != 422 {
		t.Errorf("an analysis in the same words: %d %.200s", status, body)
	}
	ask = strings.Replace(ask, `"wait_ms":0`, `"wait_ms":20000`, 1)
	_, want, _ := s.call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k3")
	s.kill()
	s = serve(t)
	_, got, _ := s.call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k3")
	if got != want || !strings.Contains(want, `"cut":"state limit reached"`) {
		t.Errorf("after a crash:\n%.400s\nbefore:\n%.400s", got, want)
	}
}
