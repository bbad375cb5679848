// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/veilplan/veil/mines"
)

// MaxText is the largest text that is read, in bytes. It holds the largest board in its
// longest spelling, with its layout and a move for every cell.
const MaxText = 8 << 20

// Format is the name of a text or byte format.
type Format string

// The formats. docs/reference/formats.md has an example of each.
const (
	FormatHand   Format = "hand"    // what people type
	FormatBoard  Format = "board"   // MINESWEEPER-BOARD v0.1
	FormatJSM    Format = "jsm"     // JSMinesweeper's position text
	FormatJSMURL Format = "jsm-url" // JSMinesweeper's query string
	FormatMBF    Format = "mbf"     // layout in bytes
	FormatJSON   Format = "json"    // mines.position/1
)

// Formats returns every format, the ones that preserve most first.
func Formats() []Format {
	return []Format{FormatBoard, FormatJSON, FormatHand, FormatJSM, FormatJSMURL, FormatMBF}
}

// Field is one entry of a document's metadata.
type Field struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Document is a position and what the richer formats store beside it. A format that has no room for
// a part leaves it out.
type Document struct {
	View   mines.View
	Layout mines.Layout // where the mines really are; nil if not known
	Moves  []mines.Move // how the position was reached, if known
	Seed   *uint64      // seed of the layout, if known
	By     string       // the generator of Seed; empty means [mines.Generator]
	Meta   []Field      // author, comment and the like, in order
}

var errNoLayout = errors.New("the game cannot be replayed: neither its layout nor a seed of generator " + mines.Generator + " is given")

// Game plays the document's moves and returns the game.
func (d Document) Game() (*mines.Game, error) {
	g, err := d.start()
	if err != nil {
		return nil, err
	}
	for i, m := range d.Moves {
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return g, nil
}

func (d Document) start() (*mines.Game, error) {
	switch {
	case d.Layout != nil:
		return mines.NewGameOn(d.View.Rules, d.Layout)
	case d.Seed != nil && d.By == "":
		return mines.NewGame(d.View.Rules, *d.Seed)
	default:
		return nil, errNoLayout
	}
}

// replayed returns the document with the position that its moves lead to.
func (d Document) replayed() (Document, error) {
	g, err := d.Game()
	if err != nil {
		return d, &mines.SyntaxError{Message: err.Error()}
	}
	d.View = g.View()
	return d, nil
}

// Parse recognises the format of a text and reads it.
func Parse(text []byte) (Document, error) { return ParseFormat(Recognise(text), text) }

// Recognise returns the format of a text by its beginning. A text that fits no other format is read
// as the hand form.
func Recognise(text []byte) Format {
	if len(text) > MaxText {
		return FormatHand
	}
	if isBinary(text) {
		return FormatMBF
	}
	trimmed := strings.TrimSpace(withoutMark(text))
	switch {
	case strings.HasPrefix(trimmed, "{"):
		return FormatJSON
	case strings.HasPrefix(trimmed, boardTitle):
		return FormatBoard
	case (strings.Contains(trimmed, "=") || strings.Contains(trimmed, "://")) && !strings.ContainsAny(trimmed, " \t\n"):
		return FormatJSMURL
	}
	if hasJSMHeader(trimmed) {
		return FormatJSM
	}
	return FormatHand
}

// isBinary reports whether a text has bytes that no text format has.
func isBinary(text []byte) bool {
	return !utf8.Valid(text) || bytes.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r'
	})
}

// withoutMark drops the byte order mark that some editors put in front.
func withoutMark(text []byte) string { return strings.TrimPrefix(string(text), "\ufeff") }

// ParseFormat reads a text in the named format.
func ParseFormat(f Format, text []byte) (Document, error) {
	if len(text) > MaxText {
		return Document{}, &mines.SyntaxError{Message: fmt.Sprintf("%d bytes are more than the limit of %d", len(text), MaxText)}
	}
	if f == FormatMBF {
		return parseMBF(text)
	}
	if !utf8.Valid(text) {
		return Document{}, &mines.SyntaxError{Message: "the text is not UTF-8"}
	}
	clean := withoutMark(text)
	switch f {
	case FormatHand:
		return parseHand(clean)
	case FormatBoard:
		return parseBoard(clean)
	case FormatJSM:
		return parseJSM(clean)
	case FormatJSMURL:
		return parseJSMURL(clean)
	case FormatJSON:
		return parseJSON(clean)
	default:
		return Document{}, unknownFormat(f)
	}
}

// WriteOptions changes how a document is written. The zero value is the usual way.
type WriteOptions struct {
	Strict bool // .board: leave out the section [moves], which is not in the standard
	Emoji  bool // .board: cells as emoji
}

// WriteFormat writes a document in the named format. It returns an error if the format cannot
// express something that the position needs, such as the mine count; optional parts without room
// are left out.
func WriteFormat(f Format, d Document, o WriteOptions) ([]byte, error) {
	if err := d.validate(); err != nil {
		return nil, err
	}
	switch f {
	case FormatHand:
		return writeHand(d), nil
	case FormatBoard:
		return writeBoard(d, o)
	case FormatJSM:
		return writeJSM(d)
	case FormatJSMURL:
		return writeJSMURL(d)
	case FormatMBF:
		return writeMBF(d)
	case FormatJSON:
		return writeJSON(d)
	default:
		return nil, unknownFormat(f)
	}
}

func unknownFormat(f Format) error {
	var names []string
	for _, known := range Formats() {
		names = append(names, string(known))
	}
	return fmt.Errorf("format %q is not known: want one of %s", f, strings.Join(names, ", "))
}

// validate reports contradictions between the parts of a document.
func (d Document) validate() error {
	if err := d.View.Validate(); err != nil {
		return err
	}
	if len(d.View.Marks) != d.View.Cells() {
		return fmt.Errorf("%d marks for a board of %d cells", len(d.View.Marks), d.View.Cells())
	}
	if i := slices.IndexFunc(d.View.Marks, func(m mines.Mark) bool { return m < mines.Mine || m > 8 }); i >= 0 {
		return fmt.Errorf("%s has no such mark: %d", d.View.Name(mines.Cell(i)), d.View.Marks[i])
	}
	if i := slices.IndexFunc(d.Moves, func(m mines.Move) bool { return !validMove(m, d.View.Rules) }); i >= 0 {
		return fmt.Errorf("move %d does not fit the board: %+v", i+1, d.Moves[i])
	}
	if d.Layout == nil {
		return nil
	}
	return d.View.CheckLayout(d.Layout)
}

// validMove reports whether text can express m on a board of these rules.
func validMove(m mines.Move, r mines.Rules) bool {
	return m.Kind <= mines.MoveChord && m.Cell >= 0 && int(m.Cell) < r.Cells() && m.At >= 0 && m.At/time.Second <= maxSeconds &&
		(m.Timed || m.At == 0)
}
