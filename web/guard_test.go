// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// TestServeGuards: names, origins, tokens and paths from elsewhere.
func TestGuards(t *testing.T) {
	s := serve(t, server.Config{Tokens: []string{"secret"}, Origins: []string{"https://good.example"}, Hosts: []string{"veil.example"}})
	bearer := []string{"Authorization", "Bearer secret"}
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
	}{
		{"no token", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), nil, 401},
		{"wrong token", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), []string{"Authorization", "Bearer Secret"}, 401},
		{"empty token", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), []string{"Authorization", "Bearer "}, 401},
		{"comment as token", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), []string{"Authorization", "Bearer # of the test"}, 401},
		{"token", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), bearer, 200},
		{"metrics without token", "GET", "/metrics", "", nil, 401},
		{"page without token", "GET", "/", "", nil, 200},
		{"another name", "GET", "/", "", []string{"Host", "evil.example"}, 421},
		{"a name that resolves here", "GET", "/v1/limits", "", append([]string{"Host", "127.0.0.1.evil.example"}, bearer...), 421},
		{"its own name", "GET", "/", "", []string{"Host", "veil.example:8080"}, 200},
		{"another site", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), append([]string{"Origin", "https://evil.example"}, bearer...), 403},
		{"no site", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), append([]string{"Origin", "null"}, bearer...), 403},
		{"a friend", "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), append([]string{"Origin", "https://good.example"}, bearer...), 200},
		{"another site asks first", "OPTIONS", "/v1/mines/checks", "", []string{"Origin", "https://evil.example"}, 403},
		{"a friend asks first", "OPTIONS", "/v1/mines/checks", "", []string{"Origin", "https://good.example"}, 204},
		{"up", "GET", "/../../../etc/passwd", "", nil, 404},
		{"up, spelt", "GET", "/%2e%2e/%2e%2e/etc/passwd", "", nil, 404},
		{"up, spelt twice", "GET", "/..%2f..%2fetc%2fpasswd", "", nil, 404},
		{"with a null", "GET", "/index.html%00.js", "", nil, 404},
		{"wrong method", "POST", "/", "x", nil, 405},
		{"nothing", "GET", "/v1/nothing", "", bearer, 404},
	} {
		status, body, header := s.Call(t, c.method, c.path, c.body, c.headers...)
		if (status == 301 || status == 307) && c.status == 404 { // cleaned first
			status, body, header = s.Call(t, c.method, header.Get("Location"), c.body, c.headers...)
		}
		if status != c.status {
			t.Errorf("%s: %d, want %d: %.200s", c.name, status, c.status, body)
		}
		if strings.Contains(body, "root:") || header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %v %.200s", c.name, header, body)
		}
	}
	_, _, header := s.Call(t, "GET", "/v1/limits", "", append([]string{"Origin", "https://good.example"}, bearer...)...)
	if got := header.Get("Access-Control-Allow-Origin"); got != "https://good.example" {
		t.Errorf("the friend may read: %q", got)
	}
}

// TestServePage: the requests that the page about the API shows are answered as it says.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "reference", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, server.Config{})
	made := 0
	for _, block := range regexp.MustCompile("(?s)```http\n(GET|POST) (\\S+)\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if strings.Contains(block[2], "…") {
			continue // an analysis that is not there
		}
		_, body, _ := strings.Cut(block[3], "\n\n")
		status, text, _ := s.Call(t, block[1], block[2], strings.TrimSpace(body))
		if status != 200 || !fits(t, text) {
			t.Errorf("%s %s: %d %.300s", block[1], block[2], status, text)
		}
		made++
	}
	if made < 2 {
		t.Errorf("the page shows %d requests", made)
	}
}
