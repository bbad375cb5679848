// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"fmt"
	"strings"
	"unicode"
)

// Safe escapes characters that control a terminal or change the reading direction, because a file
// or a stranger may have written the text. Line ends and tabs stay.
func Safe(s string) string {
	if !strings.ContainsFunc(s, steers) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if steers(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func steers(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
