// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// winnable plays the dumb way: know everything afresh, open one safe cell, repeat.
func winnable(t *testing.T, game *mines.Game) bool {
	t.Helper()
	for game.Status() == veil.Open {
		a, err := count.Analyse(game.View(), count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		view := game.View()
		next := slices.IndexFunc(view.Marks, mines.Mark.IsHidden)
		for next < view.Cells() && (!view.Marks[next].IsHidden() || a.Certainty(mines.Cell(next)) != count.CertainSafe) {
			next++
		}
		if next == view.Cells() {
			return false
		}
		if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(next)}); err != nil {
			t.Fatal(err)
		}
	}
	return game.Status() == veil.Won
}

func TestNeedsNoGuess(t *testing.T) {
	yes, no := 0, 0
	for _, size := range []string{"6x6/6", "9x9/10", "8x8/14"} {
		rules, err := mines.ParseSize(size)
		if err != nil {
			t.Fatal(err)
		}
		g := Draw{Rules: rules, Click: "r3c3"}
		for seed := range uint64(60) {
			fast, err := g.Game(seed)
			if err != nil {
				t.Fatal(err)
			}
			dumb, err := g.Game(seed)
			if err != nil {
				t.Fatal(err)
			}
			got, err := needsNoGuess(t.Context(), fast)
			want := winnable(t, dumb)
			if err != nil || got != want {
				t.Errorf("%s seed %d: got %v, %v, want %v", size, seed, got, err, want)
			}
			if want {
				yes++
			} else {
				no++
			}
		}
	}
	if yes < 20 || no < 20 {
		t.Errorf("%d boards without a guess and %d with one are too few to tell", yes, no)
	}
}
