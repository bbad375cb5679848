// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// FuzzServe: whatever is asked of the API, nothing panics, every failure is a document that
// says what is wrong, and every answer one that names its schema.
func FuzzServe(f *testing.F) {
	s := newServer(f, server.Config{Limits: server.Limits{
		Time: 50 * time.Millisecond, Memory: 8 << 20, Rate: 1e9, Burst: 1e9, PerClient: 1000, QueueWait: time.Second,
	}})
	se := ask202(f, s)
	for _, path := range []string{"", "/" + se, "/" + se + "/events", "/" + se + "/nodes/0", "/" + se + "/nodes/-1?case=9", "/" + se + "/check", "/pr_x", "/se_", "/=x"} {
		for method := range byte(3) {
			f.Add(method, "krieg/proofs"+path, webtest.KriegQuestion(webtest.Anderson, `,"plies":1,"wait_ms":3`), "k", "2", "application/x-ndjson")
		}
	}
	f.Add(byte(0), "krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"budget":{"nodes":9,"time_ms":1}`), "", "", "")
	f.Add(byte(0), "krieg/beliefs", webtest.KriegQuestion(webtest.LongMate, `,"list":3`), "k", "", "")
	f.Add(byte(0), "mines/analyses", webtest.Question(webtest.Hero, `,"require":"bounds","wait_ms":1`), "k", "", "")
	f.Add(byte(1), "problems/daily?date=2026-02-30", "", "", "", "")
	f.Fuzz(func(t *testing.T, method byte, path, body, key, last, accept string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		verb := []string{http.MethodPost, http.MethodGet, http.MethodDelete}[method%3]
		r, err := http.NewRequestWithContext(ctx, verb, "http://localhost/v1/"+path, strings.NewReader(body))
		if err != nil {
			return
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {key}, "Last-Event-Id": {last}, "Accept": {accept}}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		judge(t, verb+" "+path+" "+body, w)
	})
}

// ask202 starts a search and returns its name.
func ask202(f *testing.F, s *web.Server) string {
	f.Helper()
	r := httptest.NewRequestWithContext(f.Context(), http.MethodPost, "/v1/krieg/proofs", strings.NewReader(webtest.KriegQuestion(webtest.LongMate, `,"wait_ms":0`)))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	at := w.Header().Get("Location")
	if w.Code != http.StatusAccepted || at == "" {
		f.Fatalf("%d %s", w.Code, w.Body)
	}
	return at[strings.LastIndex(at, "/")+1:]
}

func judge(t *testing.T, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	kind := w.Header().Get("Content-Type")
	var doc struct {
		Schema string `json:"schema"`
		Status int    `json:"status"`
		Title  string `json:"title"`
	}
	switch {
	case w.Code == http.StatusInternalServerError:
		t.Errorf("%.300s: %.300s", what, w.Body)
	case w.Code >= 400:
		if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil || kind != "application/problem+json" || doc.Status != w.Code || doc.Title == "" {
			t.Errorf("%.300s: %d %s %.300s, %v", what, w.Code, kind, w.Body, err)
		}
	case kind == "application/json":
		if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil || doc.Schema == "" {
			t.Errorf("%.300s: %d %.300s, %v", what, w.Code, w.Body, err)
		}
	default: // a stream, a redirection, a file
	}
}
