// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{"short\n", "short\n"},
		{"one two three\n", "one two\n  three\n"},
		{"  one two three", "  one two\n    three"},
		{"a wordthatistoolong b\n", "a\n  wordthatistoolong b\n"},
		{"\x1b[1mone two\x1b[0m three\n\nx\n", "\x1b[1mone two\x1b[0m\n  three\n\nx\n"},
		{"", ""},
	} {
		if got := Fold(c.page, 9); got != c.want {
			t.Errorf("%q: %q, want %q", c.page, got, c.want)
		}
	}
}

// TestFoldKeepsWords: no word is lost, and no line with room to break is too wide.
func TestFoldKeepsWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var page strings.Builder
		for range r.IntN(40) {
			page.WriteString([]string{" ", "\n", "ä", "word ", "  two "}[r.IntN(5)])
		}
		width := 12 + r.IntN(20)
		got := Fold(page.String(), width)
		if a, b := strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(page.String()), " "); a != b {
			t.Fatalf("%q at %d: %q", page.String(), width, got)
		}
		for line := range strings.Lines(got) {
			line = strings.TrimRight(line, "\n")
			if columns(line) > width && breakAt(line, width) > 0 {
				t.Fatalf("%q at %d: %q", page.String(), width, line)
			}
		}
	}
}
