// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/veilplan/veil/domain/mines"
)

func seeds(f *testing.F, formats ...mines.Format) {
	f.Helper()
	for _, format := range formats {
		for _, o := range []mines.WriteOptions{{}, {Emoji: true}} {
			text, err := mines.WriteFormat(format, example(), o)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
}

// checkRead reads a text. A fault must be a SyntaxError; what was read can be
// written in the same format and is then read as the same.
func checkRead(t *testing.T, format mines.Format, text []byte) {
	t.Helper()
	d, err := mines.ParseFormat(format, text)
	if err != nil {
		if _, ok := errors.AsType[*mines.SyntaxError](err); !ok {
			t.Fatalf("%T: %v", err, err)
		}
		return
	}
	want := kept(format, d)
	if format == mines.FormatJSM || format == mines.FormatBoard || format == mines.FormatJSMURL {
		if d.View.Mines == mines.UnknownMines {
			t.Fatal("read without a number of mines")
		}
	}
	written, err := mines.WriteFormat(format, d, mines.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := mines.ParseFormat(format, written)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v\ngot  %+v\nwant %+v\n%q", err, got, want, written)
	}
}

func FuzzParseHand(f *testing.F) {
	seeds(f, mines.FormatHand)
	f.Add([]byte("left: 3 # x\n1 ! . .\n- ? . 2\nH H U U\n1️⃣ ⬜ ⬜ ⬜\nfirst: zero\nmines: 4"))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.FormatHand, text) })
}

func FuzzParseBoard(f *testing.F) {
	seeds(f, mines.FormatBoard)
	f.Add([]byte(board("author: x\n[extra]\n[view]\n#1U\n#.?\n# note\n[moves]\nopen @0,0 @1.5 # x\n")))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.FormatBoard, text) })
}

func FuzzParseJSM(f *testing.F) {
	seeds(f, mines.FormatJSM)
	f.Add([]byte("#xx\n1.\n..\n"))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.FormatJSM, text) })
}

func FuzzParseJSMURL(f *testing.F) {
	seeds(f, mines.FormatJSMURL)
	f.Add([]byte("https://example.org/?b=3&m=0#x"))
	f.Add([]byte("?analysis=adacaaabbOV"))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.FormatJSMURL, text) })
}

func FuzzParseMBF(f *testing.F) {
	seeds(f, mines.FormatMBF)
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.FormatMBF, text) })
}

func FuzzParseJSON(f *testing.F) {
	seeds(f, mines.FormatJSON)
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.FormatJSON, text) })
}

// FuzzParse reads what nobody has named.
func FuzzParse(f *testing.F) {
	seeds(f, mines.Formats()...)
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, mines.Recognise(text), text) })
}

func FuzzParseSize(f *testing.F) {
	f.Add("30x16/99")
	f.Add("9 × 9 x 10")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := mines.ParseSize(text)
		if err != nil {
			return
		}
		if again, err := mines.ParseSize(r.String()); err != nil || again != r {
			t.Fatalf("%q: %v, then %v %v", text, r, again, err)
		}
	})
}

func FuzzParseMoves(f *testing.F) {
	r := mines.Rules{Width: 9, Height: 9, Mines: 10}
	f.Add([]byte("open r1c1 @1.204\nflag @3,2\n# x\nchord r9c9 @12\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		moves, err := mines.ParseMoves(r, text)
		if err != nil {
			return
		}
		if again, err := mines.ParseMoves(r, mines.WriteMoves(r, moves)); err != nil || !reflect.DeepEqual(again, moves) {
			t.Fatalf("%v %v, then %v", err, moves, again)
		}
	})
}
