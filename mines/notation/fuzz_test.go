// SPDX-License-Identifier: BSD-3-Clause

package notation_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

func seeds(f *testing.F, formats ...notation.Format) {
	f.Helper()
	for _, format := range formats {
		for _, o := range []notation.WriteOptions{{}, {Emoji: true}} {
			text, err := notation.WriteFormat(format, example(), o)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
}

// checkRead reads a text. A fault must be a SyntaxError; what was read can be
// written in the same format and is then read as the same.
func checkRead(t *testing.T, format notation.Format, text []byte) {
	t.Helper()
	d, err := notation.ParseFormat(format, text)
	if err != nil {
		if _, ok := errors.AsType[*mines.SyntaxError](err); !ok {
			t.Fatalf("%T: %v", err, err)
		}
		return
	}
	want := kept(format, d)
	if format == notation.FormatJSM || format == notation.FormatBoard || format == notation.FormatJSMURL {
		if d.View.Mines == mines.UnknownMines {
			t.Fatal("read without a number of mines")
		}
	}
	written, err := notation.WriteFormat(format, d, notation.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := notation.ParseFormat(format, written)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v\ngot  %+v\nwant %+v\n%q", err, got, want, written)
	}
}

func FuzzParseHand(f *testing.F) {
	seeds(f, notation.FormatHand)
	f.Add([]byte("left: 3 # x\n1 ! . .\n- ? . 2\nH H U U\n1️⃣ ⬜ ⬜ ⬜\nfirst: zero\nmines: 4"))
	f.Add([]byte("# x\n4x3/2\n####\n11#. # x\n0 1 # #\n# # # #"))
	f.Add([]byte("#1#\n##\n#\nhuf\nm1M"))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.FormatHand, text) })
}

func FuzzParseBoard(f *testing.F) {
	seeds(f, notation.FormatBoard)
	f.Add([]byte(board("author: x\n[extra]\n[view]\n#1U\n#.?\n# note\n[moves]\nopen @0,0 @1.5 # x\n")))
	f.Add([]byte(board("[real]\n01*\n011\n[moves]\nopen r1c2\nflag r1c3\n")))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.FormatBoard, text) })
}

func FuzzParseJSM(f *testing.F) {
	seeds(f, notation.FormatJSM)
	f.Add([]byte("#xx\n1.\n..\n"))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.FormatJSM, text) })
}

func FuzzParseJSMURL(f *testing.F) {
	seeds(f, notation.FormatJSMURL)
	f.Add([]byte("https://example.org/?b=3&m=0#x"))
	f.Add([]byte("?analysis=adacaaabbOV"))
	f.Add([]byte("https://veil.example/#p=M3gyLTEtemVyby0xRl9fKl8"))
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.FormatJSMURL, text) })
}

func FuzzParseMBF(f *testing.F) {
	seeds(f, notation.FormatMBF)
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.FormatMBF, text) })
}

func FuzzParseJSON(f *testing.F) {
	seeds(f, notation.FormatJSON)
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.FormatJSON, text) })
}

// FuzzParse reads what nobody has named.
func FuzzParse(f *testing.F) {
	seeds(f, notation.Formats()...)
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, notation.Recognise(text), text) })
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
		moves, err := notation.ParseMoves(r, text)
		if err != nil {
			return
		}
		if again, err := notation.ParseMoves(r, notation.WriteMoves(r, moves)); err != nil || !reflect.DeepEqual(again, moves) {
			t.Fatalf("%v %v, then %v", err, moves, again)
		}
	})
}
