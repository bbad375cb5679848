// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
)

func TestEnding(t *testing.T) {
	book, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ks, verdict, try string
		moves            int
		err              string
	}{
		{ks: "me: 8/8/8/8/8/2K5/8/1R6\nopp: k@*", verdict: "won", try: "b1b2", moves: 28},
		// The same upside down, as Black.
		{ks: "to move: black\nme: 1r6/8/2k5/8/8/8/8/8\nopp: k@*", verdict: "won", try: "b8b7", moves: 28},
		{ks: "me: 8/8/8/8/8/8/8/1K3Q2\nopp: k@h8\n", verdict: "won", try: "f1f6", moves: 8},
		{ks: "me: 7K/8/8/8/3R4/8/8/8\nopp: k@*", verdict: "no sure win"},
		{ks: "me: 8/8/8/8/8/8/4P3/4K3\nopp: k@*", verdict: "unknown"},
		{ks: "to move: black\nme: 8/8/8/8/8/2K5/8/1R6\nopp: k@a8", err: "not the player's turn"},
		{ks: "me: 8/8/8/8/8/2K5/8/1R6\nopp: k@a8 ?p@b5", err: "more than a king"},
		{ks: "me: 8/8/8/8/8/2K5/8/1N6\nopp: k@a8", err: "no table covers these men: tables can be built for [KQK KRK KPK KBBK KBNK]"},
		{ks: "me: 8/8/8/8/8/2K5/8/1NB5\nopp: k@a8", err: "veil krieg endings build KBNK -o kbnk.bin; then give --tables kbnk.bin"},
	} {
		s, err := krieg.Reader{}.Read(t.Context(), c.ks)
		if err != nil {
			t.Errorf("%q: %v", c.ks, err)
			continue
		}
		doc, err := deduction.Ending(book, s.Belief)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: error %v, want %q", c.ks, err, c.err)
			}
		case err != nil:
			t.Errorf("%q: %v", c.ks, err)
		case doc.Verdict != c.verdict || c.try != "" && doc.Try != c.try || c.moves != 0 && doc.Moves != c.moves:
			t.Errorf("%q: %s, try %s, %d moves; want %+v", c.ks, doc.Verdict, doc.Try, doc.Moves, c)
		}
	}
}
