// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/veilplan/veil/web"
)

// TestServerWithoutGames: a server that only knows runs leads to them, and has no page, no
// link and no route of a game.
func TestServerWithoutGames(t *testing.T) {
	list := func(context.Context) ([]web.RunHead, error) { return []web.RunHead{{Name: "caves"}}, nil }
	s, err := web.New(web.Config{Runs: web.Runs{List: list}, OnlyRuns: true})
	if err != nil {
		t.Fatal(err)
	}
	handler := s.HTTPServer("").Handler
	for path, want := range map[string]string{
		"/": "experiments/", "/experiments/": `data-page="experiments"`, "/v1/experiments": "caves",
		"/core.js": "import", "/veil.css": `header.top nav a:not([href$="experiments/"])`,
	} {
		if code, body := get(t, handler, path); code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d, without %s\n%.200s", path, code, want, body)
		}
	}
	for _, path := range []string{"/mines/", "/krieg/", "/problems/", "/review.js", "/train.js", "/prove.js", "/videos.js", "/v1/mines/positions/x"} {
		if code, _ := get(t, handler, path); code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, code)
		}
	}
	if len(s.Lacks()) > 0 {
		t.Errorf("it lacks %v", s.Lacks())
	}
}

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, nil)
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}
