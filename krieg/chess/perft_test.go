// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"os"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

// suite holds the six standard positions; the counts are those published on the Chess
// Programming Wiki ("Perft Results").
var suite = []struct {
	name, fen string
	counts    []uint64
}{
	{"start", startFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", kiwipete, []uint64{48, 2039, 97862, 4085603, 193690690}},
	{"3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238, 674624, 11030083}},
	{"4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333, 15833292, 706045033}},
	{"4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []uint64{6, 264, 9467, 422333, 15833292, 706045033}},
	{"5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379, 2103487, 89941194}},
	{"6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2079, 89890, 3894594, 164075551, 6923051137}},
}

// TestPerft goes to depth 5 or 6 with VEIL_FULL=1, and by default as deep as a second
// or so a position allows.
func TestPerft(t *testing.T) {
	limit := uint64(200_000_000)
	if os.Getenv("VEIL_FULL") != "" {
		limit = 1_000_000_000
	}
	if testing.Short() {
		limit = 500_000
	}
	for _, c := range suite {
		p := parse(t, c.fen)
		for d, want := range c.counts {
			if want > limit {
				break
			}
			if got := chess.Perft(p, d+1); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", c.name, d+1, got, want)
			}
		}
	}
}

func TestPerftAllocatesOnce(t *testing.T) {
	p := parse(t, kiwipete)
	shallow := testing.AllocsPerRun(3, func() { chess.Perft(p, 2) })
	deep := testing.AllocsPerRun(3, func() { chess.Perft(p, 4) })
	if shallow > 1 || deep > 1 {
		t.Errorf("allocations: %v at depth 2, %v at depth 4; want at most 1, none per node", shallow, deep)
	}
}

func parse(t testing.TB, fen string) chess.Position {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}
