// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestChanged: what make quick tests is what changed, and on a clean tree the last commit.
func TestChanged(t *testing.T) {
	tool, err := filepath.Abs("../../tools/changed")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = []string{ // and nothing of a git that may run this test
			"PATH=" + os.Getenv("PATH"), "HOME=" + dir,
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a",
		}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v", name, args, err)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commit := func() { run("git", "add", "-A"); run("git", "commit", "-qm", "x") }
	expect := func(when, want string) {
		if got := run(tool, "HEAD"); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	run("git", "init", "-q")
	write("a.go", "1")
	write("b.go", "1")
	commit()
	expect("after the first commit", "a.go b.go")
	write("b.go", "2")
	expect("one changed", "b.go")
	commit()
	expect("committed", "b.go")
	write("page.md", "1")
	commit()
	expect("a commit without Go after it", "b.go")
	write("c.go", "1")
	expect("one that is new", "c.go")
	if err := os.Remove(filepath.Join(dir, "a.go")); err != nil {
		t.Fatal(err)
	}
	expect("one new and one gone", "c.go")
}
