// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/veilplan/veil/mines"
)

// glyphs is a spelling of marks: hidden, flag and mine, and whether numbers are emoji.
type glyphs struct {
	hidden, flag, mine string
	emoji              bool
}

func handGlyphs() glyphs { return glyphs{hidden: ".", flag: "F", mine: "*"} }

// spell returns the text of one mark.
func (g glyphs) spell(m mines.Mark) string {
	switch {
	case m == mines.Hidden:
		return g.hidden
	case m == mines.Flag:
		return g.flag
	case m == mines.Mine:
		return g.mine
	case g.emoji:
		return strconv.Itoa(int(m)) + "\ufe0f\u20e3"
	default:
		return strconv.Itoa(int(m))
	}
}

// appendRows appends the rows of a view, a line each.
func (g glyphs) appendRows(dst []byte, v mines.View) []byte {
	for i, m := range v.Marks {
		dst = append(dst, g.spell(m)...)
		if (i+1)%v.Width == 0 {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// readMark reads the cell at the start of a text, in any spelling of any text format,
// and returns its length in bytes, 0 if there is no cell.
func readMark(text string) (mines.Mark, int) {
	r, size := utf8.DecodeRuneInString(text)
	var m mines.Mark
	switch r {
	case '.', 'U', 'u', 'H', 'h', '-', '?', '⬜', '❓':
		m = mines.Hidden
	case 'F', 'f', '!', '🚩', '❌': // the cross is a flag that was wrong: still only a flag
		m = mines.Flag
	case '*', 'X', 'M', 'm', '@', '💥', '💣': // a small x is part of a size
		m = mines.Mine
	case '_':
		m = 0
	case '0', '1', '2', '3', '4', '5', '6', '7', '8':
		m = mines.Mark(r - '0')
	default:
		return 0, 0
	}
	// An emoji may end in a variation selector, and a digit in a keycap's frame.
	size += len(text[size:]) - len(strings.TrimPrefix(text[size:], "\ufe0f"))
	if m.IsNumber() {
		size += len(text[size:]) - len(strings.TrimPrefix(text[size:], "\u20e3"))
	}
	return m, size
}

// textRow is one line of cells being read: the marks, and the column at which each begins
// in characters from 1, with one more entry for the end of the line.
type textRow struct {
	line    int
	marks   []mines.Mark
	columns []int
}

// readRow reads a line of cells. It skips spaces.
func readRow(text string, line int) (textRow, error) {
	r := textRow{line: line}
	column := 1
	for text != "" {
		m, size := readMark(text)
		switch {
		case size > 0:
			if len(r.marks) == mines.MaxCells {
				return textRow{}, &mines.SyntaxError{Line: line, Column: column, Message: fmt.Sprintf("more than %d cells in a row", mines.MaxCells)}
			}
			r.marks = append(r.marks, m)
			r.columns = append(r.columns, column)
		case text[0] == ' ' || text[0] == '\t':
			size = 1
		default:
			c, _ := utf8.DecodeRuneInString(text)
			return textRow{}, &mines.SyntaxError{
				Line: line, Column: column, Message: fmt.Sprintf("%q is not a cell", c),
				Expected: "a number 0 to 8, . (hidden), F (flag) or * (mine)",
			}
		}
		column += utf8.RuneCountInString(text[:size])
		text = text[size:]
	}
	r.columns = append(r.columns, column)
	return r, nil
}

// fit checks the length of the given row (from 1) against a width that source, such as
// "row 1" or "the header", has set.
func (r textRow) fit(number, width int, source string) error {
	if len(r.marks) == width {
		return nil
	}
	return &mines.SyntaxError{
		Line: r.line, Column: r.columns[min(width, len(r.marks))],
		Message:  fmt.Sprintf("row %d has %s, %s has %d", number, counted(len(r.marks), "cell"), source, width),
		Expected: counted(width, "cell"),
	}
}

// counted returns "1 cell", "2 cells".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// textLines splits a text into lines without their ends. The last line is left out if
// it is empty.
func textLines(text string) []string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], "\r")
	}
	return all
}
