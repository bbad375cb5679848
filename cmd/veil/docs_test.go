// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const rootDir = "../.."

// documents lists the repository's pages.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(rootDir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(rootDir, "docs"), func(name string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".md") {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// TestDocuments runs every "$ …" line of a fenced block and compares what it prints
// with what the page says. UPDATE=1 rewrites the pages instead.
func TestDocuments(t *testing.T) {
	t.Parallel()
	executed := 0
	for _, name := range documents(t) {
		switch filepath.Base(name) {
		case "own-problem.md", "first-change.md":
			continue // their programs are not this veil: tests in cli run them
		}
		t.Run(filepath.ToSlash(strings.TrimPrefix(name, rootDir)), func(t *testing.T) {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(source), "exec:python3") {
				if _, err := exec.LookPath("python3"); err != nil {
					t.Skip("no python3 here")
				}
			}
			got, commands, err := replay(string(source), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			executed += commands
			compare(t, name, string(source), got)
		})
	}
	if executed == 0 {
		t.Error("no document contains a command: is the reader of fenced blocks broken?")
	}
}

func compare(t *testing.T, name, want, got string) {
	t.Helper()
	if got == want {
		return
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the page is not what veil prints (UPDATE=1 rewrites it):\n%s", firstDifference(want, got))
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\npage %s\nveil %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("page has %d lines, veil makes it %d", len(a), len(b))
}

// replay returns the page with the output of every command replaced by what it
// prints now. The files a page makes live in dir, and so does a fenced block that names a
// file after its language.
func replay(page, dir string) (out string, commands int, err error) {
	sh := &shell{dir: dir}
	var text strings.Builder
	fenced, answering := false, false
	file := block{dir: dir}
	for line := range strings.Lines(page) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			fenced, answering = !fenced, false
			if err := file.fence(line); err != nil {
				return "", 0, err
			}
		case !fenced && regexp.MustCompile(`^\s+\$ veil`).MatchString(line):
			return "", 0, fmt.Errorf("a command outside a fenced block is not run: %s", line)
		case fenced && isCommand:
			shown, err := sh.run(strings.TrimSuffix(command, "\n"))
			if err != nil {
				return "", 0, err
			}
			text.WriteString(line + shown)
			answering = true
			commands++
			continue
		case fenced && answering:
			continue // the old output
		}
		file.text += line
		text.WriteString(line)
	}
	return text.String(), commands, nil
}

// block is a fenced block that may be a file.
type block struct{ dir, name, text string }

// fence begins a block, or ends it and writes its file.
func (b *block) fence(line string) error {
	words := strings.Fields(line)
	name, text := b.name, b.text
	if b.name, b.text = "", ""; name == "" && len(words) == 2 {
		b.name = words[1]
	}
	if name == "" {
		return nil
	}
	_, text, _ = strings.Cut(text, "\n") // the fence
	return os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600)
}

func TestReplayFindsAStaleDocument(t *testing.T) {
	page := "text\n```\n$ printf 'a\\n' > f\n$ cat f\nold\nolder\n```\n$ not run\n"
	want := "text\n```\n$ printf 'a\\n' > f\n$ cat f\na\n```\n$ not run\n"
	got, commands, err := replay(page, t.TempDir())
	if err != nil || got != want || commands != 2 {
		t.Errorf("got %q, %d, %v", got, commands, err)
	}
	if _, _, err := replay("text\n\n    $ veil mines solve\n", t.TempDir()); err == nil {
		t.Error("a command outside a fence went unnoticed")
	}
}
