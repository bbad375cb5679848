// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/web/webtest"
)

// asProcess is the variable that makes the test binary the command.
const asProcess = "VEIL_TEST_AS_PROCESS"

// asVersion is the variable with the version of the command, if not that of the test binary.
const asVersion = "VEIL_TEST_AS_VERSION"

// full reports whether the long tests are wanted.
func full() bool { return os.Getenv("VEIL_FULL") != "" }

// server is a real process that serves.
type server struct {
	webtest.Client

	cmd    *exec.Cmd
	log    *testsize.Transcript
	logged chan struct{} // closed when the log is complete
}

// serve starts a server on a free port of this machine: this one, or the program that
// VEIL_BINARY names, to see which tests another version fails. Unless a test asks for one, no time
// limit ends an answer: long work has a low priority, and on a busy machine even a small question may
// exceed the default limit. Its answer is then cut, which is correct, but differs from another one.
func serve(t *testing.T, args ...string) *server {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program = cmp.Or(os.Getenv("VEIL_BINARY"), program)
	s := &server{log: &testsize.Transcript{}}
	args = append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)
	if !slices.Contains(args, "--public") && !slices.Contains(args, "--time") {
		args = append(args, "--time", testsize.Patience.String())
	}
	s.cmd = exec.CommandContext(context.Background(), program, args...)
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
	for listening := regexp.MustCompile(`listening on (https?://\S+)`); s.URL == ""; {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the server printed %q after %q, %v", line, s.log, err)
		}
		if match := listening.FindStringSubmatch(line); match != nil {
			s.URL = match[1]
		} else {
			_, _ = io.WriteString(s.log, line) // never fails
		}
	}
	s.logged = make(chan struct{})
	go func() {
		defer close(s.logged)
		_, _ = io.Copy(s.log, lines) // until the process ends
	}()
	return s
}

func (s *server) kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	if s.logged != nil {
		<-s.logged // Wait closes the pipe, and what was not read is lost
	}
	_ = s.cmd.Wait()
}

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
		list = append(list, analysis.HandForm(view))
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

// finished asks, and waits until the answer is there: a busy machine may take longer than a
// question can wait.
func (s *server) finished(t *testing.T, question string, headers ...string) (status int, body string) {
	t.Helper()
	status, body, header := s.Call(t, "POST", "/v1/mines/analyses", question, headers...)
	at := header.Get("Location")
	testsize.Await(t, "an answer", func() bool {
		if at == "" || status != 202 && !strings.Contains(body, `"state":"running"`) {
			return true
		}
		status, body, _ = s.Call(t, "GET", at, "")
		return false
	})
	return status, body
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
		status, got := s.finished(t, webtest.Question(board, `,"budget":{"max_layouts":300,"nodes":100000,"games":200},"wait_ms":20000`))
		if status != 200 || want.code != 0 {
			t.Fatalf("status %d, exit %d\n%s%.300s", status, want.code, board, got)
		}
		if a, b := sameAnalysis(t, got), sameAnalysis(t, want.out); a != b {
			t.Fatalf("%s\napi %.500s\ncli %.500s", board, a, b)
		}
		exact += strings.Count(got, `"kind":"exact","win"`)
	}
	if exact < 4*n {
		t.Errorf("only %d exact winning chances in %d positions", exact, n)
	}
}

// TestServeKeys: an Idempotency-Key names one answer, and another question under it is an
// error; after a crash it is answered again, the same.
func TestServeKeys(t *testing.T) {
	s := serve(t)
	ask := webtest.Question(webtest.Slow, `,"budget":{"max_layouts":50000,"nodes":500,"games":50},"wait_ms":0`)
	_, _, first := s.Call(t, "POST", "/v1/mines/analyses", ask, "Idempotency-Key", "k1")
	_, _, second := s.Call(t, "POST", "/v1/mines/analyses", ask, "Idempotency-Key", "k1")
	if a, b := first.Get("Location"), second.Get("Location"); a != b || a == "" {
		t.Errorf("the same key: %q, then %q", a, b)
	}
	if status, body, _ := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(webtest.Hero), "Idempotency-Key", "k1"); status != 422 && status != 200 {
		t.Errorf("another question: %d %.200s", status, body)
	}
	if status, body, _ := s.Call(t, "POST", "/v1/mines/checks", webtest.Question(webtest.Hero), "Idempotency-Key", "k2"); status != 200 {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := s.Call(t, "POST", "/v1/mines/checks", webtest.Question(webtest.Slow), "Idempotency-Key", "k2"); status != 422 {
		t.Errorf("another question: %d", status)
	}
	ask = strings.Replace(ask, `"wait_ms":0`, `"wait_ms":20000`, 1)
	_, want := s.finished(t, ask, "Idempotency-Key", "k3")
	s.kill()
	s = serve(t)
	_, got := s.finished(t, ask, "Idempotency-Key", "k3")
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
		_, body, _, err := s.Try(context.Background(), "POST", "/v1/mines/analyses", webtest.Question(webtest.Slow, `,"budget":{"max_layouts":50000,"time_ms":25000},"wait_ms":25000`))
		answered <- fmt.Sprint(err, body)
	}()
	testsize.Await(t, "it runs", func() bool { return s.Metric(t, "veil_running") > 0 })
	before, _ := testsize.Worked(s.cmd.Process.Pid)
	testsize.Await(t, "there is something to answer, or all is answered", func() bool {
		used, _ := testsize.Worked(s.cmd.Process.Pid)
		return used > before+500*time.Millisecond || len(answered) == 1
	})
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
	work := time.Hour
	for range 5 {
		s := serve(t)
		if status, _, _ := s.Call(t, "GET", "/healthz", ""); status != 200 {
			t.Fatal(status)
		}
		s.kill()
		work = min(work, s.cmd.ProcessState.UserTime()+s.cmd.ProcessState.SystemTime())
	}
	t.Logf("ready after computing for %v", work)
	if work > 200*time.Millisecond && !testing.Short() { // the race detector makes it longer
		t.Errorf("ready only after computing for %v", work)
	}
}

// TestServeListen: --listen and its former name --addr set the same address. A flag counts more than
// a variable, and the new name of a variable more than the former one.
func TestServeListen(t *testing.T) {
	for _, c := range []struct {
		variables map[string]string
		args      []string
		want      string // no port, so that the refusal shows it
	}{
		{nil, []string{"--listen", "one"}, "one"},
		{nil, []string{"--addr", "one"}, "one"},
		{map[string]string{"VEIL_ADDR": "two"}, nil, "two"},
		{map[string]string{"VEIL_LISTEN": "two"}, nil, "two"},
		{map[string]string{"VEIL_ADDR": "two", "VEIL_LISTEN": "three"}, nil, "three"},
		{map[string]string{"VEIL_ADDR": "two"}, []string{"--listen", "one"}, "one"},
		{map[string]string{"VEIL_LISTEN": "two"}, []string{"--addr", "one"}, "one"},
	} {
		env := testEnv(t.TempDir(), append([]string{"serve"}, c.args...)...)
		env.Lookup = func(name string) (string, bool) { value, ok := c.variables[name]; return value, ok }
		got := try(env)
		if got.code != int(frame.ExitUsage) || !strings.Contains(got.errors, "address "+c.want+": missing port") || !strings.Contains(got.errors, "with --listen") {
			t.Errorf("%v %v: exit %d\n%s", c.variables, c.args, got.code, got.errors)
		}
	}
	if help := try(testEnv(t.TempDir(), "serve", "--help")).out; strings.Contains(help, "--addr") || !strings.Contains(help, "--listen ADDRESS") {
		t.Errorf("help lists the former name, or not the new one:\n%s", help)
	}
}
