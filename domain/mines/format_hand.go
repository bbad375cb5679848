// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParseSize reads a board's size as people write it: "30x16/99", "30x16x99", or "30x16"
// if the number of mines is not known.
func ParseSize(text string) (Rules, error) {
	bad := &SyntaxError{Message: fmt.Sprintf("size %q", text), Expected: "width x height / mines, such as 30x16/99"}
	plain := strings.NewReplacer(" ", "", "\t", "", "×", "x").Replace(text)
	width, rest, _ := strings.Cut(plain, "x")
	height, mines, given := strings.Cut(strings.Replace(rest, "x", "/", 1), "/")
	r := Rules{Mines: UnknownMines}
	var ok1, ok2, ok3 bool
	r.Width, ok1 = parseNumber(width)
	r.Height, ok2 = parseNumber(height)
	ok3 = !given
	if given {
		r.Mines, ok3 = parseNumber(mines)
	}
	if !ok1 || !ok2 || !ok3 {
		return Rules{}, bad
	}
	return r, r.Validate()
}

// parseNumber reads a number of at most nine digits and nothing else.
func parseNumber(text string) (int, bool) {
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

// handReader collects what a text in the hand form says.
type handReader struct {
	rules  Rules
	header int // line of the header, 0 if there is none
	source string
	rows   int
	marks  []Mark
	mines  int // line that gave the number of mines
	left   int // line that gave the number of mines left
	leftIs int
}

// parseHand reads the hand form: an optional header, optional "mines:", "left:" and
// "first:" lines, and rows of cells.
func parseHand(text string) (Document, error) {
	h := handReader{rules: Rules{Mines: UnknownMines}}
	for i, line := range textLines(text) {
		content, _, _ := strings.Cut(line, "#")
		if strings.TrimSpace(content) == "" {
			continue
		}
		if err := h.read(content, i+1); err != nil {
			return Document{}, err
		}
	}
	return h.finish(len(textLines(text)))
}

func (h *handReader) read(text string, line int) error {
	trimmed := strings.TrimSpace(text)
	key, value, isKey := strings.Cut(trimmed, ":")
	switch {
	case isKey:
		return h.key(strings.TrimSpace(key), strings.TrimSpace(value), line)
	case trimmed[0] >= '0' && trimmed[0] <= '9' && strings.ContainsAny(trimmed, "x×"): // neither is ever a cell
		return h.size(trimmed, line)
	default:
		return h.row(text, line)
	}
}

func (h *handReader) size(text string, line int) error {
	if h.header > 0 || h.rows > 0 {
		return &SyntaxError{Line: line, Column: 1, Message: "a second size", Expected: "one size, before the rows"}
	}
	r, err := ParseSize(text)
	if err != nil {
		return onLine(err, line)
	}
	if r.Mines != UnknownMines {
		if err := h.setMines(r.Mines, line); err != nil {
			return err
		}
	}
	h.rules.Width, h.rules.Height, h.header, h.source = r.Width, r.Height, line, "the header"
	return nil
}

func (h *handReader) key(key, value string, line int) error {
	switch key {
	case "mines":
		n, ok := parseNumber(value)
		if !ok {
			return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("mines: %q", value), Expected: "a number"}
		}
		return h.setMines(n, line)
	case "left":
		n, err := strconv.Atoi(value)
		if err != nil || n > MaxCells || n < -MaxCells {
			return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("left: %q", value), Expected: "a number"}
		}
		if h.left > 0 {
			return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("left: was given on line %d already", h.left)}
		}
		h.left, h.leftIs = line, n
		return nil
	case "first":
		return onLine(h.rules.First.UnmarshalText([]byte(value)), line)
	default:
		return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%q is not known", key+":"), Expected: "mines:, left: or first:"}
	}
}

func (h *handReader) setMines(n, line int) error {
	if h.mines > 0 && n != h.rules.Mines {
		return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%d mines here, %d on line %d", n, h.rules.Mines, h.mines)}
	}
	h.rules.Mines, h.mines = n, line
	return nil
}

func (h *handReader) row(text string, line int) error {
	r, err := readRow(text, line)
	if err != nil {
		return err
	}
	h.rows++
	if h.source == "" {
		h.rules.Width, h.source = len(r.marks), "row 1"
	}
	if err := r.fit(h.rows, h.rules.Width, h.source); err != nil {
		return err
	}
	if h.header > 0 && h.rows > h.rules.Height {
		return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("row %d, the header has %s", h.rows, counted(h.rules.Height, "row"))}
	}
	h.marks = append(h.marks, r.marks...)
	if len(h.marks) > MaxCells {
		return &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("more than %d cells", MaxCells)}
	}
	return nil
}

// finish puts the parts together. A size without rows is a board nobody has touched.
func (h *handReader) finish(last int) (Document, error) {
	switch {
	case h.header == 0 && h.rows == 0:
		return Document{}, &SyntaxError{Line: last, Column: 1, Message: "no board", Expected: "a size such as 9x9/10, or rows of cells"}
	case h.header == 0:
		h.rules.Height = h.rows
	case h.rows > 0 && h.rows != h.rules.Height:
		return Document{}, &SyntaxError{
			Line: last, Column: 1, Message: fmt.Sprintf("the board ends after %s, the header has %d", counted(h.rows, "row"), h.rules.Height),
			Expected: counted(h.rules.Height, "row"),
		}
	}
	if h.left > 0 {
		shown := 0
		for _, m := range h.marks {
			if m == Flag || m == Mine {
				shown++
			}
		}
		if h.leftIs+shown < 0 {
			return Document{}, &SyntaxError{Line: h.left, Column: 1, Message: fmt.Sprintf("%d left with %d shown is less than none", h.leftIs, shown)}
		}
		if err := h.setMines(h.leftIs+shown, h.left); err != nil {
			return Document{}, err
		}
	}
	if err := h.rules.Validate(); err != nil {
		return Document{}, onLine(err, max(h.header, h.mines, 1))
	}
	if h.rows == 0 {
		return Document{View: NewView(h.rules)}, nil
	}
	return Document{View: View{Rules: h.rules, Marks: h.marks}}, nil
}

// onLine turns an error into one that names the line.
func onLine(err error, line int) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*SyntaxError](err); ok {
		return &SyntaxError{Line: line, Column: max(e.Column, 1), Message: e.Message, Expected: e.Expected}
	}
	return &SyntaxError{Line: line, Column: 1, Message: err.Error()}
}

// writeHand writes the hand form. It has room for the position only.
func writeHand(d Document) []byte {
	text := []byte(d.View.String() + "\n")
	if d.View.First != Safe {
		text = append(text, "first: "+d.View.First.String()+"\n"...)
	}
	return handGlyphs().appendRows(text, d.View)
}
