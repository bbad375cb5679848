// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package mutants_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// build builds the tests of a package, with the change of a mutant or without. A mutant that
// cannot be built is an error and not a find.
func build(t *testing.T, dir, binary string, m *mutant) string {
	t.Helper()
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary}
	if m != nil {
		args = append(args, "-overlay", overlay(t, binary, m))
	}
	cmd := exec.CommandContext(t.Context(), "go", append(args, "./"+dir)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s does not build: %v\n%s", dir, err, out)
	}
	return binary
}

// overlay writes the changed file, and the list by which the go command reads it in place of
// the one in the tree.
func overlay(t *testing.T, binary string, m *mutant) string {
	t.Helper()
	text, err := m.apply()
	if err != nil {
		t.Fatal(err)
	}
	original, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{original: binary + ".go"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{binary + ".go": text, binary + ".json": list} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return binary + ".json"
}

// run runs the tests that should find a mutant, as short as they get.
func run(t *testing.T, binary string, m mutant) (out []byte, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "-test.short", "-test.failfast", "-test.timeout=100s", "-test.run="+m.pattern())
	cmd.Dir = filepath.Join(root, m.dir())
	cmd.WaitDelay = 5 * time.Second // what they have started may hold on to the output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err = cmd.CombinedOutput()
	if cmd.Process != nil { // tests that are cut off leave behind what they have started
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return out, err
}
