// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

func TestFENRoundTrip(t *testing.T) {
	for _, p := range randomPositions(t, 5_000, 8) {
		if got := parse(t, p.String()); got != p {
			t.Fatalf("%v read again is %v", &p, &got)
		}
	}
}

func TestParseFENErrors(t *testing.T) {
	for fen, want := range map[string]string{
		"":                                  "not a FEN",
		"8/8/8/8":                           "ends on rank 5",
		"4k3/8/8/8/8/8/8/4K4":               `column 19: unexpected '4'`,
		"4k3/8/8/7/8/8/8/4K3":               "rank 5 has 7 squares",
		"4k3/8/8/8x/8/8/8/4K3":              `unexpected 'x'`,
		"4k3/8/8/8/8/8/8/8":                 "white has 0 kings",
		"4k2k/8/8/8/8/8/8/4K3":              "black has 2 kings",
		"4k3/8/8/8/8/8/8/4K2P":              "first or last rank",
		"4k3/8/8/8/8/8/4R3/4K3 w":           "black is in check but white is to move",
		"4k3/8/8/8/8/8/8/4K3 x":             "side to move",
		"4k3/8/8/8/8/8/8/4K3 w K":           "castling right K needs the king on e1 and a rook on h1",
		"4k3/8/8/8/8/8/8/4K2R w QK":         "castling",
		"4k3/8/8/8/8/8/8/4K2R w Kx":         "castling rights",
		"4k3/8/8/8/8/8/8/4K3 w - e6":        "no black pawn has just passed it",
		"4k3/8/8/8/8/8/8/4K3 w - e9":        "not a square",
		"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3":      "8 pawns and 1 promoted men",
		strings.Repeat("8/", 100):           "not a FEN",
		"QQQQQQQQ/QQQQQQQQ/k7/8/8/8/8/K7 b": "17 men",
	} {
		_, err := chess.ParseFEN(fen)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", fen, err, want)
		}
	}
}

func TestParseMoveIn(t *testing.T) {
	p := parse(t, "r3k2r/8/8/8/1N3N2/8/4P3/R3K2R w KQkq - 0 1")
	var l chess.Moves
	p.Legal(&l)
	for s, want := range map[string]string{
		"O-O": "e1g1", "0-0-0": "e1c1", "e4": "e2e4", "Nbd5": "b4d5", "Nfd5!": "f4d5", "N4d3": "!",
		"Nd5": "!", "Rxa8+": "a1a8", "e1g1": "e1g1", "exd3": "!", "e5": "!", "Zz": "!", "": "!",
		"e2e5": "!", "Nb4d5": "b4d5", "Kf2": "e1f2", "Kg1": "!", "e8=Q": "!",
	} {
		m, err := p.ParseMoveIn(s, l.Slice())
		if got := m.String(); (err != nil) != (want == "!") || err == nil && got != want {
			t.Errorf("%q: %v, %v; want %s", s, got, err, want)
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, c := range suite {
		f.Add(c.fen)
	}
	f.Add("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := chess.ParseFEN(s)
		if err != nil {
			return
		}
		if again := parse(t, p.String()); again != p {
			t.Errorf("%q reads as %v, which reads as %v", s, &p, &again)
		}
		var l, tries chess.Moves
		p.Tries(&tries)
		p.Legal(&l)
		for _, m := range l.Slice() {
			q := p
			if q.Make(m); q.Validate() != nil {
				t.Errorf("%v after %v: %v", &p, m, q.Validate())
			}
		}
	})
}

func FuzzParseMoveIn(f *testing.F) {
	for _, s := range []string{"e4", "Nf3", "exd5", "e8=Q", "O-O", "e2e4", "Nb1xc3+", "h7h8n"} {
		f.Add(s)
	}
	p := parse(f, kiwipete)
	var l chess.Moves
	p.Legal(&l)
	f.Fuzz(func(t *testing.T, s string) {
		m, err := p.ParseMoveIn(s, l.Slice())
		if err == nil && !p.IsLegal(m) {
			t.Errorf("%q reads as %v, which is not legal", s, m)
		}
	})
}
