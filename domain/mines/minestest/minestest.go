// SPDX-License-Identifier: BSD-3-Clause

// Package minestest makes Minesweeper positions for tests.
package minestest

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// SomeView opens a few cells of a random layout, none of them a mine.
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
