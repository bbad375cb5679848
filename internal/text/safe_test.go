// SPDX-License-Identifier: BSD-3-Clause

package text_test

import (
	"testing"

	"github.com/veilplan/veil/internal/text"
)

// TestSafe: nothing is left that steers a terminal or turns a line around.
func TestSafe(t *testing.T) {
	for in, want := range map[string]string{
		"plain, größe ± ✓\n\ttext": "plain, größe ± ✓\n\ttext", "a\x1b[2Jb": `a\u001b[2Jb`, "a\rb": `a\u000db`,
		"\u009b31m": `\u009b31m`, "exe\u202egpj": `exe\u202egpj`, "a\u2066b": `a\u2066b`, "": "",
	} {
		if got := text.Safe(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
