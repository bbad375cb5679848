// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/mines"
)

// parseJSM reads JSMinesweeper's position text: "30x16x99", then rows of H (hidden), F
// (flag) and numbers. Other spellings of the cells are read too.
func parseJSM(text string) (Document, error) {
	if !hasJSMHeader(text) {
		return Document{}, &mines.SyntaxError{
			Line: 1, Column: 1, Message: "no header", Expected: "width x height x mines, such as 30x16x99",
		}
	}
	return parseHand(text)
}

// hasJSMHeader reports whether the first line that is not a comment gives a size in three
// parts.
func hasJSMHeader(text string) bool {
	for _, line := range textLines(text) {
		if content, _, _ := strings.Cut(line, "#"); strings.TrimSpace(content) != "" {
			return strings.Count(content, "x") == 2
		}
	}
	return false
}

// writeJSM writes JSMinesweeper's position text. It has no mark for a known mine: a known mine
// becomes a flag, which is weaker but not false.
func writeJSM(d Document) ([]byte, error) {
	if d.View.Mines == mines.UnknownMines {
		return nil, needsMines(FormatJSM)
	}
	text := fmt.Appendf(nil, "%dx%dx%d\n", d.View.Width, d.View.Height, d.View.Mines)
	return glyphs{hidden: "H", flag: "F", mine: "F"}.appendRows(text, d.View), nil
}

func needsMines(f Format) error {
	return fmt.Errorf("format %s needs the number of mines: %w", f, mines.ErrMinesUnknown)
}
