// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKriegPlay plays some moves against an engine in a process of its own.
func TestKriegPlay(t *testing.T) {
	dir := t.TempDir()
	e := testEnv(dir, "krieg", "play", "--side", "black", "--rules", "berkeley_any", "--level", "1", "--seed", "3", "--save", "game.log")
	e.Stdin = strings.NewReader("tries\nd7d5\nKe4\ne9\nany?\nboard\nlog\nresign\n")
	got := try(e)
	if got.code != 0 || got.errors != "" {
		t.Fatalf("exit %d: %s", got.code, got.errors)
	}
	for _, want := range []string{
		"You have black; berkeley_any rules, level 1, seed 3.",
		"  White: moves.", "  You: d7d5.", "  h g f e d c b a\n", "  White has 16 men.",
		"  You: any?: there are", "You resign.", "The true board:",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is not in\n%s", want, got.out)
		}
	}
	before, _, _ := strings.Cut(got.out, "The true board")
	for line := range strings.SplitSeq(before, "\n") {
		if len(line) > 2 && line[0] >= '1' && line[0] <= '8' && line[1] == ' ' && strings.ContainsAny(line[2:], "PNBRQK") {
			t.Errorf("White's men are shown during the game: %s", line)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "game.log"))
	if err != nil || !strings.Contains(string(log), "\nB d7d5 yes\n") || strings.Contains(string(log), "\nW e") {
		t.Errorf("the log: %v\n%s", err, log)
	}
}
