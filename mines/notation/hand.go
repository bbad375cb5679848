// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/mines"
)

// handReader collects the contents of a text in the hand form.
type handReader struct {
	rules  mines.Rules
	header int // line of the header, 0 if there is none
	source string
	rows   int
	marks  []mines.Mark
	mines  int // line that gave the number of mines
	left   int // line that gave the number of mines left
	leftIs int
}

// parseHand reads the hand form: an optional header, optional "mines:", "left:" and
// "first:" lines, and rows of cells.
func parseHand(text string) (Document, error) {
	h := handReader{rules: mines.Rules{Mines: mines.UnknownMines}}
	lines := textLines(text)
	width := rowWidth(lines)
	for i, line := range lines {
		content, err := uncomment(line, width)
		if err != nil {
			return Document{}, onLine(err, i+1)
		}
		if strings.TrimSpace(content) == "" {
			continue
		}
		if err := h.read(content, i+1); err != nil {
			return Document{}, err
		}
	}
	return h.finish(len(lines))
}

func (h *handReader) read(text string, line int) error {
	trimmed := strings.TrimSpace(text)
	key, value, isKey := strings.Cut(trimmed, ":")
	switch {
	case isKey:
		return h.key(strings.TrimSpace(key), strings.TrimSpace(value), line)
	case isSize(trimmed):
		return h.size(trimmed, line)
	default:
		return h.row(text, line)
	}
}

func (h *handReader) size(text string, line int) error {
	if h.header > 0 || h.rows > 0 {
		return &mines.SyntaxError{Line: line, Column: 1, Message: "a second size", Expected: "one size, before the rows"}
	}
	r, err := mines.ParseSize(text)
	if err != nil {
		return onLine(err, line)
	}
	if r.Mines != mines.UnknownMines {
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
		n, ok := mines.ParseDigits(value)
		if !ok {
			return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("mines: %q", value), Expected: "a number"}
		}
		return h.setMines(n, line)
	case "left":
		n, err := strconv.Atoi(value)
		if err != nil || n > mines.MaxCells || n < -mines.MaxCells {
			return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("left: %q", value), Expected: "a number"}
		}
		if h.left > 0 {
			return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("left: was given on line %d already", h.left)}
		}
		h.left, h.leftIs = line, n
		return nil
	case "first":
		return onLine(h.rules.First.UnmarshalText([]byte(value)), line)
	default:
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%q is not known", key+":"), Expected: "mines:, left: or first:"}
	}
}

func (h *handReader) setMines(n, line int) error {
	if h.mines > 0 && n != h.rules.Mines {
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%d mines here, %d on line %d", n, h.rules.Mines, h.mines)}
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
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("row %d, the header has %s", h.rows, counted(h.rules.Height, "row"))}
	}
	h.marks = append(h.marks, r.marks...)
	if len(h.marks) > mines.MaxCells {
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("more than %d cells", mines.MaxCells)}
	}
	return nil
}

// finish combines the parts. A size without rows is an untouched board.
func (h *handReader) finish(last int) (Document, error) {
	switch {
	case h.header == 0 && h.rows == 0:
		return Document{}, &mines.SyntaxError{Line: last, Column: 1, Message: "no board", Expected: "a size such as 9x9/10, or rows of cells"}
	case h.header == 0:
		h.rules.Height = h.rows
	case h.rows > 0 && h.rows != h.rules.Height:
		return Document{}, &mines.SyntaxError{
			Line: last, Column: 1, Message: fmt.Sprintf("the board ends after %s, the header has %d", counted(h.rows, "row"), h.rules.Height),
			Expected: counted(h.rules.Height, "row"),
		}
	}
	if h.left > 0 {
		shown := 0
		for _, m := range h.marks {
			if m == mines.Flag || m == mines.Mine {
				shown++
			}
		}
		if h.leftIs+shown < 0 {
			return Document{}, &mines.SyntaxError{Line: h.left, Column: 1, Message: fmt.Sprintf("%d left with %d shown is less than none", h.leftIs, shown)}
		}
		if err := h.setMines(h.leftIs+shown, h.left); err != nil {
			return Document{}, err
		}
	}
	if err := h.rules.Validate(); err != nil {
		return Document{}, onLine(err, max(h.header, h.mines, 1))
	}
	if h.rows == 0 {
		return Document{View: mines.NewView(h.rules)}, nil
	}
	return Document{View: mines.View{Rules: h.rules, Marks: h.marks}}, nil
}

// onLine turns an error into one that names the line.
func onLine(err error, line int) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*mines.SyntaxError](err); ok {
		return &mines.SyntaxError{Line: line, Column: max(e.Column, 1), Message: e.Message, Expected: e.Expected}
	}
	return &mines.SyntaxError{Line: line, Column: 1, Message: err.Error()}
}

// writeHand writes the hand form. It has room for the position only.
func writeHand(d Document) []byte {
	text := []byte(d.View.String() + "\n")
	if d.View.First != mines.Safe {
		text = append(text, "first: "+d.View.First.String()+"\n"...)
	}
	return handGlyphs().appendRows(text, d.View)
}
