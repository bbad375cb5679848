// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFarmReachesNothing: a worker opens no file and starts no program because a spec of the farm
// names it; and goes on working.
func TestFarmReachesNothing(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"p.policy":  "nothing",
		"file.yaml": "{name: file, domain: rocksample, policies: [{id: p, player: alpha, params: {policy: p.policy}}], episodes: 1, seed: 1}",
		"exec.yaml": `{name: exec, domain: tiger, policies: [{id: p, player: "exec:touch owned"}], episodes: 1, seed: 1}`,
	} {
		if err := os.WriteFile(filepath.Join(here, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(there, "p.policy"), 0o600); err != nil { // whoever opens it waits for ever
		t.Fatal(err)
	}
	url := spawn(t, here, "farm", "up", "--listen", "127.0.0.1:0").await(t, `nats://[0-9.:]+`)
	worker := spawn(t, there, "farm", "work", "--servers", url, "--name", "ann")
	worker.await(t, "msg=working")
	spawn(t, here, "exp", "run", "file.yaml", "--farm", url, "--allow-files", ".")
	worker.await(t, `a chunk is refused.* the file p\.policy would be opened: .*--allow-files DIR`)
	spawn(t, here, "exp", "run", "exec.yaml", "--farm", url, "--allow-exec")
	worker.await(t, `a chunk is refused.* the program touch owned would be started: .*--allow-exec`)
	if _, err := os.Stat(filepath.Join(there, "owned")); err == nil {
		t.Error("a program was started")
	}
}
