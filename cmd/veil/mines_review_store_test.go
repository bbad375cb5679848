// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// guessed returns a lost game of eight guesses, none of them valued exactly.
func guessed(t *testing.T) []byte {
	t.Helper()
	game, err := exec.CommandContext(t.Context(), "veil", strings.Fields("mines gen 16x16/40 --seed 5 --click r8c8")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for cell := range strings.FieldsSeq("r16c16 r16c1 r1c12 r3c16 r13c6 r12c12 r9c16 r1c15") {
		game = append(game, "open "+cell+"\n"...)
	}
	return game
}

// TestReviewKilled ends the real process again and again, by Ctrl-C and without any warning: at last
// the review is that of a process that nobody ended.
func TestReviewKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "game.txt"), guessed(t))
	start := func(more ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "veil", append(strings.Fields("mines review game.txt --plain"), more...)...)
		cmd.Dir = dir
		return cmd
	}
	want, err := start().Output()
	if err != nil {
		t.Fatal(err)
	}
	kills, name := 0, filepath.Join(dir, "store.json")
	for i := range 4 {
		before, _ := os.ReadFile(name)
		cmd := start("--store", "store.json")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		grown := func() bool { now, err := os.ReadFile(name); return err == nil && !bytes.Equal(now, before) }
		if killAfter(cmd, []os.Signal{os.Kill, os.Interrupt}[i%2], grown) != nil {
			kills++
		}
	}
	if kills < 2 {
		t.Errorf("only %d kills had anything to interrupt", kills)
	}
	got, err := start("--store", "store.json").Output()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("after %d kills (%v)\n%s\nwant\n%s", kills, err, got, want)
	}
}

// TestReviewStoreRefuses: a file of another game, of other limits or of another kind is no store.
func TestReviewStoreRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	game := guessed(t)
	writeFile(t, filepath.Join(dir, "game.txt"), game)
	writeFile(t, filepath.Join(dir, "other.txt"), bytes.Replace(game, []byte("open r1c15\n"), nil, 1))
	writeFile(t, filepath.Join(dir, "text.json"), []byte("none"))
	review := func(args string) string {
		cmd := exec.CommandContext(t.Context(), "veil", strings.Fields("mines review "+args)...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput() // the text says whether it failed
		return string(out)
	}
	if out := review("game.txt --games 10 --store store.json"); !strings.Contains(out, "lost at move 8") {
		t.Fatal(out)
	}
	for args, want := range map[string]string{
		"other.txt --games 10 --store store.json": "belongs to another game",
		"game.txt --games 20 --store store.json":  "belongs to another game",
		"game.txt --store text.json":              "is not a stored review",
	} {
		if out := review(args); !strings.Contains(out, want) {
			t.Errorf("veil mines review %s:\n%s\nwant %q", args, out, want)
		}
	}
}
