// SPDX-License-Identifier: BSD-3-Clause

// Package minestest makes Minesweeper positions for tests.
package minestest

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// SomeView returns a view of a random layout with a few safe cells opened.
func SomeView(t testing.TB, r *rand.Rand, rules mines.Rules) mines.View {
	t.Helper()
	g, err := mines.NewGame(rules, r.Uint64())
	if err != nil {
		t.Fatal(err)
	}
	for range 1 + r.IntN(4) {
		err := g.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(r.IntN(rules.Cells()))})
		if g.Status() != veil.Open {
			g.Undo()
			break
		}
		if err != nil {
			break
		}
	}
	return g.View()
}

// CornerSeed returns a seed of 4x4/4 whose first cell shows 1, with its layout. If also is not
// nil, the layout satisfies it.
func CornerSeed(t testing.TB, also func(mines.Layout) bool) (uint64, mines.Layout) {
	t.Helper()
	r := mines.Rules{Width: 4, Height: 4, Mines: 4}
	for seed := range uint64(1000) {
		layout, err := mines.Generate(r, seed, 0)
		if err != nil {
			t.Fatal(err)
		}
		if layout.Number(r, 0) == 1 && (also == nil || also(layout)) {
			return seed, layout
		}
	}
	t.Fatal("no seed")
	return 0, nil
}
