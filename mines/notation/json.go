// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/mines"
)

// PositionSchema names the JSON form. Later versions only add fields; readers ignore fields they do
// not know.
const PositionSchema = "mines.position/1"

// positionJSON is the JSON form. Rows are spelled as in the hand form. Without view the
// position is the one that the moves lead to on the layout, or else an untouched board;
// without mines their number is not known.
type positionJSON struct {
	Schema    string      `json:"schema"`
	Width     int         `json:"width"`
	Height    int         `json:"height"`
	Mines     *int        `json:"mines,omitempty"`
	First     mines.First `json:"first"`
	View      []string    `json:"view,omitempty"`
	Real      []string    `json:"real,omitempty"`
	Moves     []moveJSON  `json:"moves,omitempty"`
	Seed      string      `json:"seed,omitempty"` // in decimal, as text: JavaScript's numbers are too short
	Generator string      `json:"generator,omitempty"`
	Meta      []Field     `json:"meta,omitempty"`
}

type moveJSON struct {
	Move mines.MoveKind `json:"move"`
	Cell string         `json:"cell"`
	At   json.Number    `json:"at,omitempty"` // seconds
}

func parseJSON(text string) (Document, error) {
	var p positionJSON
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return Document{}, jsonError(text, err)
	}
	if p.Schema != PositionSchema {
		return Document{}, &mines.SyntaxError{Message: fmt.Sprintf("schema %.40q", p.Schema), Expected: strconv.Quote(PositionSchema)}
	}
	r := mines.Rules{Width: p.Width, Height: p.Height, Mines: mines.UnknownMines, First: p.First}
	if p.Mines != nil {
		r.Mines = *p.Mines
	}
	if p.Mines != nil && r.Mines < 0 {
		return Document{}, &mines.SyntaxError{Message: fmt.Sprintf("mines is %d", r.Mines), Expected: "a number, or no mines at all if it is not known"}
	}
	if err := r.Validate(); err != nil {
		return Document{}, &mines.SyntaxError{Message: err.Error()}
	}
	return p.document(r)
}

// jsonError adds to an error the place in the text where the decoder stopped.
func jsonError(text string, err error) error {
	offset := int64(-1)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = e.Offset
	}
	if offset < 0 || offset > int64(len(text)) {
		return &mines.SyntaxError{Message: err.Error()}
	}
	before := text[:offset]
	line := 1 + strings.Count(before, "\n")
	column := len([]rune(before[strings.LastIndex(before, "\n")+1:]))
	return &mines.SyntaxError{Line: line, Column: max(column, 1), Message: err.Error()}
}

func (p positionJSON) document(r mines.Rules) (Document, error) {
	d := Document{View: mines.NewView(r)}
	if len(p.Meta) > 0 {
		d.Meta = p.Meta
	}
	var err error
	if p.View != nil {
		if d.View.Marks, err = readGrid(r, "view", p.View); err != nil {
			return Document{}, err
		}
	}
	if p.Real != nil {
		marks, err := readGrid(r, "real", p.Real)
		if err != nil {
			return Document{}, err
		}
		if d.Layout, err = layoutOf(mines.View{Rules: r, Marks: marks}); err != nil {
			return Document{}, &mines.SyntaxError{Message: "real: " + err.Error()}
		}
	}
	if p.Seed != "" {
		seed, err := strconv.ParseUint(p.Seed, 10, 64)
		if err != nil {
			return Document{}, &mines.SyntaxError{Message: fmt.Sprintf("seed %.40q", p.Seed), Expected: "a number below 2^64, as text"}
		}
		d.Seed = &seed
		if p.Generator != mines.Generator {
			d.By = p.Generator
		}
	}
	if d.Moves, err = p.moves(r); err != nil {
		return Document{}, err
	}
	if err := d.validate(); err != nil {
		return Document{}, &mines.SyntaxError{Message: err.Error()}
	}
	if p.View == nil && d.Layout != nil && len(d.Moves) > 0 {
		return d.replayed()
	}
	return d, nil
}

// readGrid reads rows of cells; in real none is hidden.
func readGrid(r mines.Rules, name string, rows []string) ([]mines.Mark, error) {
	if len(rows) != r.Height {
		return nil, &mines.SyntaxError{Message: fmt.Sprintf("%s has %s, height is %d", name, counted(len(rows), "row"), r.Height)}
	}
	marks := make([]mines.Mark, 0, r.Cells())
	for i, text := range rows {
		got, err := readRow(text, i+1)
		if err == nil {
			err = got.fit(i+1, r.Width, "the board")
		}
		if e, ok := errors.AsType[*mines.SyntaxError](err); ok {
			// The decoder does not keep the line; the error names the row instead.
			return nil, &mines.SyntaxError{Message: fmt.Sprintf("%s, row %d, column %d: %s", name, i+1, e.Column, e.Message), Expected: e.Expected}
		}
		marks = append(marks, got.marks...)
	}
	for i, m := range marks {
		if name == "real" && (m == mines.Hidden || m == mines.Flag) {
			return nil, &mines.SyntaxError{Message: "real hides " + r.Name(mines.Cell(i)), Expected: "* (mine) or a number"}
		}
	}
	return marks, nil
}

func (p positionJSON) moves(r mines.Rules) ([]mines.Move, error) {
	var moves []mines.Move
	for i, m := range p.Moves {
		c, err := r.ParseCell(m.Cell)
		if err != nil {
			return nil, &mines.SyntaxError{Message: fmt.Sprintf("move %d: %v", i+1, err)}
		}
		move := mines.Move{Kind: m.Move, Cell: c}
		if m.At != "" {
			if move.At, move.Timed = parseSeconds(m.At.String()); !move.Timed {
				return nil, &mines.SyntaxError{Message: fmt.Sprintf("move %d: at %.40q", i+1, m.At), Expected: "seconds such as 1.204"}
			}
		}
		moves = append(moves, move)
	}
	return moves, nil
}

func writeJSON(d Document) ([]byte, error) {
	r := d.View.Rules
	p := positionJSON{
		Schema: PositionSchema, Width: r.Width, Height: r.Height, First: r.First,
		View: textLines(string(handGlyphs().appendRows(nil, d.View))), Meta: d.Meta,
	}
	if r.Mines != mines.UnknownMines {
		p.Mines = &r.Mines
	}
	if d.Layout != nil {
		p.Real = textLines(string(handGlyphs().appendRows(nil, d.Layout.Revealed(r))))
	}
	if d.Seed != nil {
		p.Seed, p.Generator = strconv.FormatUint(*d.Seed, 10), cmp.Or(d.By, mines.Generator)
	}
	for _, m := range d.Moves {
		move := moveJSON{Move: m.Kind, Cell: r.Name(m.Cell)}
		if m.Timed {
			move.At = json.Number(seconds(m.At))
		}
		p.Moves = append(p.Moves, move)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	return append(text, '\n'), err
}
