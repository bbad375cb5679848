// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoted is an error with a text that a stranger may have written.
type quoted struct{ error }

func (q quoted) Error() string { return Quote(q.error.Error()) }
func (q quoted) Unwrap() error { return q.error }

// maxQuoted bounds what is shown of a text that a stranger wrote.
const maxQuoted = 200

// Quote makes a text that a stranger wrote fit for a terminal or a log: as it is if it is
// short and plain, else in quotes, with everything escaped that is not a printable character,
// and cut.
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
