// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

// newIn runs a command line in a directory, as an installed program.
func newIn(dir, line string) result {
	e := testEnv(dir, strings.Fields(line)[1:]...)
	e.Version = "v1.2.3"
	return try(e)
}

// TestNewExamples runs the examples of new in one directory, with a checkout beside it. Package skeleton compiles
// and tests what they write.
func TestNewExamples(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "here")
	checkout, err := filepath.Abs(rootDir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(checkout, filepath.Join(filepath.Dir(dir), "veil")); err != nil {
		t.Skip(err)
	}
	cmd, _, err := newRoot(&frame.App{Env: testEnv("")}).Find([]string{"new"})
	if err != nil {
		t.Fatal(err)
	}
	lines, ran := 0, map[string]bool{}
	everyCommand(cmd, func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			lines++
			line = strings.TrimSpace(line)
			if got := newIn(dir, line); got.code != 0 && !ran[line] {
				t.Errorf("%s: exit %d: %s", line, got.code, got.errors)
			}
			ran[line] = true
		}
	})
	if files, err := filepath.Glob(filepath.Join(dir, "rescue", "*")); err != nil || lines != 8 || len(files) != 5+4+8 {
		t.Errorf("%d examples wrote %v, %v", lines, files, err)
	}
}

// TestNew: the three forms of the answer, and a message with advice where a file exists.
func TestNew(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		line, want string
		code       int
	}{
		{"veil new domain rescue", "wrote " + filepath.Join("rescue", "go.mod") + "\n", 0},
		{"veil new domain rescue", filepath.Join("rescue", "go.mod") + ", ", 2},
		{"veil new domain rescue", "already there\n  choose another name or directory", 2},
		{"veil new player greedy --dir rescue", "\nnext: cd rescue\nnext: add greedy() to the players of Domain(): domain.go\n", 0},
		{"veil new player slow --dir rescue --json", `{"schema":"veil.new/1","dir":"rescue","files":["slow.go","slow_test.go"],"next":["add slow() `, 0},
		{"veil new verb rescue.count --dir rescue --plain", "file\t" + filepath.Join("rescue", "count_row.go") + "\n", 0},
		{"veil new verb count", "want GROUP.NAME\n  use a group", 2},
		{"veil new domain mine --replace rescue", "not a checkout of veil\n  give the directory", 2},
		{"veil new player mine", "has no Go files\n  name the directory", 2},
	} {
		got := newIn(dir, c.line)
		if text := got.out + got.errors; got.code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit %d, %s; want %d and %q", c.line, got.code, text, c.code, c.want)
		}
	}
}
