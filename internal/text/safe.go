// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"fmt"
	"strings"
	"unicode"
)

// Safe returns a text that cannot steer a terminal, nor turn around what is read: what a file or
// somebody else wrote may hold anything. Line ends and tabs stay.
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
