// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

const tutorial = "../docs/tutorials/own-problem.md"

// TestTutorial does what the tutorial says, in a module outside of this one: its files are
// compiled, its commands are run and print what the page says (UPDATE=1 rewrites it), and
// what it promises holds: a killed run goes on, and a farm has the same bytes.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile(tutorial)
	if err != nil {
		t.Fatal(err)
	}
	o := newOutsider(t, string(page))
	o.must(t, "go", "build", "-o", "cat", ".")
	o.must(t, "go", "test", ".")
	o.commands(t, tutorial, string(page))
	o.plots(t)
	want := o.read(t, "runs/cat/summary.json")
	t.Run("Killed", func(t *testing.T) { o.killed(t, want) })
	t.Run("Farm", func(t *testing.T) { o.farm(t, want) })
	t.Run("Serve", func(t *testing.T) { o.serve(t) })
	t.Run("Help", func(t *testing.T) { o.help(t) })
}

// outsider is somebody with a module of their own.
type outsider struct{ dir string }

// newOutsider writes the files of the page, and a go.mod that finds veil here.
func newOutsider(t *testing.T, page string) *outsider {
	t.Helper()
	o := &outsider{t.TempDir()}
	for name, text := range filesOf(page) {
		o.write(t, name, text)
	}
	ours, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	_, required, _ := strings.Cut(string(ours), "\nrequire")
	o.write(t, "go.mod", "module example.org/cat\n\ngo 1.26.0\n\nrequire github.com/veilplan/veil v0.0.0\n\nreplace github.com/veilplan/veil => "+root+"\n\nrequire"+required)
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	o.write(t, "go.sum", string(sums))
	return o
}

// filesOf returns the fenced blocks that name a file after their language.
func filesOf(page string) map[string]string {
	files, name := map[string]string{}, ""
	for line := range strings.Lines(page) {
		if head, ok := strings.CutPrefix(line, "```"); ok {
			name = ""
			if words := strings.Fields(head); len(words) == 2 {
				name = words[1]
			}
			continue
		}
		if name != "" {
			files[name] += line
		}
	}
	return files
}

func (o *outsider) write(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(o.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (o *outsider) read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(o.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// command is a program in the directory of the outsider.
func (o *outsider) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	if strings.HasPrefix(name, "./") {
		name = filepath.Join(o.dir, name)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = o.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	return cmd
}

func (o *outsider) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := o.command(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// commands runs every "$ …" line of the page and compares what it prints.
func (o *outsider) commands(t *testing.T, name, page string) {
	t.Helper()
	var text strings.Builder
	answering := false
	for line := range strings.Lines(page) {
		command, ok := strings.CutPrefix(line, "$ ")
		if strings.HasPrefix(line, "```") {
			answering = false
		}
		if answering && !ok {
			continue
		}
		text.WriteString(line)
		if ok {
			out, err := o.command(t.Context(), "sh", "-c", command).CombinedOutput()
			if failed := new(exec.ExitError); err != nil && !asExit(err, &failed) {
				t.Fatal(err)
			}
			text.Write(out)
			answering = true
		}
	}
	if text.String() == page {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("the page is not what its program prints (UPDATE=1 rewrites it):\n%s", text.String())
	}
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

func asExit(err error, into **exec.ExitError) bool {
	failed, ok := err.(*exec.ExitError) //nolint:errorlint // as it comes from exec
	*into = failed
	return ok
}

// plots demands the figures that the page promises.
func (o *outsider) plots(t *testing.T) {
	t.Helper()
	for _, name := range []string{"rate", "difference", "strength", "time"} {
		if text := o.read(t, "runs/cat/plots/"+name+".svg"); !bytes.Contains(text, []byte("<svg")) {
			t.Errorf("%s is no drawing", name)
		}
	}
}

// killed ends a run in the middle with kill -9, and goes on.
func (o *outsider) killed(t *testing.T, want []byte) {
	run := o.command(t.Context(), "./cat", "exp", "run", "cat.yaml", "--runs", "killed", "--chunk", "1", "-o", "report.txt")
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	testsize.Await(t, "something is stored", func() (stored bool) {
		names, err := filepath.Glob(filepath.Join(o.dir, "killed/cat/episodes/*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			info, err := os.Stat(name)
			stored = stored || err == nil && info.Size() > 2000
		}
		if len(ended) > 0 {
			t.Fatalf("the run ended before it was killed: %v", <-ended)
		}
		return stored
	})
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	if _, err := os.Stat(filepath.Join(o.dir, "killed/cat/summary.json")); err == nil {
		t.Fatal("the run was complete")
	}
	o.must(t, "./cat", "exp", "run", "cat.yaml", "--runs", "killed", "-o", "report.txt")
	if got := o.read(t, "killed/cat/summary.json"); !bytes.Equal(got, want) {
		t.Error("a killed run that goes on has another summary")
	}
	if out := o.must(t, "./cat", "exp", "verify", "cat", "--runs", "killed", "--replay", "5%"); !strings.Contains(out, "replayed with the same result") {
		t.Errorf("verify: %s", out)
	}
}

// farm plays the run with two workers. A third is of another build, and gets nothing to do.
func (o *outsider) farm(t *testing.T, want []byte) {
	o.otherBuild(t)
	url := o.start(t, "./cat", "farm", "up", "--listen", "127.0.0.1:0").await(t, `nats://[0-9.:]+`)
	for name, program := range map[string]string{"ann": "./cat", "bob": "./cat", "eve": "./other"} {
		o.start(t, program, "farm", "work", "--servers", url, "--name", name).await(t, "msg=working")
	}
	o.must(t, "./cat", "exp", "run", "cat.yaml", "--runs", "farmed", "--farm", url, "--chunk", "20", "-o", "report.txt")
	if got := o.read(t, "farmed/cat/summary.json"); !bytes.Equal(got, want) {
		t.Error("the farm has another summary")
	}
	times := string(o.read(t, "farmed/cat/times.jsonl"))
	ann, bob := strings.Count(times, `"by":"ann"`), strings.Count(times, `"by":"bob"`)
	t.Logf("chunks of ann: %d, of bob: %d", ann, bob)
	if n := strings.Count(times, "\n"); ann+bob != n || n == 0 {
		t.Errorf("%d of %d chunks were played by the workers:\n%.2000s", ann+bob, n, times)
	}
	builds := map[string]string{}
	for line := range strings.Lines(o.must(t, "./cat", "farm", "status", "--servers", url, "--plain")) {
		fields := strings.Split(line, "\t")
		builds[fields[0]] = fields[1]
	}
	if builds["ann"] == "" || builds["ann"] != builds["bob"] || builds["eve"] == "" || builds["eve"] == builds["ann"] {
		t.Errorf("the builds are %v", builds)
	}
}

// otherBuild makes a program that differs in one byte.
func (o *outsider) otherBuild(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(o.dir, "other"), append(o.read(t, "cat"), 'x'), 0o700); err != nil {
		t.Fatal(err)
	}
}

// serve shows the runs.
func (o *outsider) serve(t *testing.T) {
	url := o.start(t, "./cat", "serve", "--listen", "127.0.0.1:0").await(t, `http://[0-9.:]+`)
	for path, want := range map[string]string{"/": "experiments/", "/v1/experiments": `"name":"cat"`, "/v1/experiments/cat": "REPRODUCE   cat exp run"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if closing := response.Body.Close(); err != nil || closing != nil {
			t.Fatal(err, closing)
		}
		if !bytes.Contains(body, []byte(want)) {
			t.Errorf("%s without %q:\n%.500s", path, want, body)
		}
	}
}

// help speaks of the program by its own name and of its own domain.
func (o *outsider) help(t *testing.T) {
	commands := regexp.MustCompile(`\bveil (exp|farm|serve|play|help)\b`)
	for _, args := range [][]string{{"--help"}, {"exp", "--help"}, {"exp", "run", "--help"}, {"farm", "work", "--help"}, {"play", "--help"}} {
		if out := o.must(t, "./cat", args...); commands.MatchString(out) || !strings.Contains(out, "cat ") {
			t.Errorf("%v:\n%s", args, out)
		}
	}
	out, err := o.command(t.Context(), "./cat", "exp", "report", "dog").CombinedOutput()
	if err == nil || strings.Contains(string(out), "veil exp") {
		t.Errorf("%v\n%s", err, out)
	}
}

// started is a program that runs until the test ends.
type started struct{ testsize.Transcript }

func (o *outsider) start(t *testing.T, program string, args ...string) *started {
	t.Helper()
	s := &started{}
	cmd := o.command(context.Background(), program, args...)
	cmd.Stdout, cmd.Stderr = s, s
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()         // killed
	})
	return s
}

// await waits until the program says something.
func (s *started) await(t *testing.T, pattern string) string {
	t.Helper()
	p := regexp.MustCompile(pattern)
	var found string
	testsize.Await(t, "it says "+pattern, func() bool {
		found = p.FindString(s.String())
		return found != ""
	})
	return found
}
