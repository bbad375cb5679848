// SPDX-License-Identifier: BSD-3-Clause

package testsize_test

import (
	"os"
	"os/exec"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/internal/testsize"
)

// failing notes that a test failed, and ends its goroutine as a failed test does.
type failing struct {
	testing.TB

	failed bool
}

func (f *failing) Helper() {}

func (f *failing) Fatalf(string, ...any) {
	f.failed = true
	panic(f)
}

// fails reports whether what waits fails its test.
func fails(wait func(tb testing.TB)) bool {
	f := &failing{}
	func() {
		defer func() { _ = recover() }()
		wait(f)
	}()
	return f.failed
}

// TestAwait: what happens late is waited for, what never happens fails when patience ends.
func TestAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for after, want := range map[time.Duration]bool{0: false, testsize.Patience / 2: false, 2 * testsize.Patience: true} {
			start := time.Now()
			if got := fails(func(tb testing.TB) {
				testsize.Await(tb, "late", func() bool { return time.Since(start) >= after })
			}); got != want {
				t.Errorf("after %v: fails %v", after, got)
			}
			from := make(chan int, 1)
			time.AfterFunc(after, func() { from <- 7 })
			if got := fails(func(tb testing.TB) {
				if n := testsize.Receive(tb, "late", from); n != 7 {
					t.Errorf("received %d", n)
				}
			}); got != want {
				t.Errorf("received after %v: fails %v", after, got)
			}
			time.Sleep(2 * testsize.Patience)
		}
	})
}

// TestAwaitWork: the work of a process is its own, however long the clock runs, and one that
// ended is not waited for.
func TestAwaitWork(t *testing.T) {
	if _, running := testsize.Worked(os.Getpid()); !running {
		t.Skip("no /proc")
	}
	idle := exec.CommandContext(t.Context(), "sleep", "1000")
	busy := exec.CommandContext(t.Context(), "sh", "-c", "while :; do :; done")
	for _, cmd := range []*exec.Cmd{idle, busy} {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	}
	testsize.AwaitWork(t, busy.Process.Pid, 50*time.Millisecond)
	if used, running := testsize.Worked(busy.Process.Pid); used < 50*time.Millisecond || !running {
		t.Errorf("a loop has worked for %v", used)
	}
	if used, running := testsize.Worked(idle.Process.Pid); used > 20*time.Millisecond || !running {
		t.Errorf("a sleeper has worked for %v", used)
	}
	_ = busy.Process.Kill()
	testsize.AwaitWork(t, busy.Process.Pid, time.Hour)
}
