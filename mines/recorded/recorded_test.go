// SPDX-License-Identifier: BSD-3-Clause

package recorded

import (
	"fmt"
	"strings"
	"testing"
)

// TestHill: the recorded games are as many, and as many won, as their files say.
func TestHill(t *testing.T) {
	for _, c := range []struct {
		board, first, start string
		games               int
	}{
		{"9x9/10", "safe", "r1c1", 10_000},
		{"9x9/10", "zero", "r3c3", 10_000},
		{"16x16/40", "safe", "r1c1", 10_000},
		{"16x16/40", "zero", "r4c4", 10_000},
		{"30x16/99", "safe", "r1c1", 50_000},
		{"30x16/99", "zero", "r4c4", 50_000},
	} {
		games, start, ok := Hill(c.board, c.first)
		if !ok || start != c.start || len(games) != c.games {
			t.Errorf("%s %s: %d games from %q (%v)", c.board, c.first, len(games), start, ok)
		}
		won := 0
		for _, w := range games {
			if w {
				won++
			}
		}
		text, err := files.ReadFile("games/hill-" + strings.Replace(c.board, "/", "-", 1) + "-" + c.first + "-" + start + ".txt")
		want := fmt.Sprintf("seed %d, ", Seed)
		if err != nil || !strings.Contains(string(text), want) || !strings.Contains(string(text), fmt.Sprintf("%d games, %d won", len(games), won)) {
			t.Errorf("%s %s: %d games, %d won: the header does not say so (%v)", c.board, c.first, len(games), won, err)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") && strings.Trim(line, "01\n") != "" {
				t.Errorf("%s %s: a game neither won nor lost: %s", c.board, c.first, line)
			}
		}
	}
	if _, _, ok := Hill("8x8/10", "safe"); ok {
		t.Error("games on a board that was not played")
	}
}
