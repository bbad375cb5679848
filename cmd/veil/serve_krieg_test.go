// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/webtest"
)

// TestServeKrieg: the API tells the bytes of the command line, by POST and by name, and what
// it says fits the published schemas.
func TestServeKrieg(t *testing.T) {
	s, book, dir := serve(t), newSchemaBook(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.ks"), []byte(webtest.Anderson), 0o600); err != nil {
		t.Fatal(err)
	}
	position := `"position":` + string(api.Encode(api.KriegInput{Text: webtest.Anderson}))
	var named []string
	for _, test := range []struct{ path, body, args string }{
		{"/v1/krieg/beliefs", `"tries":true,"list":1000`, "belief --tries --list"},
		{"/v1/krieg/beliefs", `"piece":"q"`, "belief --piece q"},
		{"/v1/krieg/explanations", `"try":"Bc2"`, "why Bc2"},
		{"/v1/krieg/proofs", `"plies":1,"wait_ms":20000`, "mate --plies 1"},
		{"/v1/krieg/proofs", `"plies":3,"wait_ms":20000`, "mate"},
	} {
		status, got, header := s.Call(t, http.MethodPost, test.path, "{"+position+","+test.body+"}")
		want := try(testEnv(dir, append(append([]string{"krieg"}, strings.Fields(test.args)...), "a.ks", "--json")...)).out
		if status != http.StatusOK || strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s: %d\napi %.300s\ncli %.300s", test.args, status, got, want)
		}
		book.check(t, got)
		named = append(named, header.Get("Content-Location"))
	}
	belief, proof := named[0], named[4]
	for _, test := range []struct{ method, path, body, want string }{
		{"GET", belief + "?piece=k", "", `"heat":{"k":{"a4":1}}`},
		{"GET", belief + "/positions?cursor=1&limit=2", "", `"positions":4`},
		{"GET", proof, "", `"verdict":"mate"`},
		{"GET", proof + "/nodes/0", "", `"try":"Ra1+"`},
		{"POST", proof + "/check", "", `"holds":true`},
		{"POST", named[3] + "/check", "", `"holds":true`},
		{"POST", "/v1/krieg/whatifs", `{"rules":"english","me":"white","try":"Bc2","plies":1,"states":["8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1"]}`, `"verdict":"mate"`},
		{"GET", "/v1/problems?moves=2&limit=3", "", `"total":`},
		{"GET", "/v1/problems/daily?date=2026-11-15", "", `"total":1`},
	} {
		status, got, _ := s.Call(t, test.method, test.path, test.body)
		if status != http.StatusOK || !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %d %.400s", test.method, test.path, status, got)
		}
		if !book.check(t, got) {
			t.Errorf("%s names no schema", test.path)
		}
	}
	_, _, header := s.Call(t, http.MethodGet, belief, "")
	if status, _, _ := s.Call(t, http.MethodGet, belief, "", "If-None-Match", header.Get("ETag")); status != http.StatusNotModified {
		t.Errorf("the same belief again: %d", status)
	}
	for path, want := range map[string]int{"/v1/krieg/beliefs/be_nothing": 404, "/v1/krieg/proofs/pr_x/nodes/0": 404, proof + "/nodes/99": 404, "/v1/problems/none": 404} {
		if status, got, _ := s.Call(t, http.MethodGet, path, ""); status != want {
			t.Errorf("%s: %d %.200s", path, status, got)
		}
	}
}

// TestServeSmallBomb: questions that take exponential time if every sequence of moves is walked through
// end within their time, and their slots are free again.
func TestServeSmallBomb(t *testing.T) {
	s := serve(t, "--running", "1", "--time", "1s", "--grace", "1s")
	text := strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 8) + "W a2a3 yes stalemate\n"
	body := `{"sample":1,"max_boards":1,"position":` + string(api.Encode(api.KriegInput{Text: text})) + `}`
	before := s.Metric(t, "process_cpu_seconds_total")
	for range 2 {
		status, got, _ := s.Call(t, http.MethodPost, "/v1/krieg/beliefs", body)
		if status != http.StatusUnprocessableEntity && !strings.Contains(got, `"lost":true`) {
			t.Errorf("%d %s", status, got)
		}
	}
	status, got, _ := s.Call(t, http.MethodPost, "/v1/krieg/beliefs", `{"position":{"text":"ruleset berkeley\nW e2e4 yes\n"}}`)
	// A second each by its clock, and a second to notice: by the work done, a busy machine does not count.
	if work := s.Metric(t, "process_cpu_seconds_total") - before; status != http.StatusOK || !strings.Contains(got, `"positions":1`) || work > 10 {
		t.Errorf("after %.1f s of CPU: %d %s", work, status, got)
	}
}
