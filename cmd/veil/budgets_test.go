// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// start runs the command as a process: this one, or the program that VEIL_BINARY names.
func start(t *testing.T, stdin string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, cmp.Or(os.Getenv("VEIL_BINARY"), program), args...)
	out := &bytes.Buffer{}
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), asProcess+"=1"), t.TempDir(), out, out
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	return cmd, out
}

// TestBudgetsKept: a command ends when its time is up, or when it is asked to.
func TestBudgetsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("times mean nothing under the race detector")
	}
	t.Run("listing layouts", func(t *testing.T) {
		cmd, out := start(t, "7x7/5\n"+strings.Repeat(".......\n", 7), "mines", "solve", "--max-layouts", "10000000", "--time", "1s")
		endsWithin(t, cmd, out, 5*time.Second)
	})
	t.Run("no time", func(t *testing.T) {
		cmd, out := start(t, "5x5/6\n"+strings.Repeat(".....\n", 5), "mines", "solve", "--max-layouts", "1000000", "--time", "1ms")
		endsWithin(t, cmd, out, 5*time.Second)
		used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		t.Logf("%v of CPU", used)
		if used > 300*time.Millisecond {
			t.Errorf("%v of CPU for a limit of 1 ms", used)
		}
	})
	t.Run("terminated", func(t *testing.T) {
		code := stops(t, syscall.SIGTERM, "mines", "values", "5x5", "--mines", "9")
		if code != int(frame.ExitTerminated) {
			t.Errorf("exit code %d, want %d", code, frame.ExitTerminated)
		}
	})
}

// endsWithin demands that a command ends by itself after at most so much CPU time, divided by the
// number of cores. The clock would count what other processes take, too.
func endsWithin(t *testing.T, cmd *exec.Cmd, out *bytes.Buffer, limit time.Duration) {
	t.Helper()
	_ = cmd.Run() // an answer that was cut has an exit code
	ended := cmd.ProcessState
	worked := (ended.UserTime() + ended.SystemTime()) / time.Duration(runtime.GOMAXPROCS(0))
	t.Logf("%v of each core", worked)
	if !ended.Exited() || worked > limit {
		t.Errorf("%v after %v of each core\n%s", ended, worked, out)
	}
}

// stops sends a signal to a command that has worked for a while, demands that it ends with little
// more work, and returns its exit code. If it was not listening yet, it is started again and gets
// the signal later.
func stops(t *testing.T, with os.Signal, args ...string) (code int) {
	t.Helper()
	for work := 700 * time.Millisecond; work < time.Minute; work *= 4 {
		cmd, out := start(t, "", args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		testsize.AwaitWork(t, cmd.Process.Pid, work)
		before, _ := testsize.Worked(cmd.Process.Pid)
		if err := cmd.Process.Signal(with); err != nil {
			t.Fatalf("it had ended: %v\n%s", err, out)
		}
		_ = cmd.Wait() // its exit code says how
		more := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() - before
		t.Logf("worked for %v after the signal", more)
		if more > 10*time.Second {
			t.Errorf("worked for %v after the signal\n%s", more, out)
		}
		if code = cmd.ProcessState.ExitCode(); code != -1 {
			break
		}
	}
	return code
}

// TestExportsWait: clients that export a run do not make others wait.
func TestExportsWait(t *testing.T) {
	if testing.Short() {
		t.Skip("times mean nothing under the race detector")
	}
	dir := t.TempDir()
	spec := filepath.Join(dir, "spec.yaml")
	if err := os.WriteFile(spec, []byte("{name: doors, domain: tiger, policies: [{id: random}, {id: listener}], episodes: 50000, seed: 1}"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, out := start(t, "", "exp", "run", spec, "--runs", dir)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := serve(t, "--runs", dir)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i := range 16 {
		go func() {
			c, done := s.from(byte(10 + i))
			defer done()
			for ctx.Err() == nil {
				_, _, _, _ = c.Try(ctx, "GET", "/v1/experiments/doors/files/episodes.parquet", "") // some are refused
			}
		}()
	}
	testsize.Await(t, "the exports begin", func() bool { return s.Metric(t, "veil_running") > 0 })
	var took []time.Duration
	for i := range 41 {
		time.Sleep(20 * time.Millisecond)
		begin := time.Now()
		board := fmt.Sprintf("4x4/4\n1...\n....\n....\n...%s\n", []string{".", "1"}[i%2])
		if status, text, _ := s.Call(t, "POST", "/v1/mines/checks", webtest.Question(board)); status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	t.Logf("a cheap question beside 16 exports: half within %v, at most %v", took[20], took[40])
	if took[20] > 250*time.Millisecond {
		t.Errorf("half of the cheap questions take %v", took[20])
	}
}
