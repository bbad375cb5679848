// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"fmt"
	"strings"
)

// ParseSize reads a board's size as people write it: "30x16/99", "30x16x99", or "30x16"
// if the number of mines is not known.
func ParseSize(text string) (Rules, error) {
	plain := strings.Map(plainRune, text)
	width, rest, _ := strings.Cut(plain, "x")
	height, mines, given := strings.Cut(strings.Replace(rest, "x", "/", 1), "/")
	r := Rules{Mines: UnknownMines}
	var ok1, ok2, ok3 bool
	r.Width, ok1 = ParseDigits(width)
	r.Height, ok2 = ParseDigits(height)
	ok3 = !given
	if given {
		r.Mines, ok3 = ParseDigits(mines)
	}
	if !ok1 || !ok2 || !ok3 {
		return Rules{}, &SyntaxError{Message: fmt.Sprintf("size %q", text), Expected: "width x height / mines, such as 30x16/99"}
	}
	return r, r.Validate()
}

// plainRune drops blanks and returns the letter for the sign of multiplication.
func plainRune(r rune) rune {
	switch r {
	case ' ', '\t':
		return -1
	case '×':
		return 'x'
	default:
		return r
	}
}

// PresetNames returns the names of the three usual boards.
func PresetNames() []string { return []string{"beginner", "intermediate", "expert"} }

// ParseBoard reads the name of a usual board, or a size as [ParseSize] does.
func ParseBoard(text string) (Rules, error) {
	sizes := []string{"9x9/10", "16x16/40", "30x16/99"}
	for i, name := range PresetNames() {
		if strings.EqualFold(strings.TrimSpace(text), name) {
			return ParseSize(sizes[i])
		}
	}
	return ParseSize(text)
}

// ParseDigits reads a number of at most nine digits and nothing else.
func ParseDigits(text string) (int, bool) {
	n := 0
	for _, d := range []byte(text) {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + int(d-'0')
		if n > 999_999_999 {
			return 0, false
		}
	}
	return n, text != ""
}
