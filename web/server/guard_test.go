// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

// TestGuard: who may call, by which name, from which site, and how.
func TestGuard(t *testing.T) {
	s := newToy(t, Config{Tokens: []string{"secret"}, Origins: []string{"https://good.example"}, Hosts: []string{"veil.example"}}, nothing)
	bearer := func(more ...string) []string { return append(more, "Authorization", "Bearer secret") }
	for _, c := range []struct {
		name, method, path string
		headers            []string
		status             int
	}{
		{"no token", "POST", "/v1/short", nil, 401},
		{"a wrong token", "POST", "/v1/short", []string{"Authorization", "Bearer secreT"}, 401},
		{"a longer token", "POST", "/v1/short", []string{"Authorization", "Bearer secret2"}, 401},
		{"another scheme", "POST", "/v1/short", []string{"Authorization", "Basic secret"}, 401},
		{"the token", "POST", "/v1/short", bearer(), 200},
		{"numbers without a token", "GET", "/metrics", nil, 401},
		{"the page", "GET", "/", nil, 200},
		{"another name", "GET", "/", []string{"Host", "evil.example"}, 421},
		{"another name of the API", "POST", "/v1/short", bearer("Host", "evil.example"), 421},
		{"a name like an address", "GET", "/healthz", []string{"Host", "127.0.0.1.evil.example"}, 421},
		{"its name", "GET", "/", []string{"Host", "veil.example:8080"}, 200},
		{"a probe by address", "GET", "/healthz", []string{"Host", "10.1.2.3:8080"}, 200},
		{"a probe by a long address", "GET", "/readyz", []string{"Host", "[2001:db8::5]:8080"}, 200},
		{"another site", "POST", "/v1/short", bearer("Origin", "https://evil.example"), 403},
		{"a friend", "POST", "/v1/short", bearer("Origin", "https://good.example", "Sec-Fetch-Site", "cross-site"), 200},
		{"a picture of another site", "GET", "/v1/limits", bearer("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"), 403},
		{"a neighbour", "GET", "/v1/limits", bearer("Sec-Fetch-Site", "same-site"), 403},
		{"a link from elsewhere", "GET", "/v1/limits", bearer("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"), 403},
		{"a link to the page", "GET", "/", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 200},
		{"its own page", "GET", "/v1/limits", bearer("Sec-Fetch-Site", "same-origin"), 200},
		{"typed", "GET", "/v1/limits", bearer("Sec-Fetch-Site", "none"), 200},
		{"GET for POST", "GET", "/v1/short", bearer(), 405},
		{"POST for GET", "POST", "/v1/limits", bearer(), 405},
		{"PUT for GET and DELETE", "PUT", "/v1/jobs/x", bearer(), 405},
		{"nothing", "GET", "/v1/nothing", bearer(), 404},
	} {
		body := ""
		if c.method == http.MethodPost {
			body = "{}"
		}
		status, text, header := s.Call(t, c.method, c.path, body, c.headers...)
		if status != c.status || header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d, want %d: %.200s", c.name, status, c.status, text)
		}
		if want := map[string]string{"GET for POST": "POST", "POST for GET": "GET", "PUT for GET and DELETE": "DELETE, GET"}[c.name]; header.Get("Allow") != want {
			t.Errorf("%s: allowed is %q, want %q", c.name, header.Get("Allow"), want)
		}
	}
}

// TestRefusalsNameTheProxy: a refusal that a proxy causes says how to mend the proxy. --origin is
// advised only where it would not hide that.
func TestRefusalsNameTheProxy(t *testing.T) {
	s := newToy(t, Config{Hosts: []string{"veil.example"}, Limits: Limits{Rate: 0.001, Burst: 4}}, nothing)
	const host = "proxy_set_header Host $host"
	for _, c := range []struct {
		name     string
		headers  []string
		status   int
		has, not string
	}{
		{"an upstream's name", []string{"Host", "backend"}, 421, host, "--origin"},
		{"its own page, named", []string{"Origin", "https://veil.example"}, 403, host, "--origin"},
		{"its own page, says the browser", []string{"Origin", "https://other.example", "Sec-Fetch-Site", "same-origin"}, 403, host, "--origin"},
		{"a page that may be its own", []string{"Origin", "https://other.example"}, 403, host, "own page, but"},
		{"another site", []string{"Origin", "https://other.example"}, 403, "--origin https://other.example", "own page, but"},
	} {
		status, text, _ := s.Call(t, "POST", "/v1/short", "{}", c.headers...)
		if status != c.status || !strings.Contains(text, c.has) || strings.Contains(text, c.not) {
			t.Errorf("%s: %d, want %d with %q and without %q: %s", c.name, status, c.status, c.has, c.not, text)
		}
	}
	forwarded := []string{"X-Forwarded-For", "192.0.2.1"}
	for range 4 {
		s.Call(t, "POST", "/v1/short", "{}", forwarded...)
	}
	if status, text, _ := s.Call(t, "POST", "/v1/short", "{}", forwarded...); status != 429 || !strings.Contains(text, "--proxy 127.0.0.1") {
		t.Errorf("through a proxy that --proxy does not name: %d %s", status, text)
	}
	if status, text, _ := s.Call(t, "POST", "/v1/short", "{}"); status != 429 || strings.Contains(text, "--proxy") {
		t.Errorf("without a proxy: %d %s", status, text)
	}
}

// TestIdentify: nobody can choose to be another client, or many.
func TestIdentify(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48")}
	with, without := &Server{cfg: Config{Proxies: proxies}}, &Server{}
	tokens := &Server{cfg: Config{Tokens: []string{"a", "b"}}}
	for _, c := range []struct {
		name    string
		s       *Server
		from    string
		headers []string // X-Forwarded-For lines, or Authorization
		want    string
	}{
		{"an address", without, "192.0.2.1:5", nil, "192.0.2.1"},
		{"a claim without a proxy", without, "192.0.2.1:5", []string{"198.51.100.9"}, "192.0.2.1"},
		{"a claim to be a proxy's", with, "192.0.2.1:5", []string{"198.51.100.9"}, "192.0.2.1"},
		{"through a proxy", with, "10.0.0.1:5", []string{"198.51.100.9"}, "198.51.100.9"},
		{"spoofed before", with, "10.0.0.1:5", []string{"1.1.1.1, 198.51.100.9"}, "198.51.100.9"},
		{"spoofed in a line before", with, "10.0.0.1:5", []string{"1.1.1.1", "198.51.100.9"}, "198.51.100.9"},
		{"spoofed with a proxy's address", with, "10.0.0.1:5", []string{"1.1.1.1, 10.0.0.7, 198.51.100.9"}, "198.51.100.9"},
		{"through two proxies", with, "10.0.0.1:5", []string{"1.1.1.1, 198.51.100.9, 10.0.0.2"}, "198.51.100.9"},
		{"two lines, two proxies", with, "10.0.0.1:5", []string{"198.51.100.9", "10.0.0.2"}, "198.51.100.9"},
		{"with a port", with, "10.0.0.1:5", []string{"198.51.100.9:4711"}, "198.51.100.9"},
		{"nonsense", with, "10.0.0.1:5", []string{"198.51.100.9, unknown"}, "10.0.0.1"},
		{"empty", with, "10.0.0.1:5", []string{""}, "10.0.0.1"},
		{"none", with, "10.0.0.1:5", nil, "10.0.0.1"},
		{"only proxies", with, "10.0.0.1:5", []string{"10.0.0.3"}, "10.0.0.3"},
		{"a long address", without, "[2001:db8:7:8:1:2:3:4]:5", nil, "2001:db8:7:8::/64"},
		{"its neighbour", without, "[2001:db8:7:8:ffff::1]:5", nil, "2001:db8:7:8::/64"},
		{"another net", without, "[2001:db8:7:9::1]:5", nil, "2001:db8:7:9::/64"},
		{"a zone", without, "[fe80::1%eth0]:5", nil, "fe80::/64"},
		{"a short address in a long one", without, "[::ffff:192.0.2.1]:5", nil, "192.0.2.1"},
		{"through a proxy with a long address", with, "[2001:db8:1::9]:5", []string{"[2001:db8:7:8::1]:80"}, "2001:db8:7:8::/64"},
		{"a token", tokens, "192.0.2.1:5", []string{"Bearer b"}, "token b"},
		{"a guessed token", tokens, "192.0.2.1:5", []string{"Bearer c"}, "192.0.2.1"},
	} {
		r := &http.Request{RemoteAddr: c.from, Header: http.Header{}}
		for _, line := range c.headers {
			if strings.HasPrefix(line, "Bearer") {
				r.Header.Set("Authorization", line)
			} else {
				r.Header.Add("X-Forwarded-For", line)
			}
		}
		if got := c.s.identify(r); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestRate: a client that asks too often is refused, for answers and for files, and others
// are not.
func TestRate(t *testing.T) {
	s := newToy(t, Config{Limits: Limits{Rate: 1, Burst: 3}, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, nothing)
	for _, c := range []struct {
		path  string
		burst int
	}{{"/v1/limits", 3}, {"/", 3 * staticRate}} {
		refused := 0
		for range c.burst + 3 {
			status, _, header := s.Call(t, "GET", c.path, "", "X-Forwarded-For", "192.0.2.1")
			if status == 429 && header.Get("Retry-After") != "" {
				refused++
			}
		}
		if refused < 1 || refused > 3 {
			t.Errorf("%s: %d of %d refused", c.path, refused, c.burst+3)
		}
		if status, _, _ := s.Call(t, "GET", c.path, "", "X-Forwarded-For", "192.0.2.2"); status != 200 {
			t.Errorf("%s: another client: %d", c.path, status)
		}
	}
	for range 20 {
		if status, _, _ := s.Call(t, "GET", "/healthz", "", "X-Forwarded-For", "192.0.2.1"); status != 200 {
			t.Errorf("a probe: %d", status)
		}
	}
}

// TestDescription: the description is made once, compressed, and sent only to those who do
// not have it.
func TestDescription(t *testing.T) {
	s := newToy(t, Config{}, nothing)
	status, plain, header := s.Call(t, "GET", "/openapi.json", "", "Accept-Encoding", "identity")
	if status != 200 || plain != string(s.Description()) || header.Get("Content-Type") != "application/vnd.oai.openapi+json" {
		t.Errorf("%d %v %.100s", status, header, plain)
	}
	status, small, header := s.Call(t, "GET", "/openapi.json", "", "Accept-Encoding", "gzip")
	if status != 200 || header.Get("Content-Encoding") != "gzip" || len(small) > len(plain)/4 {
		t.Errorf("%d %v: %d bytes of %d", status, header, len(small), len(plain))
	}
	if status, text, _ := s.Call(t, "GET", "/openapi.json", "", "Accept-Encoding", "gzip", "If-None-Match", header.Get("ETag")); status != 304 || text != "" {
		t.Errorf("again: %d %.100s", status, text)
	}
	if a, b := s.description(), s.description(); a != b {
		t.Error("it is made again")
	}
}

// TestLength: what is sent counts, so a client cannot have everything that is large at the
// rate of what is small.
func TestLength(t *testing.T) {
	s := newToy(t, Config{Limits: Limits{Rate: 0.1, Burst: 4}}, nothing)
	large := make([]byte, 20*bytesPerRequest)
	s.Handle("GET /large", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(large) })
	for i, want := range []int{200, 429} {
		if status, text, _ := s.Call(t, "GET", "/large", ""); status != want {
			t.Errorf("request %d: %d %.200s", i, status, text)
		}
	}
	if status, text, _ := s.Call(t, "GET", "/v1/limits", ""); status != 200 {
		t.Errorf("another account: %d %.200s", status, text)
	}
}
