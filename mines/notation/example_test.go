// SPDX-License-Identifier: BSD-3-Clause

package notation_test

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// A board is read in any format; package count says what is known about it.
func ExampleParse() {
	doc, err := notation.Parse([]byte("4x4/4\n1...\n....\n....\n....\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := count.Analyse(doc.View, count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	corner := doc.View.Cell(3, 3)
	fmt.Printf("%v of %v layouts have a mine in the far corner\n", a.MineCount(corner), a.Layouts())
	// Output:
	// 165 of 660 layouts have a mine in the far corner
}

// A text that cannot be read names the place and what was expected there.
func ExampleParse_error() {
	_, err := notation.Parse([]byte("4x2/2\n11..\n..z.\n"))
	fmt.Println(err)
	if syntax, ok := errors.AsType[*mines.SyntaxError](err); ok {
		fmt.Println(syntax.Line, syntax.Column)
	}
	// Output:
	// line 3, column 3: 'z' is not a cell; want a number 0 to 8, . (hidden), F (flag) or * (mine)
	// 3 3
}

// A position as people type it, and as another program reads it.
func ExampleWriteFormat() {
	view := mines.NewView(mines.Rules{Width: 3, Height: 2, Mines: 1}).With(0, 1)
	for _, format := range []notation.Format{notation.FormatHand, notation.FormatJSM} {
		text, err := notation.WriteFormat(format, notation.Document{View: view}, notation.WriteOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n%s\n", format, bytes.TrimSpace(text))
	}
	// Output:
	// hand
	// 3x2/1
	// 1..
	// ...
	// jsm
	// 3x2x1
	// 1HH
	// HHH
}

// A reader parses a text, then completes the document with what the text does not say: here the number of mines and
// the rule of the first click.
func ExampleReader() {
	count, first := 2, mines.Any
	reader := notation.Reader{Mines: &count, First: &first}
	doc, err := reader.Parse([]byte("11..\n....\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := reader.Complete(&doc); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.View.Rules, doc.View.First)
	// Output:
	// 4x2/2 any
}

// Moves are lines of text, and replay a game.
func ExampleParseMoves() {
	rules := mines.Rules{Width: 3, Height: 1, Mines: 1, First: mines.Any}
	moves, err := notation.ParseMoves(rules, []byte("open r1c1 @1.204\nflag r1c2\nopen r1c3\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc := notation.Document{View: mines.NewView(rules), Layout: mines.Layout{false, true, false}, Moves: moves}
	game, err := doc.Game()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Status(), "after", len(game.Moves()), "moves, the first at", moves[0].At)
	// Output:
	// won after 3 moves, the first at 1.204s
}
