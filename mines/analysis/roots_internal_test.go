// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// TestRootsChangeNothing plays games with a book that keeps what it solved and compares
// each move with that of a search that knows nothing.
func TestRootsChangeNothing(t *testing.T) {
	for _, rules := range []mines.Rules{{Width: 5, Height: 4, Mines: 5}, {Width: 4, Height: 4, Mines: 8}} {
		book, compared := NewBook(SearchConfig{}), 0
		for seed := range uint64(testsize.Of(10, 40, 40)) {
			game, err := mines.NewGame(rules, seed)
			if err != nil {
				t.Fatal(err)
			}
			for game.Status() == veil.Open {
				c, known := bestWithRoots(t, book, game.View())
				if known {
					compared++
				}
				if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if compared < testsize.Of(3, 15, 15) {
			t.Errorf("%v: only %d positions had a root", rules, compared)
		}
	}
}

// bestWithRoots returns the move of the book, which must be that of a fresh one if it was
// found in the search of an earlier position.
func bestWithRoots(t *testing.T, book *Book, v mines.View) (c mines.Cell, known bool) {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	known = book.roots.above(v, a.Layouts()) != nil
	move, err := book.Best(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	if known {
		fresh, err := NewBook(book.cfg).solve(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		if move.Cell != fresh.Cell || move.Value.String() != fresh.Value.String() {
			t.Errorf("%v: %v %v, want %v %v", v.Marks, move.Cell, move.Value, fresh.Cell, fresh.Value)
		}
	}
	return move.Cell, known
}
