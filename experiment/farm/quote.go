// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoted is an error whose text may come from a stranger.
type quoted struct{ error }

func (q quoted) Error() string { return Quote(q.error.Error()) }
func (q quoted) Unwrap() error { return q.error }

// maxQuoted bounds the part of a stranger's text that is shown.
const maxQuoted = 200

// Quote makes a stranger's text safe for a terminal or a log: short plain text is unchanged; other
// text is quoted, with every character escaped that is not printable, and cut.
func Quote(text string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError || r == '"' || r == '\\' }
	if len(text) <= maxQuoted && !strings.ContainsFunc(text, odd) {
		return text
	}
	cut := ""
	if len(text) > maxQuoted {
		text, cut = strings.ToValidUTF8(text[:maxQuoted], ""), "…"
	}
	return strconv.QuoteToGraphic(text) + cut
}
