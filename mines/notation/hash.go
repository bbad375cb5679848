// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/mines"
)

// In the hand form # begins a comment, but boards copied from elsewhere use it for a hidden cell.
// The width of the board decides: a line that is a row with # as a cell is a row.

// isSize reports whether a line gives the size of the board: neither letter is ever a cell.
func isSize(line string) bool {
	return line != "" && line[0] >= '0' && line[0] <= '9' && strings.ContainsAny(line, "x×")
}

// isSetting reports whether a line is neither cells nor a comment.
func isSetting(line string) bool {
	return strings.Contains(line, ":") || isSize(strings.TrimSpace(line))
}

// rowWidth returns the width of the board before it is read: that of the size line, else of the
// first row without #, else of the first row with one. It is 0 if there is no row.
func rowWidth(lines []string) int {
	first, withHash := 0, 0
	for _, line := range lines {
		plain, _, hash := strings.Cut(line, "#")
		trimmed := strings.TrimSpace(plain)
		if isSize(trimmed) {
			if r, err := mines.ParseSize(trimmed); err == nil {
				return r.Width
			}
		}
		switch n := cellsIn(line); {
		case first == 0 && !hash && !isSetting(plain) && n > 0:
			first = n
		case withHash == 0 && hash && n > 0 && !startsComment(line):
			withHash = n
		}
	}
	if first > 0 {
		return first
	}
	return withHash
}

// startsComment reports whether a line looks like a comment from its start.
func startsComment(line string) bool {
	trimmed := strings.TrimSpace(line)
	return trimmed == "#" || strings.HasPrefix(trimmed, "# ")
}

// cellsIn counts the cells of a line in which # is one; -1 if it contains anything else.
func cellsIn(line string) int {
	cells, end := rowEnd(line, -1)
	if end < len(line) {
		return -1
	}
	return cells
}

// rowEnd reads cells, among them #, until there are most of them, and returns how many it
// found and where they end.
func rowEnd(line string, most int) (cells, end int) {
	for end < len(line) && cells != most {
		_, size := readMark(line[end:])
		switch {
		case size > 0:
			cells++
			end += size
		case line[end] == '#':
			cells++
			end++
		case line[end] == ' ' || line[end] == '\t':
			end++
		default:
			return cells, end
		}
	}
	return cells, end
}

// uncomment returns a line as a board of the given width reads it: without its comment, and with a
// # that is a cell written as a hidden one. A line that could be either is an error.
func uncomment(line string, width int) (string, error) {
	plain, _, hash := strings.Cut(line, "#")
	if !hash || isSetting(plain) || cellsIn(plain) == width {
		return plain, nil
	}
	row := strings.ReplaceAll(line, "#", ".")
	cells := cellsIn(line)
	if startsComment(line) && (cells != width || len(strings.Fields(line)) != width) {
		return plain, nil
	}
	if cells == width {
		return row, nil
	}
	if n, end := rowEnd(line, width); n == width && strings.HasPrefix(strings.TrimLeft(line[end:], " \t"), "#") && line[end] != '#' {
		return row[:end], nil
	}
	if cells < 0 {
		return plain, nil
	}
	return "", &mines.SyntaxError{
		Message:  fmt.Sprintf("%s if # is a hidden one, but the board is %d wide", counted(cells, "cell"), width),
		Expected: counted(width, "cell") + `, or "# " at the start of a comment`,
	}
}
