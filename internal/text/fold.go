// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"strings"
	"unicode/utf8"
)

// Fold breaks the lines that are wider than a terminal at spaces. Continued lines are indented by two more columns
// than the line. Where no space is in time, the line stays whole: the terminal breaks it.
func Fold(page string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(page) {
		foldLine(&b, line, width)
	}
	return b.String()
}

func foldLine(b *strings.Builder, line string, width int) {
	text := strings.TrimRight(line, "\n")
	indent := text[:indentation(text)] + "  "
	for cut := breakAt(text, width); cut > 0; cut = breakAt(text, width) {
		b.WriteString(strings.TrimRight(text[:cut], " ") + "\n")
		text = indent + strings.TrimLeft(text[cut:], " ")
	}
	b.WriteString(text + line[len(strings.TrimRight(line, "\n")):])
}

// breakAt returns where a line must be broken: at its last space within the width. It is 0 if the line fits, or has no
// such space after its indentation.
func breakAt(text string, width int) int {
	if columns(text) <= width {
		return 0
	}
	best := 0
	for i := indentation(text); i < len(text); i++ {
		if text[i] != ' ' {
			continue
		}
		if columns(text[:i]) > width {
			break
		}
		best = i
	}
	return best
}

func indentation(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// columns is the number of columns that a text takes. Colours take none. Package regexp would add 60 KB to the engines of
// the web app.
func columns(text string) (n int) {
	for before, rest, found := strings.Cut(text, "\x1b["); ; before, rest, found = strings.Cut(text, "\x1b[") {
		n += utf8.RuneCountInString(before)
		if !found {
			return n
		}
		_, text, _ = strings.Cut(rest, "m")
	}
}
