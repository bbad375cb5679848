// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/web/webtest"
)

// TestServeProofKeys: a key names one search; what was asked of another part of the API in
// the same words under it is another question; and after a crash the answer is the same.
func TestServeProofKeys(t *testing.T) {
	s := serve(t)
	ask := webtest.KriegQuestion(webtest.LongMate, `,"budget":{"states":100000},"wait_ms":0`)
	_, _, first := s.Call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k1")
	_, _, second := s.Call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k1")
	if a, b := first.Get("Location"), second.Get("Location"); a == "" || b != a && b != "" { // it may be done by then
		t.Errorf("the same key: %q, then %q", a, b)
	}
	plain := webtest.Question(webtest.Hero)
	if status, body, _ := s.Call(t, "POST", "/v1/mines/checks", plain, "Idempotency-Key", "k2"); status != 200 {
		t.Errorf("a check: %d %.200s", status, body)
	}
	if status, body, _ := s.Call(t, "POST", "/v1/mines/analyses", plain, "Idempotency-Key", "k2"); status != 422 {
		t.Errorf("an analysis in the same words: %d %.200s", status, body)
	}
	ask = strings.Replace(ask, `"wait_ms":0`, `"wait_ms":20000`, 1)
	_, want, _ := s.Call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k3")
	s.kill()
	s = serve(t)
	_, got, _ := s.Call(t, "POST", "/v1/krieg/proofs", ask, "Idempotency-Key", "k3")
	if got != want || !strings.Contains(want, `"cut":"state limit reached"`) {
		t.Errorf("after a crash:\n%.400s\nbefore:\n%.400s", got, want)
	}
}
