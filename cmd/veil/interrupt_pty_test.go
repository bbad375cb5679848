// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
)

// TestCtrlCWhileReading: who waits for a board that does not come can leave at once, and
// sees that veil waits.
func TestCtrlCWhileReading(t *testing.T) {
	t.Parallel()
	pipe, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = pipe.Close(), writer.Close() })
	for _, verb := range []string{"mines solve -", "mines hint -", "mines why r1c1 -", "krieg belief -", "mines review -"} {
		for name, stdin := range map[string]*os.File{"terminal": nil, "pipe": pipe} {
			t.Run(verb+" "+name, func(t *testing.T) {
				x := onTerminalWith(t, 80, 24, stdin, nil, strings.Fields(verb)...)
				x.sees("reading standard input")
				x.press(keyCtrlC)
				if status := x.ends(); status != "130" {
					t.Errorf("exit code %s", status)
				}
				x.sees("interrupted: nothing was read") // a command that is cut off after its grace does not get to this
				if strings.Contains(x.text(), "reading standard input") {
					t.Errorf("the line of progress is still there:\n%s", x.text())
				}
			})
		}
	}
}

// TestCtrlCWhileSearching: every verb that searches shows what it does after a moment, and
// ends soon after Ctrl-C, its line erased.
func TestCtrlCWhileSearching(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hard.txt":  hardBoards(4, 18),
		"open.txt":  "9x7/14\n" + strings.Repeat(".........\n", 3) + "....2....\n" + strings.Repeat(".........\n", 3),
		"quiet.log": "ruleset berkeley\n" + quietMoves(12),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ verb, shows string }{
		{"mines solve $/hard.txt", "counting layouts"},
		{"mines check $/hard.txt", "counting layouts"},
		{"mines why r1c1 $/hard.txt", "counting layouts"},
		{"mines solve --games 100000000 --time 1h $/open.txt", "playing test games"},
		{"mines gen 30x16/170 --no-guess --tries 100000000 --seed 1", "looking for a board without a guess"},
		{"mines values 5x5 --mines 8", "solving"},
		{"krieg belief --max-boards 100000000 $/quiet.log", "finding the boards"},
		{"krieg convert --to fen $/quiet.log", "counting boards"},
		{"krieg problems gen --plies 7 --seed 3 set.jsonl.gz", "games"},
	} {
		t.Run(c.verb, func(t *testing.T) {
			x := onTerminal(t, 100, 60, nil, strings.Fields(strings.ReplaceAll(c.verb, "$", dir))...)
			x.sees(c.shows)
			before, _ := testsize.Worked(x.cmd.Process.Pid)
			x.press(keyCtrlC)
			if status := x.ends(); status != "130" {
				t.Errorf("exit code %s\n%s", status, x.text())
			}
			// On a busy machine the clock runs while others work: what the command did counts.
			more := x.cmd.ProcessState.UserTime() + x.cmd.ProcessState.SystemTime() - before
			if more > (frame.Grace+time.Second)*time.Duration(runtime.GOMAXPROCS(0)) {
				t.Errorf("ended after %v more of CPU", more)
			}
			x.sees("interrupted:")
			for line := range strings.Lines(x.text()) {
				if strings.HasPrefix(line, c.shows) {
					t.Errorf("the line of progress is still there:\n%s", x.text())
				}
			}
		})
	}
}

// quietMoves is a game in which nothing is heard of the opponent but that he moved.
func quietMoves(n int) string {
	var text strings.Builder
	for i := range n {
		text.WriteString("W " + [...]string{"g1f3", "f3g1"}[i%2] + " yes\nB moved\n")
	}
	return text.String()
}
