// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/cli/frame"
)

const heroText = "4x4/4\n1...\n....\n....\n....\n"

func write(t *testing.T, name, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestNoInput: a person who starts a verb without a board gets examples, not a hang.
func TestNoInput(t *testing.T) {
	for _, verb := range []string{"solve", "check", "hint", "convert"} {
		e := testEnv(t.TempDir(), "mines", verb)
		if verb == "convert" {
			e.Args = append(e.Args, "--to", "hand")
		}
		e.StdinTTY = true
		e.Stdin = nil // reading from it would panic
		got := try(e)
		if got.code != 2 || got.out != "" || !strings.Contains(got.errors, "Examples:\n") || !strings.Contains(got.errors, "--help") {
			t.Errorf("%s: %+v", verb, got)
		}
	}
}

func TestDashReadsATerminal(t *testing.T) {
	e := testEnv(t.TempDir(), "mines", "check", "-")
	e.StdinTTY = true
	e.Stdin = strings.NewReader(heroText)
	if got := try(e); got.code != 1 || !strings.Contains(got.out, "660") {
		t.Errorf("%+v", got)
	}
}

func TestColor(t *testing.T) {
	dir := write(t, "hero.txt", heroText)
	for _, c := range []struct {
		name    string
		tty     bool
		vars    map[string]string
		args    []string
		colored bool
	}{
		{"terminal", true, nil, nil, true},
		{"pipe", false, nil, nil, false},
		{"NO_COLOR", true, map[string]string{"NO_COLOR": "1"}, nil, false},
		{"dumb", true, map[string]string{"TERM": "dumb"}, nil, false},
		{"flag beats NO_COLOR", true, map[string]string{"NO_COLOR": "1"}, []string{"--color", "always"}, true},
		{"never", true, nil, []string{"--color", "never"}, false},
		{"json", true, nil, []string{"--json", "--color", "always"}, false},
	} {
		e := testEnv(dir, append([]string{"mines", "solve", "hero.txt"}, c.args...)...)
		e.StdoutTTY = c.tty
		e.Lookup = func(key string) (string, bool) { v, ok := c.vars[key]; return v, ok }
		got := try(e)
		if got.code != 0 || strings.Contains(got.out, "\x1b") != c.colored {
			t.Errorf("%s: exit %d, %q", c.name, got.code, got.out)
		}
	}
}

// TestWidth: no line is wider than the terminal, whose rows break at words.
func TestWidth(t *testing.T) {
	sizes := []string{"9x9/10", "16x16/40", "30x16/99", "60x20/200", "200x3/60"}
	if testing.Short() {
		sizes = sizes[:3]
	}
	for _, size := range sizes {
		e := testEnv(t.TempDir(), "mines", "gen", size, "--seed", "1", "-o", "b.board")
		if got := try(e); got.code != 0 {
			t.Fatal(got.errors)
		}
		e.Args = []string{"mines", "solve", "--games", "100", "--nodes", "1000", "b.board"}
		e.StdoutTTY, e.Lookup = true, func(key string) (string, bool) { return "1", key == "NO_COLOR" }
		for _, width := range []int{60, 80, 100, 132, 200} {
			e.Width = width
			got := try(e)
			for line := range strings.Lines(got.out) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > width {
					t.Errorf("%s in %d columns: a line of %d: %s", size, width, n, line)
				}
			}
		}
	}
}

// TestInterrupt: Ctrl-C ends a long count with what is certain, and exit code 130.
func TestInterrupt(t *testing.T) {
	dir := write(t, "hard.txt", hardBoard(40))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for args, want := range map[string]string{
		"mines solve hard.txt":        "layouts not counted",
		"mines solve --json hard.txt": `"state":"partial"`,
	} {
		var stdout, stderr bytes.Buffer
		e := testEnv(dir, strings.Fields(args)...)
		e.Stdout, e.Stderr = &stdout, &stderr
		if code := run(ctx, e); code != int(frame.ExitInterrupted) || !strings.Contains(stdout.String(), want) ||
			!strings.HasPrefix(stderr.String(), "interrupted:") {
			t.Errorf("%s: exit %d, stderr %q, stdout %.200q", args, code, &stderr, stdout.String())
		}
	}
	var stderr bytes.Buffer
	e := testEnv(dir, "mines", "gen", "9x9/10")
	e.Stderr = &stderr
	if code := run(ctx, e); code != int(frame.ExitInterrupted) {
		t.Errorf("gen: exit %d, stderr %q", code, &stderr)
	}
}

// TestBudget: whichever limit ends first, what is certain is printed.
func TestBudget(t *testing.T) {
	dir := write(t, "hard.txt", hardBoard(40))
	for _, limits := range []string{"--memory 16MB", "--memory 1GB --time 1ns", "--memory 32MB --time 20ms"} {
		got := try(testEnv(dir, append([]string{"mines", "solve", "hard.txt"}, strings.Fields(limits)...)...))
		if got.code != int(frame.ExitBudget) || !strings.Contains(got.out, "layouts not counted") || !strings.HasPrefix(got.errors, "error:") {
			t.Errorf("%s: exit %d, stderr %q, stdout %.200q", limits, got.code, got.errors, got.out)
		}
	}
}

// hardBoard returns a lattice: a 2 on every second cell of every second row, so that all
// hidden cells hang together. Size 40 is too wide to be counted.
func hardBoard(size int) string { return hardBoards(1, size) }

// hardBoards returns so many rows and columns of lattices, far enough apart to be counted one
// by one. Sixteen of size 18 take three seconds of a core.
func hardBoards(many, size int) string {
	const apart = 3
	side := many*(size+apart) - apart
	var text strings.Builder
	fmt.Fprintf(&text, "mines: %d\n", side*side/4)
	for y := range side {
		for x := range side {
			if x, y := x%(size+apart), y%(size+apart); y < size && y%2 == 1 && x < size && x%2 == 1 {
				text.WriteByte('2')
			} else {
				text.WriteByte('.')
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}
