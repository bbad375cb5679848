// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/api/rpc"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/rusage"
)

// TestRPCTranscript holds the conversations of the pages. UPDATE=1 rewrites them.
func TestRPCTranscript(t *testing.T) {
	for _, page := range []string{"docs/reference/rpc.md", "docs/reference/environments.md"} {
		t.Run(filepath.Base(page), func(t *testing.T) { holdTranscript(t, page) })
	}
}

func holdTranscript(t *testing.T, rpcPage string) {
	t.Helper()
	name := filepath.Join(rootDir, rpcPage)
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), "```transcript\n")
	transcript, after, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("the page has no transcript")
	}
	var said []string
	for line := range strings.Lines(transcript) {
		if q, ok := strings.CutPrefix(line, "> "); ok {
			said = append(said, strings.TrimSuffix(q, "\n"))
		}
	}
	got := before + "```transcript\n" + conversation(t, said) + "```" + after
	switch {
	case got == string(page) && len(said) > 5:
	case os.Getenv("UPDATE") != "":
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("veil rpc does not answer as %s says (UPDATE=1 rewrites it):\n%s", rpcPage, got)
	}
}

// conversation sends lines to a real "veil rpc" and returns both sides. After each line it waits for
// the last line of an answer, unless the question takes minutes: then its stop is waited for.
func conversation(t *testing.T, said []string) string {
	t.Helper()
	c := startRPC(t, "--workers", "1")
	var both strings.Builder
	for _, line := range said {
		both.WriteString("> " + line + "\n")
		c.say(line)
		if strings.Contains(line, "mate in 9") {
			continue
		}
		both.WriteString("< " + c.last() + "\n")
	}
	return both.String()
}

// rpcProcess is a veil that is asked in lines of JSON.
type rpcProcess struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

func startRPC(t *testing.T, flags ...string) *rpcProcess {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "veil", append([]string{"rpc"}, flags...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("veil rpc: %v", err)
		}
	})
	return &rpcProcess{t, in, bufio.NewReaderSize(out, 1<<20)}
}

func (p *rpcProcess) say(line string) {
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Error(err)
	}
}

// last returns the next last line.
func (p *rpcProcess) last() string {
	p.t.Helper()
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			p.t.Fatalf("%v after %q", err, line)
		}
		if strings.HasSuffix(line, `,"last":true}`+"\n") {
			return strings.TrimSuffix(line, "\n")
		}
	}
}

// TestRPCThousand: a thousand questions to a real process, every third one long and stopped at once,
// get one last line each.
func TestRPCThousand(t *testing.T) {
	p := startRPC(t)
	go func() {
		for i := range 1000 {
			if i%3 != 0 {
				p.say(fmt.Sprintf(`{"id":%d,"ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`, i))
				continue
			}
			p.say(fmt.Sprintf(`{"id":%d,"ask":"mines.analysis","position":{"text":"30x16/99"}}`, i))
			p.say(fmt.Sprintf(`{"stop":%d}`, i))
		}
	}()
	seen := map[int]int{}
	for range 1000 {
		var r struct{ ID int }
		if err := json.Unmarshal([]byte(p.last()), &r); err != nil {
			t.Fatal(err)
		}
		seen[r.ID]++
	}
	if len(seen) != 1000 {
		t.Errorf("%d ids have an answer, want 1000", len(seen))
	}
}

// TestRPCCost: reading, answering and writing a check of a small board takes at most 100 µs of CPU
// time. The loop is this process's own, so that its CPU time can be told.
func TestRPCCost(t *testing.T) {
	const n = 2000
	a := &app{&frame.App{Env: testEnv("")}}
	in, say := io.Pipe()
	out, hear := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- rpc.Server{Table: a.verbs(api.Limits{}), Workers: 1}.Serve(t.Context(), in, hear) }()
	lines := bufio.NewReader(out)
	best := 1e9
	for range 5 { // the least of five: others use this machine too
		before := rusage.CPU()
		for i := range n / 5 {
			fmt.Fprintf(say, `{"id":%d,"ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`+"\n", i)
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		best = min(best, (rusage.CPU()-before).Seconds()*1e6/(n/5))
	}
	_ = say.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	t.Logf("%.0f µs of CPU time per check", best)
	if best > 100 {
		t.Errorf("a check takes %.0f µs of CPU time, want at most 100", best)
	}
}
