// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/mines"
)

// boardTitle is the first line of every file of the format MINESWEEPER-BOARD, published with
// ms_toollib.
const (
	boardTitle   = "# MINESWEEPER-BOARD"
	boardVersion = "v0.1"
)

// boardReader collects the contents of a .board file. Rows, columns and sections that are missing
// are 0 or nil.
type boardReader struct {
	doc     Document
	rules   mines.Rules
	given   []string // keys and sections seen so far
	by      string
	section string
	real    []mines.Mark
	view    []mines.Mark
	rows    int // rows read in this section
}

// parseBoard reads a .board file: title, comments, metadata, then the sections [real],
// [view] and [moves].
func parseBoard(text string) (Document, error) {
	b := boardReader{rules: mines.Rules{Mines: mines.UnknownMines}}
	all := textLines(text)
	version, ok := strings.CutPrefix(strings.TrimSpace(all[0]), boardTitle)
	if !ok || strings.TrimSpace(version) != boardVersion {
		return Document{}, &mines.SyntaxError{
			Line: 1, Column: 1, Message: fmt.Sprintf("title %.40q", all[0]), Expected: boardTitle + " " + boardVersion,
		}
	}
	for i, line := range all[1:] {
		if err := b.read(line, i+2); err != nil {
			return Document{}, err
		}
	}
	return b.finish(len(all))
}

func (b *boardReader) read(text string, line int) error {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		return nil
	case trimmed[0] == '#' && !b.isRow(trimmed):
		return checkRender(trimmed, line)
	case trimmed[0] == '[':
		return b.open(trimmed, line)
	}
	switch b.section {
	case "":
		return b.metadata(trimmed, line)
	case "[real]":
		return b.row(&b.real, text, line)
	case "[view]":
		return b.row(&b.view, text, line)
	case "[moves]":
		move, ok, err := parseMove(b.rules, text)
		if ok {
			b.doc.Moves = append(b.doc.Moves, move)
		}
		return onLine(err, line)
	default: // a section of a later version
		return nil
	}
}

// isRow reports whether a line that begins with # is a row (# is a wrong flag), not a comment.
func (b *boardReader) isRow(text string) bool {
	if b.section != "[view]" || b.rows == b.rules.Height {
		return false
	}
	r, err := readRow(strings.ReplaceAll(text, "#", "F"), 0)
	return err == nil && len(r.marks) == b.rules.Width
}

func checkRender(comment string, line int) error {
	render, ok := strings.CutPrefix(comment, "# Render:")
	switch render = strings.TrimSpace(render); {
	case !ok, render == "ascii", render == "emoji":
		return nil
	default:
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("render %q", render), Expected: "ascii or emoji"}
	}
}

// once reports a key or section that occurs twice.
func (b *boardReader) once(name string, line int) error {
	if slices.Contains(b.given, name) {
		return &mines.SyntaxError{Line: line, Column: 1, Message: name + " is given twice"}
	}
	b.given = append(b.given, name)
	return nil
}

// open begins a section. The size must be known by then, so that a grid that does not fit is
// reported at its first line.
func (b *boardReader) open(section string, line int) error {
	if err := b.enough(b.rows, line); err != nil {
		return err
	}
	b.section, b.rows = section, 0
	if section != "[real]" && section != "[view]" && section != "[moves]" {
		return nil
	}
	if err := b.once(section, line); err != nil {
		return err
	}
	for _, key := range []string{"rows", "columns", "mines"} {
		if !slices.Contains(b.given, key) {
			return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%s: is missing before %s", key, section)}
		}
	}
	return onLine(b.rules.Validate(), line)
}

// enough reports a grid that ends too soon.
func (b *boardReader) enough(rows, line int) error {
	if (b.section == "[real]" || b.section == "[view]") && rows < b.rules.Height {
		return &mines.SyntaxError{
			Line: line, Column: 1, Message: fmt.Sprintf("%s has %s, the header has %d", b.section, counted(rows, "row"), b.rules.Height),
			Expected: "row " + strconv.Itoa(rows+1),
		}
	}
	return nil
}

func (b *boardReader) row(dst *[]mines.Mark, text string, line int) error {
	if b.section == "[view]" {
		text = strings.ReplaceAll(text, "#", "F")
	}
	r, err := readRow(text, line)
	if err != nil {
		return err
	}
	b.rows++
	if b.rows > b.rules.Height {
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("row %d of %s, the header has %d", b.rows, b.section, b.rules.Height)}
	}
	if err := r.fit(b.rows, b.rules.Width, "the header"); err != nil {
		return err
	}
	if i := slices.IndexFunc(r.marks, func(m mines.Mark) bool { return m == mines.Hidden || m == mines.Flag }); b.section == "[real]" && i >= 0 {
		return &mines.SyntaxError{Line: line, Column: r.columns[i], Message: "[real] hides nothing", Expected: "* (mine) or a number"}
	}
	*dst = append(*dst, r.marks...)
	return nil
}

func (b *boardReader) metadata(text string, line int) error {
	key, value, ok := strings.Cut(text, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || key == "" {
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%.40q", text), Expected: "key: value, or a section such as [view]"}
	}
	if !reservedKey(key) {
		if key != "game_mode" || value != "classic" {
			b.doc.Meta = append(b.doc.Meta, Field{key, value})
		}
		return nil
	}
	if err := b.once(key, line); err != nil {
		return err
	}
	plain, _, _ := strings.Cut(value, "#")
	return b.reserved(key, strings.TrimSpace(plain), line)
}

// reservedKey reports whether a key is part of the position, not metadata.
func reservedKey(key string) bool {
	switch key {
	case "rows", "columns", "mines", "first", "seed", "generator":
		return true
	default:
		return false
	}
}

func (b *boardReader) reserved(key, value string, line int) error {
	switch key {
	case "first":
		return onLine(b.rules.First.UnmarshalText([]byte(value)), line)
	case "generator":
		b.by = value
		return nil
	case "seed":
		seed, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("seed: %.40q", value), Expected: "a number below 2^64"}
		}
		b.doc.Seed = &seed
		return nil
	}
	n, ok := mines.ParseDigits(value)
	if !ok {
		return &mines.SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("%s: %.40q", key, value), Expected: "a number"}
	}
	switch key {
	case "rows":
		b.rules.Height = n
	case "columns":
		b.rules.Width = n
	default:
		b.rules.Mines = n
	}
	return nil
}

func (b *boardReader) finish(last int) (Document, error) {
	if err := b.enough(b.rows, last); err != nil {
		return Document{}, err
	}
	if b.real == nil && b.view == nil {
		return Document{}, &mines.SyntaxError{Line: last, Column: 1, Message: "no board", Expected: "a section [real] or [view]"}
	}
	d := b.doc
	d.View = mines.View{Rules: b.rules, Marks: b.view}
	if b.view == nil {
		d.View = mines.NewView(b.rules)
	}
	if d.Seed != nil && b.by != mines.Generator {
		d.By = b.by
	}
	if b.real == nil {
		return d, nil
	}
	layout, err := layoutOf(mines.View{Rules: b.rules, Marks: b.real})
	if err != nil {
		return Document{}, &mines.SyntaxError{Message: "[real]: " + err.Error()}
	}
	d.Layout = layout
	if b.view == nil && len(d.Moves) > 0 {
		return d.replayed()
	}
	if err := d.View.CheckLayout(d.Layout); err != nil {
		return Document{}, &mines.SyntaxError{Message: "[view] against [real]: " + err.Error()}
	}
	return d, nil
}

// layoutOf returns the mines of a board that is all open, and checks its numbers.
func layoutOf(open mines.View) (mines.Layout, error) {
	layout := make(mines.Layout, len(open.Marks))
	for i, m := range open.Marks {
		layout[i] = m == mines.Mine
	}
	return layout, open.CheckLayout(layout)
}
