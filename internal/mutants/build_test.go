// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package mutants_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// build builds the tests of a package, with the change of a mutant or without. A mutant that
// cannot be built is an error and not a find.
func build(t *testing.T, dir, binary string, m *mutant) string {
	t.Helper()
	if dir == page {
		return bundle(t, binary, m)
	}
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

// bundle makes a tree with the sources of the page and bundles its tests as make page-check does: those that should find a mutant,
// or all.
func bundle(t *testing.T, tree string, m *mutant) string {
	t.Helper()
	if err := os.CopyFS(filepath.Join(tree, page), os.DirFS(filepath.Join(root, page))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Makefile", "go.mod", "go.sum", "tools.mod", "tools.sum"} {
		original, err := filepath.Abs(filepath.Join(root, name))
		if err = errors.Join(err, os.Symlink(original, filepath.Join(tree, name))); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-C", tree, "page-tests", "BIN=" + filepath.Join(tree, "bin")}
	if m != nil {
		text, err := m.apply()
		if err = errors.Join(err, os.WriteFile(filepath.Join(tree, m.file), text, 0o600)); err != nil {
			t.Fatal(err)
		}
		args = append(args, "PAGETESTS="+page+"/"+strings.Join(m.tests, " "+page+"/"))
	}
	cmd := exec.CommandContext(t.Context(), "make", args...)
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s does not build: %v\n%s", page, err, out)
	}
	return filepath.Join(tree, "bin", "page-check")
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
	if m.dir() == page {
		cmd = exec.CommandContext(t.Context(), "node", "--test", "--test-reporter=dot", "--test-timeout=100000")
		for _, name := range m.tests {
			cmd.Args = append(cmd.Args, filepath.Join(binary, strings.TrimSuffix(name, ".ts")+".mjs"))
		}
	}
	cmd.Dir = filepath.Join(root, m.dir())
	cmd.WaitDelay = 5 * time.Second // what they have started may hold on to the output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err = cmd.CombinedOutput()
	if cmd.Process != nil { // tests that are cut off leave behind what they have started
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return out, err
}
