// SPDX-License-Identifier: BSD-3-Clause

package notation_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// anyDocument draws a document: a layout, a view that is true of it, and the rest.
func anyDocument(t *rapid.T) notation.Document {
	r := mines.Rules{
		Width: rapid.IntRange(1, 40).Draw(t, "width"), Height: rapid.IntRange(1, 12).Draw(t, "height"),
		First: mines.First(rapid.IntRange(0, 2).Draw(t, "first")),
	}
	layout := mines.Layout(rapid.SliceOfN(rapid.Bool(), r.Cells(), r.Cells()).Draw(t, "layout"))
	r.Mines = layout.Count()
	d := notation.Document{View: mines.NewView(r), Layout: layout}
	dice := rapid.SliceOfN(rapid.IntRange(0, 3), r.Cells(), r.Cells()).Draw(t, "dice")
	for c, die := range dice {
		switch {
		case die == 0:
			d.View.Marks[c] = mines.Flag
		case die > 1 && layout[c]:
			d.View.Marks[c] = []mines.Mark{mines.Mine, mines.Hidden}[die-2]
		case die > 1:
			d.View.Marks[c] = mines.Mark(layout.Number(r, mines.Cell(c)))
		}
	}
	for range rapid.IntRange(0, 5).Draw(t, "moves") {
		m := mines.Move{Kind: mines.MoveKind(rapid.IntRange(0, 2).Draw(t, "kind")), Cell: mines.Cell(rapid.IntRange(0, r.Cells()-1).Draw(t, "cell"))}
		if m.Timed = rapid.Bool().Draw(t, "timed"); m.Timed {
			m.At = time.Duration(rapid.Int64Range(0, 1e18-1).Draw(t, "at"))
		}
		d.Moves = append(d.Moves, m)
	}
	if rapid.Bool().Draw(t, "seeded") {
		seed := rapid.Uint64().Draw(t, "seed")
		d.Seed = &seed
		d.By = rapid.SampledFrom([]string{"", "other/2"}).Draw(t, "by")
	}
	for range rapid.IntRange(0, 3).Draw(t, "fields") {
		key := "k" + rapid.StringMatching(`[a-z_ ]{0,5}[a-z]`).Draw(t, "key")
		d.Meta = append(d.Meta, notation.Field{Key: key, Value: strings.TrimSpace(rapid.StringMatching(`[ -~é🚩]{0,20}`).Draw(t, "value"))})
	}
	if rapid.Bool().Draw(t, "hide the layout") {
		d.Layout = nil
	}
	return d
}

// flagged returns the view with default rules beside the size, and flags for mines: what
// the formats of JSMinesweeper keep.
func flagged(v mines.View) mines.View {
	v = v.Clone()
	v.First = mines.Safe
	for c, m := range v.Marks {
		if m == mines.Mine {
			v.Marks[c] = mines.Flag
		}
	}
	return v
}

// kept returns the part of a document that a format has room for.
func kept(f notation.Format, d notation.Document) notation.Document {
	switch f {
	case notation.FormatHand:
		return notation.Document{View: d.View}
	case notation.FormatJSM:
		return notation.Document{View: flagged(d.View)}
	case notation.FormatJSMURL:
		return notation.Document{View: flagged(d.View), Layout: d.Layout}
	case notation.FormatMBF:
		return notation.Document{View: flagged(mines.NewView(d.View.Rules)), Layout: d.Layout}
	default:
		return d
	}
}

func TestRoundTrips(t *testing.T) {
	for _, f := range notation.Formats() {
		t.Run(string(f), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d := anyDocument(t)
				if f == notation.FormatMBF && d.Layout == nil {
					t.Skip("MBF is a layout")
				}
				unknown := d.Layout == nil && (f == notation.FormatHand || f == notation.FormatJSON) && rapid.Bool().Draw(t, "unknown")
				if unknown {
					d.View.Mines = mines.UnknownMines
				}
				text, err := notation.WriteFormat(f, d, notation.WriteOptions{Emoji: rapid.Bool().Draw(t, "emoji")})
				if err != nil {
					t.Fatal(err)
				}
				if f != notation.FormatMBF { // bytes may look like text
					if got := notation.Recognise(text); got != f {
						t.Fatalf("taken for %s:\n%s", got, text)
					}
				}
				got, err := notation.ParseFormat(f, text)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if want := kept(f, d); !reflect.DeepEqual(got, want) {
					t.Fatalf("got  %+v\nwant %+v\n%s", got, want, text)
				}
			})
		})
	}
}

func TestMovesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDocument(t)
		text := notation.WriteMoves(d.View.Rules, d.Moves)
		got, err := notation.ParseMoves(d.View.Rules, text)
		if err != nil || !reflect.DeepEqual(got, d.Moves) {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}

func TestSizeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := mines.Rules{Width: rapid.IntRange(1, 256).Draw(t, "width"), Height: rapid.IntRange(1, 256).Draw(t, "height")}
		r.Mines = rapid.IntRange(mines.UnknownMines, r.Cells()).Draw(t, "mines")
		if got, err := mines.ParseSize(r.String()); err != nil || got != r {
			t.Fatalf("%v: %v %v", r, got, err)
		}
	})
}
