// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/domain/mines"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// asProcess is the variable that makes the test binary the command.
const asProcess = "VEIL_TEST_AS_PROCESS"

// full reports whether the long tests are wanted.
func full() bool { return os.Getenv("VEIL_FULL") != "" }

// server is a real process that serves.
type server struct {
	url  string
	cmd  *exec.Cmd
	log  *bytes.Buffer
	over http.RoundTripper // how it is reached; the default transport if nil
}

// serve starts a server on a free port of this machine.
func serve(t *testing.T, args ...string) *server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &server{log: &bytes.Buffer{}}
	s.cmd = exec.CommandContext(context.Background(), self, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	s.cmd.Env = append(os.Environ(), asProcess+"=1")
	pipe, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	lines := bufio.NewReader(pipe)
	first, err := lines.ReadString('\n')
	match := regexp.MustCompile(`https?://\S+`).FindString(first)
	if match == "" {
		t.Fatalf("the server said %q, %v", first, err)
	}
	s.url = match
	go func() { _, _ = io.Copy(s.log, lines) }() // until the process ends
	return s
}

func (s *server) kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	_ = s.cmd.Wait()
}

// call makes a request and returns status, body and headers.
func (s *server) call(t *testing.T, method, path, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	status, text, header, err := s.try(t.Context(), method, path, body, headers...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", method, path, err, s.log)
	}
	return status, text, header
}

func (s *server) try(ctx context.Context, method, path, body string, headers ...string) (int, string, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{Transport: s.over, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return 0, "", nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), answer.Header, err
}

// metric reads a number from /metrics.
func (s *server) metric(t *testing.T, name string) float64 {
	t.Helper()
	return s.metricAs(t, name, "")
}

// metricAs is metric with a token.
func (s *server) metricAs(t *testing.T, name, token string) float64 {
	t.Helper()
	_, text, _ := s.call(t, "GET", "/metrics", "", "Authorization", "Bearer "+token)
	value, err := metricIn(text, name)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// metricIn finds a number in what /metrics tells.
func metricIn(text, name string) (float64, error) {
	match := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindStringSubmatch(text)
	if match == nil {
		return 0, fmt.Errorf("no metric %s in\n%.500s", name, text)
	}
	return strconv.ParseFloat(match[1], 64)
}

// question asks for an analysis of a board.
func question(board string, more ...string) string {
	text, err := json.Marshal(board)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"position":{"text":%s}%s}`, text, strings.Join(more, ""))
}

const hero = "4x4/4\n1...\n....\n....\n....\n"

// slowBoard takes long: seventeen thousand layouts.
const slowBoard = "5x5/5\n1....\n.....\n.....\n.....\n.....\n"

// midgames draws positions of games that are going on.
func midgames(n int, sizes ...string) []string {
	r := rand.New(rand.NewPCG(11, 0))
	var list []string
	for i := range n {
		rules, err := mines.ParseSize(sizes[i%len(sizes)])
		if err != nil {
			panic(err)
		}
		game, err := mines.NewGame(rules, r.Uint64())
		if err != nil {
			panic(err)
		}
		view := game.View()
		for range 2 + r.IntN(rules.Cells()/4) {
			_ = game.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(r.IntN(rules.Cells()))}) // refused if open
			if game.Status() != 0 {
				break
			}
			view = game.View()
		}
		list = append(list, solvemines.HandForm(view))
	}
	return list
}

// sameAnalysis removes what may differ between two ways to the same answer: where it is kept, and
// the work, which depends on the orientation.
func sameAnalysis(t *testing.T, text string) string {
	t.Helper()
	var doc api.MinesAnalysis
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	doc.ID, doc.Work = "", nil
	return string(api.Encode(doc))
}

// TestServeSameAnswers: the API says what the command line says.
func TestServeSameAnswers(t *testing.T) {
	n := 40
	if full() {
		n = 500
	}
	s := serve(t, "--rate", "10000", "--burst", "10000")
	exact := 0
	for _, board := range midgames(n, "4x4/4", "5x5/5", "6x6/6", "8x8/10", "16x16/40") {
		want := ask(board, "solve", "--json", "--max-layouts", "300", "--nodes", "100000", "--games", "200")
		status, got, _ := s.call(t, "POST", "/v1/mines/analyses", question(board, `,"budget":{"max_layouts":300,"nodes":100000,"games":200},"wait_ms":20000`))
		if status != 200 || want.code != 0 {
			t.Fatalf("status %d, exit %d\n%s%.300s", status, want.code, board, got)
		}
		if a, b := sameAnalysis(t, got), sameAnalysis(t, want.out); a != b {
			t.Fatalf("%s\napi %.500s\ncli %.500s", board, a, b)
		}
		exact += strings.Count(got, `"kind":"exact","win"`)
	}
	if exact < 10*n {
		t.Errorf("only %d exact winning chances in %d positions", exact, n)
	}
}

// TestServeKeepsExactAnswers: an exact answer has an address of its own, for all its mirror
// images, that never changes and costs next to nothing.
func TestServeKeepsExactAnswers(t *testing.T) {
	s := serve(t, "--rate", "10000", "--burst", "10000")
	for _, board := range []string{hero, "4x4/4\n....\n....\n....\n...1\n", "4x4/4\n...1\nF...\n....\n....\n"} {
		_, body, header := s.call(t, "POST", "/v1/mines/analyses", question(board))
		if !strings.Contains(body, `"value":{"kind":"exact","win":0.5742424242424242,"num":"379","den":"660"}`) {
			t.Errorf("%s%.300s", board, body)
		}
		if at := header.Get("Content-Location"); at != "/v1/mines/positions/4x4-4-safe-1_______________" {
			t.Errorf("%skept at %q", board, at)
		}
	}
	status, _, header := s.call(t, "GET", "/v1/mines/positions/4x4-4-safe-_______________1", "")
	if status != 308 || header.Get("Location") != "/v1/mines/positions/4x4-4-safe-1_______________" {
		t.Errorf("a mirror image: %d %v", status, header)
	}
	status, first, header := s.call(t, "GET", header.Get("Location"), "")
	if status != 200 || !strings.Contains(header.Get("Cache-Control"), "immutable") || header.Get("ETag") == "" {
		t.Fatalf("%d %v", status, header)
	}
	status, again, _ := s.call(t, "GET", "/v1/mines/positions/4x4-4-safe-1_______________", "", "If-None-Match", header.Get("ETag"))
	if status != 304 || again != "" {
		t.Errorf("with its tag: %d %q", status, again)
	}
	start, hits := time.Now(), 300
	for range hits {
		if _, body, _ := s.call(t, "GET", "/v1/mines/positions/4x4-4-safe-1_______________", ""); body != first {
			t.Fatal("the answer changed")
		}
	}
	took := s.metric(t, `veil_request_seconds_sum{route="GET /v1/mines/positions/{code}"}`) / float64(hits)
	t.Logf("a hit takes the server %.0f µs, and a client with a new connection %v", 1e6*took, time.Since(start)/time.Duration(hits))
	if took > 0.001 {
		t.Errorf("a hit takes %v s", took)
	}
}

// TestServeStreams: progress can be followed, broken off and resumed, and work be stopped.
func TestServeStreams(t *testing.T) {
	s := serve(t)
	status, body, header := s.call(t, "POST", "/v1/mines/analyses", question(slowBoard, `,"budget":{"max_layouts":50000,"time_ms":20000},"wait_ms":0`))
	at := header.Get("Location")
	if status != 202 || at == "" {
		t.Fatalf("%d %v %.200s", status, header, body)
	}
	lines := make(chan string)
	go tail(t, s, at+"/events", lines)
	var seen []string
	for line := range lines {
		if strings.HasPrefix(line, "event: ") {
			seen = append(seen, line)
		}
		if len(seen) == 3 {
			break
		}
	}
	_, partial, _ := s.call(t, "DELETE", at, "")
	for line := range lines {
		seen = append(seen, line)
	}
	if !strings.Contains(partial, `"state":"partial","cut":true`) || !strings.Contains(strings.Join(seen, "\n"), "event: done") {
		t.Errorf("stopped: %.200s\n%s", partial, seen)
	}
	_, rest, _ := s.call(t, "GET", at+"/events", "", "Last-Event-ID", "2")
	if !strings.HasPrefix(rest, "id: 3\nevent: ") || !strings.Contains(rest, "event: done\ndata: {\"schema\":\"mines.analysis/1\"") {
		t.Errorf("resumed: %.300s", rest)
	}
	_, rows, header := s.call(t, "GET", at+"/events", "", "Accept", "application/x-ndjson")
	if !strings.HasPrefix(rows, `{"seq":1,`) || header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("as rows: %.100s %v", rows, header)
	}
}

// tail sends the lines of a stream.
func tail(t *testing.T, s *server, path string, lines chan<- string) {
	defer close(lines)
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+path, nil)
	if err != nil {
		return
	}
	answer, err := (&http.Client{Transport: s.over}).Do(r)
	if err != nil {
		return
	}
	defer func() { _ = answer.Body.Close() }()
	for scan := bufio.NewScanner(answer.Body); scan.Scan(); {
		if text := scan.Text(); text != "" {
			lines <- text[:min(len(text), 200)]
		}
	}
}

// TestServeKeys: an Idempotency-Key names one answer, and another question under it is an
// error; after a crash it is answered again, the same.
func TestServeKeys(t *testing.T) {
	s := serve(t)
	ask := question(slowBoard, `,"budget":{"max_layouts":50000,"nodes":5000},"wait_ms":0`)
	_, _, first := s.call(t, "POST", "/v1/mines/analyses", ask, "Idempotency-Key", "k1")
	_, _, second := s.call(t, "POST", "/v1/mines/analyses", ask, "Idempotency-Key", "k1")
	if a, b := first.Get("Location"), second.Get("Location"); a != b || a == "" {
		t.Errorf("the same key: %q, then %q", a, b)
	}
	if status, body, _ := s.call(t, "POST", "/v1/mines/analyses", question(hero), "Idempotency-Key", "k1"); status != 422 && status != 200 {
		t.Errorf("another question: %d %.200s", status, body)
	}
	if status, body, _ := s.call(t, "POST", "/v1/mines/checks", question(hero), "Idempotency-Key", "k2"); status != 200 {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := s.call(t, "POST", "/v1/mines/checks", question(slowBoard), "Idempotency-Key", "k2"); status != 422 {
		t.Errorf("another question: %d", status)
	}
	ask = strings.Replace(ask, `"wait_ms":0`, `"wait_ms":20000`, 1)
	_, want, _ := s.call(t, "POST", "/v1/mines/analyses", ask, "Idempotency-Key", "k3")
	s.kill()
	s = serve(t)
	_, got, _ := s.call(t, "POST", "/v1/mines/analyses", ask, "Idempotency-Key", "k3")
	if sameAnalysis(t, got) != sameAnalysis(t, want) || !strings.Contains(want, `"state":"partial"`) {
		t.Errorf("after a crash:\n%.400s\nbefore:\n%.400s", got, want)
	}
}

// TestServeStopsKindly: what runs when the server is asked to stop is still answered.
func TestServeStopsKindly(t *testing.T) {
	if testing.Short() {
		t.Skip("times and memory mean nothing under the race detector")
	}
	s := serve(t, "--grace", "3s")
	answered := make(chan string, 1)
	go func() {
		_, body, _, err := s.try(context.Background(), "POST", "/v1/mines/analyses", question(slowBoard, `,"budget":{"max_layouts":50000,"time_ms":25000},"wait_ms":25000`))
		answered <- fmt.Sprint(err, body)
	}()
	for s.metric(t, "veil_running") == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(time.Second) // so that there is something to answer, on a busy machine too
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if body := <-answered; !strings.Contains(body, `"state":"partial"`) && !strings.Contains(body, `"state":"done"`) {
		t.Errorf("%.300s", body)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("it ended with %v\n%s", err, s.log)
	}
}

// TestServeStart: the server is there at once.
func TestServeStart(t *testing.T) {
	best, work := time.Hour, time.Hour
	for range 5 {
		start := time.Now()
		s := serve(t)
		if status, _, _ := s.call(t, "GET", "/healthz", ""); status != 200 {
			t.Fatal(status)
		}
		best = min(best, time.Since(start))
		s.kill()
		work = min(work, s.cmd.ProcessState.UserTime()+s.cmd.ProcessState.SystemTime())
	}
	t.Logf("ready after %v, %v of them computing", best, work)
	if work > 200*time.Millisecond { // on a machine that does nothing else both are about the same
		t.Errorf("ready only after computing for %v", work)
	}
}

// TestServeGuards: names, origins, tokens and paths from elsewhere.
func TestServeGuards(t *testing.T) {
	tokens := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(tokens, []byte("# of the test\nsecret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, "--tokens", tokens, "--origin", "https://good.example", "--host", "veil.example")
	bearer := []string{"Authorization", "Bearer secret"}
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
	}{
		{"no token", "POST", "/v1/mines/checks", question(hero), nil, 401},
		{"wrong token", "POST", "/v1/mines/checks", question(hero), []string{"Authorization", "Bearer Secret"}, 401},
		{"empty token", "POST", "/v1/mines/checks", question(hero), []string{"Authorization", "Bearer "}, 401},
		{"comment as token", "POST", "/v1/mines/checks", question(hero), []string{"Authorization", "Bearer # of the test"}, 401},
		{"token", "POST", "/v1/mines/checks", question(hero), bearer, 200},
		{"metrics without token", "GET", "/metrics", "", nil, 401},
		{"page without token", "GET", "/", "", nil, 200},
		{"another name", "GET", "/", "", []string{"Host", "evil.example"}, 421},
		{"a name that resolves here", "GET", "/v1/limits", "", append([]string{"Host", "127.0.0.1.evil.example"}, bearer...), 421},
		{"its own name", "GET", "/", "", []string{"Host", "veil.example:8080"}, 200},
		{"another site", "POST", "/v1/mines/checks", question(hero), append([]string{"Origin", "https://evil.example"}, bearer...), 403},
		{"no site", "POST", "/v1/mines/checks", question(hero), append([]string{"Origin", "null"}, bearer...), 403},
		{"a friend", "POST", "/v1/mines/checks", question(hero), append([]string{"Origin", "https://good.example"}, bearer...), 200},
		{"another site asks first", "OPTIONS", "/v1/mines/checks", "", []string{"Origin", "https://evil.example"}, 403},
		{"a friend asks first", "OPTIONS", "/v1/mines/checks", "", []string{"Origin", "https://good.example"}, 204},
		{"up", "GET", "/../../../etc/passwd", "", nil, 404},
		{"up, spelt", "GET", "/%2e%2e/%2e%2e/etc/passwd", "", nil, 404},
		{"up, spelt twice", "GET", "/..%2f..%2fetc%2fpasswd", "", nil, 404},
		{"with a null", "GET", "/index.html%00.js", "", nil, 404},
		{"wrong method", "POST", "/", "x", nil, 405},
		{"nothing", "GET", "/v1/nothing", "", bearer, 404},
	} {
		status, body, header := s.call(t, c.method, c.path, c.body, c.headers...)
		if (status == 301 || status == 307) && c.status == 404 { // cleaned first
			status, body, header = s.call(t, c.method, header.Get("Location"), c.body, c.headers...)
		}
		if status != c.status {
			t.Errorf("%s: %d, want %d: %.200s", c.name, status, c.status, body)
		}
		if strings.Contains(body, "root:") || header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %v %.200s", c.name, header, body)
		}
	}
	_, _, header := s.call(t, "GET", "/v1/limits", "", append([]string{"Origin", "https://good.example"}, bearer...)...)
	if got := header.Get("Access-Control-Allow-Origin"); got != "https://good.example" {
		t.Errorf("the friend may read: %q", got)
	}
}

// TestServePage: the requests that the page about the API shows are answered as it says.
func TestServePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(rootDir, "docs", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t)
	book, made := newSchemaBook(), 0
	for _, block := range regexp.MustCompile("(?s)```http\n(GET|POST) (\\S+)\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if strings.Contains(block[2], "…") {
			continue // an analysis that is not there
		}
		_, body, _ := strings.Cut(block[3], "\n\n")
		status, text, _ := s.call(t, block[1], block[2], strings.TrimSpace(body))
		if status != 200 || !book.check(t, text) {
			t.Errorf("%s %s: %d %.300s", block[1], block[2], status, text)
		}
		made++
	}
	if made < 2 {
		t.Errorf("the page shows %d requests", made)
	}
}
