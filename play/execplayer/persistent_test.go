// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package execplayer_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/veilplan/veil/play"
)

// loop is a program that plays episode after episode, listening always. It writes its process id at
// its start, and each start and end.
const loop = `echo $$ >> pids; n=0
while read line; do case $line in
*'"type":"start"'*) n=$((n+1)); echo start >> log; echo '{"ready":true}';;
*'"type":"move"'*) %s echo '{"action":"listen"}';;
*'"type":"end"'*) echo end >> log;;
esac; done; echo bye >> log`

// persistent returns a match with a shell program that plays many episodes; dying is executed before each move.
func persistent(t *testing.T, dir, dying, params string) play.Match {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"command": []string{"sh", "-c", fmt.Sprintf(loop, dying)}, "persistent": true})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.TrimSuffix(string(raw), "}") + params + "}"
	m, _ := match(t, dir, play.Setup{Domain: "tiger", Rules: json.RawMessage(`{"horizon":3}`), Player: "exec", Params: json.RawMessage(all)})
	if m.Close == nil || m.Fresh == nil {
		t.Fatal("a persistent player has no Close or no Fresh")
	}
	return m
}

func lines(t *testing.T, dir, name string) []string { return strings.Fields(read(t, dir, name)) }

// TestPersistent: one process plays all episodes; Close ends it and waits, and a later episode starts
// another.
func TestPersistent(t *testing.T) {
	dir := t.TempDir()
	m := persistent(t, dir, "", "")
	for i := range uint64(10) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			t.Fatal(err)
		}
	}
	if got := lines(t, dir, "pids"); len(got) != 1 {
		t.Errorf("%d processes for ten episodes", len(got))
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	log := lines(t, dir, "log")
	if len(log) != 21 || log[20] != "bye" {
		t.Errorf("after Close: %q", log)
	}
	ended(t, lines(t, dir, "pids"))
	if _, err := m.Play(t.Context(), 1, 0); err != nil {
		t.Error(err)
	}
	if err := m.Close(); err != nil || len(lines(t, dir, "pids")) != 2 {
		t.Error(err, lines(t, dir, "pids"))
	}
}

// ended checks that no process of a list is left.
func ended(t *testing.T, pids []string) {
	t.Helper()
	for _, text := range pids {
		pid := 0
		if _, err := fmt.Sscan(text, &pid); err != nil {
			t.Fatal(err)
		}
		if syscall.Kill(pid, 0) == nil {
			t.Errorf("process %d is still there", pid)
		}
	}
}

// TestRestart: a process plays as many episodes as restart says.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	m := persistent(t, dir, "", `,"restart":3`)
	for i := range uint64(7) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			t.Fatal(err)
		}
	}
	if got := lines(t, dir, "pids"); len(got) != 3 {
		t.Errorf("%d processes for seven episodes, want three", len(got))
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	ended(t, lines(t, dir, "pids"))
}

// TestDeath: a process that dies in the middle of an episode costs that episode; the next one has a new
// process. One that dies between episodes costs none.
func TestDeath(t *testing.T) {
	dir := t.TempDir()
	m := persistent(t, dir, `[ $n = 4 ] && exit 7;`, "")
	var failed []uint64
	for i := range uint64(9) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			if !strings.Contains(err.Error(), "exit status 7") {
				t.Error(err)
			}
			failed = append(failed, i)
		}
	}
	if fmt.Sprint(failed) != "[3 7]" {
		t.Errorf("episodes %v failed, want 3 and 7", failed)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	ended(t, lines(t, dir, "pids"))

	dir = t.TempDir()
	m = persistent(t, dir, "", "")
	for i := range uint64(3) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			t.Fatal(err)
		}
		pids, pid := lines(t, dir, "pids"), 0
		if _, err := fmt.Sscan(pids[len(pids)-1], &pid); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// TestBroken: a process that answers what is not a move plays no other episode, because its next line may still belong to
// this one.
func TestBroken(t *testing.T) {
	dir := t.TempDir()
	m := persistent(t, dir, `[ $n = 2 ] && echo nonsense;`, "")
	var failed []uint64
	for i := range uint64(6) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			failed = append(failed, i)
		}
	}
	if fmt.Sprint(failed) != "[1 3 5]" {
		t.Errorf("episodes %v failed, want every second", failed)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// TestConcurrent: episodes that are played at once have a process each, and none is shared.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	m := persistent(t, dir, "", "")
	var all sync.WaitGroup
	for i := range uint64(3) {
		all.Go(func() {
			for j := range uint64(10) {
				if _, err := m.Play(t.Context(), 1, 10*i+j); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if n := len(lines(t, dir, "pids")); n > 3 {
		t.Errorf("%d processes for three at a time", n)
	}
	ended(t, lines(t, dir, "pids"))
}

// TestFresh: Fresh starts a process for each episode, which the pool does not know.
func TestFresh(t *testing.T) {
	dir := t.TempDir()
	m := persistent(t, dir, "", "")
	m.Player = m.Fresh
	for i := range uint64(2) {
		if _, err := m.Play(t.Context(), 1, i); err != nil {
			t.Fatal(err)
		}
	}
	if got := lines(t, dir, "pids"); len(got) != 2 {
		t.Errorf("%d processes for two episodes", len(got))
	}
	ended(t, lines(t, dir, "pids"))
	if _, err := os.Stat(filepath.Join(dir, "log")); err != nil {
		t.Error(err)
	}
}
