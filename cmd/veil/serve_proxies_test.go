// SPDX-License-Identifier: BSD-3-Clause

//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

const (
	guideName = "veil.example.org"     // of the server in the guide
	visitorIP = "127.0.0.2"            // where the visitors of these tests call from
	proxied   = "https://" + guideName // what they type
	upstream  = "127.0.0.1:8080"       // where the guide has veil
	certsDir  = "/etc/letsencrypt/live/veil.example.org/"
)

// guideBlock returns the block of a language in the guide to hosting.
func guideBlock(t *testing.T, language string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(rootDir, "docs", "guides", "self-host.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatalf("the guide has no block of %s", language)
	}
	return string(block[1])
}

// adapt replaces the places of the guide by those of a test; each must be in the block.
func adapt(t *testing.T, block string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(block, pairs[i]) {
			t.Fatalf("the block lacks %q:\n%s", pairs[i], block)
		}
		block = strings.ReplaceAll(block, pairs[i], pairs[i+1])
	}
	return block
}

// proxyAt is a proxy in front of a server: where it listens, and the files of its certificate.
type proxyAt struct{ https, http, veil, cert, key string }

// startNginx starts nginx with a block of the guide.
func startNginx(t *testing.T, at proxyAt, block string) {
	t.Helper()
	dir := t.TempDir()
	block = adapt(t, block, "listen 443", "listen "+at.https, "listen 80", "listen "+at.http, upstream, at.veil,
		certsDir+"fullchain.pem", at.cert, certsDir+"privkey.pem", at.key, "/var/cache/nginx/veil", dir+"/cache")
	var temporary strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n" // the files of a test belong to it
	}
	config := filepath.Join(dir, "nginx.conf")
	text := user + "daemon off;\npid " + dir + "/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n" + temporary.String() + block + "}\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	startProxy(t, at, "nginx", "-c", config, "-p", dir, "-e", "stderr")
}

// startCaddy starts Caddy with a block of the guide; its certificate is that of the test.
func startCaddy(t *testing.T, at proxyAt, block string) {
	t.Helper()
	_, https, _ := net.SplitHostPort(at.https)
	_, plain, _ := net.SplitHostPort(at.http)
	block = adapt(t, block, upstream, at.veil, guideName+" {\n", guideName+" {\n\ttls "+at.cert+" "+at.key+"\n\tbind 127.0.0.1\n")
	config := filepath.Join(t.TempDir(), "Caddyfile")
	text := "{\n\tadmin off\n\thttps_port " + https + "\n\thttp_port " + plain + "\n}\n" + block
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	startProxy(t, at, "caddy", "run", "--adapter", "caddyfile", "--config", config)
}

// startProxy starts a program and waits until it listens.
func startProxy(t *testing.T, at proxyAt, name string, args ...string) {
	t.Helper()
	var log bytes.Buffer
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), "HOME="+t.TempDir()), &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // both end their workers with them
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s:\n%s", name, &log)
		}
	})
	testsize.Await(t, name, func() bool {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", at.https)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// visitors returns a client that reaches the proxy under the name of the guide, from an address
// that is not the proxy's.
func visitors(t *testing.T, ca authority, at proxyAt) *webtest.Client {
	t.Helper()
	over := ca.client(t)
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(visitorIP)}}
	over.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return from.DialContext(ctx, network, at.https)
	}
	return &webtest.Client{URL: proxied, Over: over}
}

// TestProxies: a browser uses the web app, the API and an event stream through the servers that the
// guide configures, over HTTP/2, and veil sees the browser's address.
func TestProxies(t *testing.T) {
	for name, start := range map[string]func(*testing.T, proxyAt, string){"nginx": startNginx, "caddy": startCaddy} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("NOT RUN: %s is not installed (apt-get install %[1]s), so the guide's block is not tried", name)
			}
			language := map[string]string{"nginx": "nginx", "caddy": "caddyfile"}[name]
			log := filepath.Join(t.TempDir(), "access.log")
			s := serve(t, "--public", "--host", guideName, "--proxy", "127.0.0.1", "--log", log)
			ca := newAuthority(t)
			at := proxyAt{https: freeAddress(t), http: freeAddress(t), veil: strings.TrimPrefix(s.URL, "http://")}
			at.cert, at.key = ca.issue(t)
			start(t, at, guideBlock(t, language))
			c := visitors(t, ca, at)
			browses(t, c)
			streams(t, c)
			s.kill()
			seesVisitors(t, log)
		})
	}
}

// doctor runs veil doctor on a proxy on this machine.
func doctor(t *testing.T, ca authority, at proxyAt) (out string, err error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.cert.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(at.https)
	cmd := exec.CommandContext(t.Context(), program, "doctor", "--proxy", "https://localhost:"+port)
	cmd.Env = append(os.Environ(), asProcess+"=1", "SSL_CERT_FILE="+trusted)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// browses does what the web app does: it loads its page, and calls the API from it.
func browses(t *testing.T, c *webtest.Client) {
	t.Helper()
	if status, body, _ := c.Call(t, "GET", "/", "", "Accept", "text/html"); status != 200 || !strings.Contains(body, "<html") {
		t.Errorf("the page: %d %.200s", status, body)
	}
	status, body, _ := c.Call(t, "POST", "/v1/mines/checks", webtest.Question(webtest.Hero),
		"Origin", proxied, "Sec-Fetch-Site", "same-origin", "X-Forwarded-For", "198.51.100.9")
	if status != 200 {
		t.Errorf("the page calls the API: %d %s", status, body)
	}
}

// streams follows a proof that takes minutes. The first event must arrive while the proof runs: the
// last one is sent only after it is withdrawn.
func streams(t *testing.T, c *webtest.Client) {
	t.Helper()
	status, body, header := c.Call(t, "POST", "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, `,"wait_ms":0`))
	if status != 202 {
		t.Fatalf("%d %s", status, body)
	}
	at := header.Get("Location")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.URL+at+"/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Over.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was read
	if answer.ProtoMajor != 2 {
		t.Errorf("visitors speak %s with the proxy, want HTTP/2", answer.Proto)
	}
	events := bufio.NewScanner(answer.Body)
	if !events.Scan() {
		t.Fatalf("no event: %v", events.Err())
	}
	first := events.Text()
	c.Call(t, "DELETE", at, "")
	last := first
	for events.Scan() {
		if strings.HasPrefix(events.Text(), "event:") {
			last = events.Text()
		}
	}
	if last != "event: done" && last != "event: problem" {
		t.Errorf("the stream begins with %q and ends with %q, %v", first, last, events.Err())
	}
}

// seesVisitors checks that every request was counted for the visitor.
func seesVisitors(t *testing.T, log string) {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if lines, ours := bytes.Count(text, []byte("\n")), bytes.Count(text, []byte(`"client":"`+visitorIP+`"`)); lines < 5 || ours != lines {
		t.Errorf("%d of %d requests come from %s:\n%s", ours, lines, visitorIP, text)
	}
}

// TestProxyWithoutHost: the block without the line that passes Host on fails, and the refusal names
// the line. So does TestProxies, then.
func TestProxyWithoutHost(t *testing.T) {
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("NOT RUN: nginx is not installed (apt-get install nginx)")
	}
	s := serve(t, "--public", "--host", guideName, "--proxy", "127.0.0.1")
	ca := newAuthority(t)
	at := proxyAt{https: freeAddress(t), http: freeAddress(t), veil: strings.TrimPrefix(s.URL, "http://")}
	at.cert, at.key = ca.issue(t)
	startNginx(t, at, adapt(t, guideBlock(t, "nginx"), "proxy_set_header Host $host;", ""))
	if out, err := doctor(t, ca, at); err == nil || !regexp.MustCompile(`(?m)^problem +Host +403`).MatchString(out) || !strings.Contains(out, "proxy_set_header Host $host;") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	status, body, _ := visitors(t, ca, at).Call(t, "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), "Origin", proxied)
	if status != 403 || !strings.Contains(body, "proxy_set_header Host $host;") || strings.Contains(body, "--origin") {
		t.Errorf("%d %s", status, body)
	}
}

// TestDoctorProxy: a deployment in order has no problem. The port is part of the Host, because it is
// not that of HTTPS.
func TestDoctorProxy(t *testing.T) {
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("NOT RUN: nginx is not installed (apt-get install nginx)")
	}
	s := serve(t, "--public", "--host", guideName, "--proxy", "127.0.0.1")
	ca := newAuthority(t)
	at := proxyAt{https: freeAddress(t), http: freeAddress(t), veil: strings.TrimPrefix(s.URL, "http://")}
	at.cert, at.key = ca.issue(t)
	startNginx(t, at, adapt(t, guideBlock(t, "nginx"), "Host $host;", "Host $http_host;"))
	out, err := doctor(t, ca, at)
	for _, want := range []string{"note +certificate", "ok +HTTP/2 +HTTP/2.0", "ok +Host", "ok +visitor's address", "ok +event streams"} {
		if err != nil || !regexp.MustCompile("(?m)^"+want).MatchString(out) {
			t.Errorf("%v, no %q:\n%s", err, want, out)
		}
	}
}
