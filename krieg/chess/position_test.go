// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/veilplan/veil/krieg/chess"
)

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(chess.Position{}); size > 72 {
		t.Errorf("a position takes %d bytes, want at most 72", size)
	}
}

// TestIsLegal asks about all 64·64·5 moves, nonsense included.
func TestIsLegal(t *testing.T) {
	promotions := []chess.Kind{chess.NoKind, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King, chess.Pawn}
	for _, p := range randomPositions(t, 400, 3) {
		var l chess.Moves
		p.Legal(&l)
		for from := range chess.Square(64) {
			for to := range chess.Square(64) {
				for _, k := range promotions {
					m := chess.NewMove(from, to, k)
					if got, want := p.IsLegal(m), slices.Contains(l.Slice(), m); got != want {
						t.Fatalf("%v: IsLegal(%v) = %v, want %v", &p, m, got, want)
					}
				}
			}
		}
	}
}

// TestTries checks that what a player can try holds every legal move, depends on his
// own men alone, and is what is legal without the enemy plus the captures of pawns.
func TestTries(t *testing.T) {
	for _, p := range randomPositions(t, 5_000, 4) {
		var tries, legal, alone chess.Moves
		p.Tries(&tries)
		p.Legal(&legal)
		for _, m := range legal.Slice() {
			if !slices.Contains(tries.Slice(), m) {
				t.Fatalf("%v: legal %v is not among the tries", &p, m)
			}
		}
		own := p.Without(p.ToMove().Other())
		own.Tries(&alone)
		if !slices.Equal(tries.Slice(), alone.Slice()) {
			t.Fatalf("%v: the tries depend on the enemy", &p)
		}
		checkTriesAlone(t, &p, own, tries.Slice())
	}
}

func checkTriesAlone(t *testing.T, p *chess.Position, own chess.Position, tries []chess.Move) {
	t.Helper()
	var legal chess.Moves
	own.Legal(&legal)
	n := legal.Len()
	for _, m := range legal.Slice() {
		if !slices.Contains(tries, m) {
			t.Fatalf("%v: %v is legal without the enemy but no try", p, m)
		}
	}
	for _, m := range tries {
		if p.IsPawnCapture(m) {
			n++
		}
	}
	if n != len(tries) {
		t.Fatalf("%v: %d tries, want %d", p, len(tries), n)
	}
}

func TestHasMovesAndPawnCaptures(t *testing.T) {
	for _, p := range randomPositions(t, 20_000, 5) {
		var l chess.Moves
		p.Legal(&l)
		if got, want := p.HasMoves(p.CheckDirections()), l.Len() > 0; got != want {
			t.Fatalf("%v: HasMoves = %v, want %v", &p, got, want)
		}
		n, from := 0, uint64(0)
		for _, m := range l.Slice() {
			if p.IsPawnCapture(m) && (m.Promotion() == chess.NoKind || m.Promotion() == chess.Queen) {
				n++
				from |= m.From().Bit()
			}
		}
		if gotN, gotFrom := p.PawnCaptures(); gotN != n || gotFrom != from {
			t.Fatalf("%v: PawnCaptures = %d, %x; want %d, %x", &p, gotN, gotFrom, n, from)
		}
	}
}

func TestSideRoundTrip(t *testing.T) {
	seen := map[uint64]chess.Side{}
	for _, p := range randomPositions(t, 20_000, 6) {
		for c := range chess.Color(2) {
			half := p.Side(c)
			base := p.Without(c)
			if got := base.With(c, half); got != p {
				t.Fatalf("%v put together again is %v", &p, &got)
			}
			if half.Men() != p.Men(c) {
				t.Fatalf("%v: the half has men %x, want %x", &p, half.Men(), p.Men(c))
			}
			if old, ok := seen[half.Hash()]; ok && old != half {
				t.Errorf("%v and %v hash alike", old, half)
			}
			seen[half.Hash()] = half
		}
	}
}

// TestMirror plays every position again upside down with colours exchanged.
func TestMirror(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 30
	}
	for _, p := range randomPositions(t, n, 7) {
		q := parse(t, mirror(p.String()))
		if a, b := chess.Perft(p, 3), chess.Perft(q, 3); a != b {
			t.Fatalf("%v: perft 3 is %d, upside down %d", &p, a, b)
		}
	}
}

// mirror exchanges the colours of a FEN.
func mirror(fen string) string {
	f := strings.Fields(fen)
	ranks := strings.Split(f[0], "/")
	slices.Reverse(ranks)
	side := map[string]string{"w": "b", "b": "w"}[f[1]]
	rights := swapCase(f[2])
	if i := strings.IndexAny(rights, "kq"); i > 0 {
		rights = rights[i:] + rights[:i]
	}
	upper := strings.IndexFunc(rights, func(r rune) bool { return r == 'K' || r == 'Q' })
	if upper > 0 {
		rights = rights[upper:] + rights[:upper]
	}
	ep := strings.NewReplacer("3", "6", "6", "3").Replace(f[3])
	return strings.Join([]string{swapCase(strings.Join(ranks, "/")), side, rights, ep}, " ")
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 32
		case r >= 'A' && r <= 'Z':
			return r + 32
		}
		return r
	}, s)
}

func TestEnPassantIsRecordedOnlyIfAPawnStandsReady(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/2p1P3/8/8/4K3 b - - 0 1"},
		// On the other edge of the board is not beside.
		{"4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a2a4", "4k3/8/8/8/P6p/8/8/4K3 b - - 0 1"},
		{"4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"},
		// A pinned pawn stands ready all the same; that it may not take is legality.
		{"4k3/4p3/8/K2P3r/8/8/8/8 b - - 0 1", "e7e5", "4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1"},
	} {
		p := parse(t, c.fen)
		m, err := chess.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if p.String() != c.want {
			t.Errorf("%s after %s: %v, want %s", c.fen, c.move, &p, c.want)
		}
	}
}

func TestCheckDirections(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"4k3/8/8/8/8/8/8/K3R3 b", "file"},
		{"R3k3/8/8/8/8/8/8/K7 b", "rank"},
		{"4k3/8/8/8/B7/8/8/K7 b", "long"},  // a4-e8 has 5 squares, e8-h5 has 4
		{"4k3/8/8/7B/8/8/8/K7 b", "short"}, // the other way round
		{"3k4/8/8/8/7B/8/8/K7 b", "long"},
		{"3k4/8/8/B7/8/8/8/K7 b", "short"},
		{"8/8/8/8/4k3/8/8/KQ6 b", "short"}, // b1-h7 has 7 squares, a8-h1 has 8
		{"8/8/8/8/4k3/8/8/K6B b", "long"},  // h1-a8 through e4
		{"8/8/8/8/3k4/8/8/K5B1 b", "short"},
		{"4k3/2N5/8/8/8/8/8/K7 b", "knight"},
		{"8/8/4k3/3P4/8/8/8/K7 b", "long"},  // a pawn checks on a diagonal: a2-g8 has 7 squares
		{"8/8/4k3/5P2/8/8/8/K7 b", "short"}, // c8-h3 has 6
		{"4k3/2N5/8/8/8/8/8/K3R3 b", "file knight"},
		{"8/8/8/8/8/5n2/8/K2r2k1 w", "rank"},
		{"4k3/8/8/8/8/8/8/K7 b", ""},
		{"R3k3/8/8/8/B7/8/8/K7 b", "rank long"},
	} {
		p := parse(t, c.fen)
		if got := p.CheckDirections().String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.fen, got, c.want)
		}
	}
}

func TestDeadDrawn(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":     true,
		"4k3/8/8/8/8/8/8/4KN2":    true,
		"4k3/8/8/8/8/8/8/4KB2":    true,
		"4kb2/8/8/8/8/8/8/2B1K3":  true,  // both on dark squares
		"2b1k3/8/8/8/8/8/8/2B1K3": false, // one on each colour
		"4k1n1/8/8/8/8/8/8/4KN2":  false,
		"4k3/8/8/8/8/8/8/4KNN1":   false,
		"4k3/8/8/8/8/8/4P3/4K3":   false,
		"4k3/8/8/8/8/8/8/4KR2":    false,
		"4k3/8/8/8/8/8/8/3QK3":    false,
		"4k3/8/8/8/8/8/8/2B1KN2":  false,
	} {
		p := parse(t, fen)
		if got := p.DeadDrawn(); got != want {
			t.Errorf("%s: DeadDrawn = %v, want %v", fen, got, want)
		}
	}
}

// TestPawns counts the material of random positions man by man.
func TestPawns(t *testing.T) {
	worth := map[chess.Kind]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}
	for _, p := range randomPositions(t, 1_000, 6) {
		for c := range chess.Color(2) {
			want := 0
			for s := range chess.Square(64) {
				if p.Men(c)&s.Bit() != 0 {
					want += worth[p.KindAt(s)]
				}
			}
			if got := p.Pawns(p.Men(c)); got != want {
				t.Fatalf("%v: %v has %d, want %d", &p, c, got, want)
			}
		}
	}
}
