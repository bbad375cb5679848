// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/subgame"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/resolve"
)

// TestTabled: the tables know a queen against a bare king, and nothing of a board with more men or of the
// side with the bare king.
func TestTabled(t *testing.T) {
	book, err := minor.Book()
	if err != nil {
		t.Fatal(err)
	}
	exact := tabled(book)
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/3QK3 w - - 0 1":  true,
		"4k3/8/8/8/8/8/8/3QK3 b - - 0 1":  false,
		"3qk3/8/8/8/8/8/8/4K3 b - - 0 1":  true,
		"4k3/7p/8/8/8/8/8/3QK3 w - - 0 1": false,
	} {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := exact(&krieg.State{Pos: p}); ok != want || ok && v != 1 {
			t.Errorf("%s: value %v, known %v", fen, v, ok)
		}
	}
}

// TestExactLeaves counts the boards of searches that the tables of endings know, in VEIL_GAMES games
// of level 8 against the maps.
func TestExactLeaves(t *testing.T) {
	games, level := 1, 3
	if text := os.Getenv("VEIL_GAMES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		games, level = n, engine.Levels
	}
	book, err := minor.Book()
	if err != nil {
		t.Fatal(err)
	}
	exact, asked, known := tabled(book), 0, 0
	cfg := subgame.Config{Boards: 40, Doubles: 2, Width: 6, Budget: resolve.Budget{Nodes: 6000, Leaves: 20, Last: 40}}
	cfg.Exact = func(s *krieg.State) (float64, bool) {
		v, ok := exact(s)
		if asked++; ok {
			known++
		}
		return v, ok
	}
	seat, err := searchMaker(engineParams{Level: level}, searching(cfg, nil))
	if err != nil {
		t.Fatal(err)
	}
	c := table.Config{Rules: krieg.Wild16(), Opening: 2, Opponent: seated(func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
		return tactics.NewMaps(ownOf(h), h.Start, r), nil
	})}
	m := play.Match{Table: c.Table, Player: seated(seat)}
	for game := range games {
		if _, err := m.Play(t.Context(), 9501, uint64(game)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d boards are known, %.2f%%", known, asked, 100*float64(known)/float64(asked))
	if asked == 0 {
		t.Error("no board was evaluated")
	}
}
