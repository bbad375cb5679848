// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	oracle "github.com/corentings/chess/v2"

	"github.com/veilplan/veil/krieg/chess"
)

// TestMovesAgainstStockfish compares the legal moves of 10,000 random positions with
// those of another program ("go perft 1" lists them).
func TestMovesAgainstStockfish(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 1_000
	}
	ask := startStockfish(t)
	for i, p := range randomPositions(t, n, 1) {
		if got, want := moveNames(&p), ask(p.String()); !slices.Equal(got, want) {
			t.Fatalf("position %d, %v\n got %v\nwant %v", i, &p, got, want)
		}
	}
}

// TestMovesAgainstLibrary compares legal moves, positions after them and algebraic
// notation with a library.
func TestMovesAgainstLibrary(t *testing.T) {
	for _, p := range randomPositions(t, 5_000, 2) {
		setup, err := oracle.FEN(p.String())
		if err != nil {
			t.Fatal(err)
		}
		pos := oracle.NewGame(setup).Position()
		moves := pos.ValidMoves()
		want := make([]string, 0, len(moves))
		for _, m := range moves {
			want = append(want, m.String())
		}
		slices.Sort(want)
		if got := moveNames(&p); !slices.Equal(got, want) {
			t.Fatalf("%v\n got %v\nwant %v", &p, got, want)
		}
		var l chess.Moves
		p.Legal(&l)
		for _, m := range moves {
			compareMove(t, p, l.Slice(), pos, &m)
		}
	}
}

func compareMove(t *testing.T, p chess.Position, among []chess.Move, pos *oracle.Position, m *oracle.Move) {
	t.Helper()
	ours, err := p.ParseMoveIn(m.String(), among)
	if err != nil {
		t.Fatal(err)
	}
	san := oracle.AlgebraicNotation{}.Encode(pos, m)
	if got := p.SAN(ours, among); got != san {
		t.Errorf("%v: SAN of %v = %s, want %s", &p, m, got, san)
	}
	if back, err := p.ParseMoveIn(san, among); err != nil || back != ours {
		t.Errorf("%v: reading %s gives %v, %v; want %v", &p, san, back, err, ours)
	}
	q := p
	q.Make(ours)
	fields := strings.Fields(q.String())
	want := strings.Fields(pos.Update(m).String())
	// The library records every double step, this package only those that matter.
	if !slices.Equal(fields[:3], want[:3]) {
		t.Errorf("%v after %v: %v, want %v", &p, m, fields, want)
	}
}

func moveNames(p *chess.Position) []string {
	var l chess.Moves
	p.Legal(&l)
	names := make([]string, 0, l.Len())
	for _, m := range l.Slice() {
		names = append(names, m.String())
	}
	slices.Sort(names)
	return names
}

// stockfish returns the path of Debian's package, or skips the test.
func stockfish(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"stockfish", "/usr/games/stockfish"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no stockfish here: install it (apt-get install stockfish) to compare with it")
	return ""
}

// startStockfish starts one engine and returns a function that lists the legal moves
// of a position, sorted.
func startStockfish(t *testing.T) func(fen string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), stockfish(t))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = io.WriteString(in, "quit\n")
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	return func(fen string) []string {
		if _, err := fmt.Fprintf(in, "position fen %s\ngo perft 1\n", fen); err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "Nodes searched") {
				slices.Sort(names)
				return names
			}
			if name, count, ok := strings.Cut(lines.Text(), ": "); ok && count == "1" {
				names = append(names, name)
			}
		}
		t.Fatalf("stockfish stopped: %v", lines.Err())
		return nil
	}
}
