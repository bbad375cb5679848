// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"strings"
	"testing"
)

// TestProse: paragraphs flow, indented lines stay as they are, and nothing in a text is taken for a command
// of roff.
func TestProse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"one\ntwo", "one\ntwo\n"},
		{"one\n\ntwo", "one\n.PP\ntwo\n"},
		{"a list:\n\n  1  x\n\n  2  y\nafter", "a list:\n.PP\n.PP\n.EX\n  1  x\n\n  2  y\n.EE\n.PP\nafter\n"},
		{"ends\n  so", "ends\n.PP\n.EX\n  so\n.EE\n"},
		{".SH is no heading", "\\&.SH is no heading\n"},
		{"'br is no command", "\\(aqbr is no command\n"},
		{`printf 'a\n' --json ~ ^`, "printf \\(aqa\\en\\(aq \\-\\-json \\(ti \\(ha\n"},
	} {
		var out strings.Builder
		prose(&out, c.text)
		if out.String() != c.want {
			t.Errorf("%q:\ngot  %q\nwant %q", c.text, out.String(), c.want)
		}
	}
}
