// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/web/webtest"
)

// TestServePublicMistakes: a public server without a name or without encryption does not start.
func TestServePublicMistakes(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "--public: the name of this server is missing\n  give --host"},
		{"--host *", "--public: the name of this server is missing"},
		{"--host veil.example", "--public: visitors would not be encrypted\n  give --acme"},
		{"--host veil.example --proxy 127.0.0.1 --log no/such/file", "--log no/such/file: no such file or directory"},
		{"--host veil.example --proxy 127.0.0.1 --metrics 1", "--metrics 1: "},
	} {
		got := try(testEnv(t.TempDir(), append([]string{"serve", "--public", "--listen", "127.0.0.1:0"}, strings.Fields(c.args)...)...))
		if got.code != 2 || !strings.Contains(got.errors, c.want) {
			t.Errorf("%q: exit %d, want %q\n%s", c.args, got.code, c.want, got.errors)
		}
	}
}

// TestServePublic: the limits are those of the guide unless a flag gives another, metrics are at an
// address that visitors do not reach, and the log has a line per request, without secrets.
func TestServePublic(t *testing.T) {
	name := filepath.Join(t.TempDir(), "access.log")
	s := serve(t, "--public", "--host", "veil.example", "--proxy", "127.0.0.1", "--rate", "33", "--log", name, "--metrics", "127.0.0.1:0",
		"--tokens", tokenFile(t, 1))
	visitor := []string{"Host", "veil.example", "X-Forwarded-For", "192.0.2.7", "User-Agent", "a-browser", "Referer", "https://veil.example/elsewhere"}
	bearer := slices.Concat(visitor, []string{"Authorization", "Bearer client-0"})
	_, body, _ := s.Call(t, "GET", "/v1/limits", "", bearer...)
	for _, want := range []string{`"time_ms":10000`, `"memory_bytes":268435456`, `"rate":33`, `"burst":60`, `"per_client":6`, `"client_streams":16`, `"client_connections":64`} {
		if !strings.Contains(body, want) {
			t.Errorf("the limits lack %s: %s", want, body)
		}
	}
	if status, _, _ := s.Call(t, "GET", "/metrics", "", bearer...); status != 404 {
		t.Errorf("visitors get the metrics: %d", status)
	}
	at := regexp.MustCompile(`at=(http://\S+)/metrics`).FindStringSubmatch(s.log.String())
	if at == nil {
		t.Fatalf("no address of the metrics:\n%s", s.log)
	}
	if status, text, _ := (&webtest.Client{URL: at[1]}).Call(t, "GET", "/metrics", ""); status != 200 || !strings.Contains(text, "veil_requests_total") {
		t.Errorf("metrics: %d %.200s", status, text)
	}
	s.Call(t, "GET", "/?secret=1", "", visitor...)
	s.kill()
	checkAccessLog(t, name)
}

// checkAccessLog checks the lines that TestServePublic causes.
func checkAccessLog(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		fields := map[string]any{}
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		want := []string{"bytes", "client", "level", "method", "ms", "msg", "protocol", "route", "status", "time"}
		if keys := slices.Sorted(maps.Keys(fields)); !slices.Equal(keys, want) {
			t.Errorf("fields %v, want %v", keys, want)
		}
		got = append(got, strings.Join([]string{fields["client"].(string), fields["route"].(string)}, " "))
	}
	if want := []string{"token GET /v1/limits", "token /", "192.0.2.7 /"}; !slices.Equal(got, want) {
		t.Errorf("logged %q, want %q", got, want)
	}
	for _, secret := range []string{"client-0", "secret", "a-browser", "elsewhere"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the log contains %q:\n%s", secret, text)
		}
	}
}
