// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// read returns a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNightly: docs/results/nightly.md lists targets that tools/nightly has, and marks those that the
// nightly workflow runs.
func TestNightly(t *testing.T) {
	matrix := regexp.MustCompile(`target: \[([^]]*)\]`).FindStringSubmatch(read(t, ".github/workflows/nightly.yml"))
	if matrix == nil {
		t.Fatal("the workflow has no list of targets")
	}
	run := strings.Split(matrix[1], ", ")
	has, listed := nightlyTargets(read(t, "tools/nightly")), []string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (yes)? ?\\|").FindAllStringSubmatch(read(t, "docs/results/nightly.md"), -1) {
		target, nightly := row[1], row[2] == "yes"
		listed = append(listed, target)
		if !slices.Contains(has, target) {
			t.Errorf("tools/nightly has no target %s", target)
		}
		if nightly != slices.Contains(run, target) {
			t.Errorf("%s: the page says nightly %v, the workflow %v", target, nightly, !nightly)
		}
	}
	for _, target := range run {
		if !slices.Contains(listed, target) {
			t.Errorf("docs/results/nightly.md does not list %s", target)
		}
	}
}

// TestFailuresFail: the Makefile and tools/nightly filter the output of tests through pipes, so
// they must not take the status of the filter for that of the tests.
func TestFailuresFail(t *testing.T) {
	if !regexp.MustCompile(`(?m)^\.SHELLFLAGS *:= -o pipefail -c$`).MatchString(read(t, "Makefile")) {
		t.Error("the Makefile does not set pipefail")
	}
	for _, target := range []string{"full", "soundness", "mutants", "bench-uct"} {
		if out, err := nightly(t, "=== RUN\n| it fails", 1, target); err == nil {
			t.Errorf("tools/nightly %s succeeds although go test fails:\n%s", target, out)
		}
	}
	if out, err := nightly(t, "=== RUN\nok", 0, "soundness"); err != nil || out != "ok\n" {
		t.Errorf("tools/nightly soundness prints %q, %v; want the line without ===", out, err)
	}
}

// TestNightlyRefuses: tools/nightly lists its targets, and refuses what it has not. A part that is
// not one fails, instead of running nothing or everything.
func TestNightlyRefuses(t *testing.T) {
	out, err := nightly(t, "", 0)
	for _, target := range nightlyTargets(read(t, "tools/nightly")) {
		if !strings.Contains(out, "\n  "+target+" ") {
			t.Errorf("the list does not have %s (%v):\n%s", target, err, out)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"nothing", "no target nothing"}, {"list", "no target list"}, {"runs", "no target runs"}, {"full PART=1/2", "want one target"},
	} {
		if out, err := nightly(t, "", 0, strings.Fields(c.args)...); err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, %q; want %q", c.args, err, out, c.want)
		}
	}
	t.Setenv("PART", "10/10")
	if out, err := nightly(t, "a/package", 0, "full"); err == nil || !strings.Contains(out, "want K/N") {
		t.Errorf("PART=10/10: %v, %q", err, out)
	}
}

// nightly runs tools/nightly with a go that prints a text and ends with a status.
func nightly(t *testing.T, says string, status int, args ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	fake := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' '%s'\nexit %d\n", says, status)
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH")
	t.Setenv("PATH", dir+string(os.PathListSeparator)+path)
	defer t.Setenv("PATH", path)
	return script(t, "tools/nightly", args...)
}

// script runs a script of the repository and returns what it prints.
func script(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip(name + " needs bash")
	}
	out, err := exec.CommandContext(t.Context(), "bash", append([]string{filepath.Join(root, name)}, args...)...).CombinedOutput()
	return string(out), err
}
