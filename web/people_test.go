// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// browser is what browsers send when somebody follows a link.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// TestErrorPageReachesPeople asks servers with the embedded page, not one made for the test: what
// builds the page may lose the marks between which the server writes.
func TestErrorPageReachesPeople(t *testing.T) {
	for name, s := range map[string]*web.Server{"all": newServer(t, server.Config{}), "runs": onlyRuns(t)} {
		client := webtest.Client{URL: start(t, s)}
		for _, c := range []struct {
			method, path string
			status       int
			title        string
		}{
			{"GET", "/<b>nowhere", 404, "<h1>There is no such page.</h1>"},
			{"GET", "/v1/nowhere", 404, "<h1>There is nothing at this address.</h1>"},
			{"POST", "/", 405, "<h1>Only GET is possible here.</h1>"},
		} {
			status, text, header := client.Call(t, c.method, c.path, "", "Accept", browser)
			if status != c.status || header.Get("Content-Type") != "text/html; charset=utf-8" {
				t.Fatalf("%s: %s %s: %d %v %.200s", name, c.method, c.path, status, header, text)
			}
			isErrorPage(t, text, c.title)
		}
	}
}

// isErrorPage checks that a page has its frame, its title and the links back, each once.
func isErrorPage(t *testing.T, text, title string) {
	t.Helper()
	for _, want := range []string{"<!doctype html>", `data-page="error"`, `<p class="status"`, "<h1>", title, `href="/">Home</a>`, "</footer>", "</html>"} {
		if n := strings.Count(text, want); n != 1 {
			t.Errorf("%d times %s:\n%s", n, want, text)
		}
	}
	if strings.Contains(text, "<b>nowhere") {
		t.Errorf("markup of the client:\n%s", text)
	}
}

// onlyRuns makes a server that shows experiments alone.
func onlyRuns(t *testing.T) *web.Server {
	t.Helper()
	s, err := web.New(web.Config{OnlyRuns: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// start serves on a free port, and returns the address.
func start(t *testing.T, s *web.Server) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL
}
