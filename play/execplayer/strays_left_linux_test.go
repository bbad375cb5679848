// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestLeft: a child that stays in the session of this program has not left it, a child with a session of its own has.
// Process 1 decides nothing: a test that a container starts may share its session.
func TestLeft(t *testing.T) {
	stays, leaves := startCat(t, false), startCat(t, true)
	for pid, want := range map[int]bool{os.Getpid(): false, stays: false, leaves: true} {
		p, ok := readProcess(pid)
		if !ok {
			t.Fatalf("process %d cannot be read", pid)
		}
		if got := p.left(); got != want {
			t.Errorf("process %d: left %v, want %v", pid, got, want)
		}
	}
}

// startCat starts a program that reads until the test has ended, and returns its number.
func startCat(t *testing.T, session bool) int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "cat")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return cmd.Process.Pid
}
