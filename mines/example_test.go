// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
)

// A game is played on the layout that its seed draws; the view is what the player sees.
func ExampleNewGame() {
	rules := mines.Rules{Width: 4, Height: 4, Mines: 4, First: mines.Zero}
	game, err := mines.NewGame(rules, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: rules.Cell(0, 0)}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Status(), game.View().Code())
	// Output:
	// open 4x4-4-zero-002_002_222_____
}

// Each move may be taken back, also the one that lost.
func ExampleGame_Undo() {
	rules := mines.Rules{Width: 3, Height: 1, Mines: 1, First: mines.Any}
	game, err := mines.NewGameOn(rules, mines.Layout{false, true, false})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range []mines.Cell{0, 1} {
		if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(game.Status())
	game.Undo()
	fmt.Println(game.Status(), len(game.Moves()))
	// Output:
	// lost
	// open 1
}

// The same seed and first click draw the same layout on every machine.
func ExampleGenerate() {
	rules, err := mines.ParseBoard("expert")
	if err != nil {
		fmt.Println(err)
		return
	}
	click := rules.Cell(8, 15)
	layout, err := mines.Generate(rules, 2026, click)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules, layout.Count(), "mines,", layout.Number(rules, click), "around the first click")
	// Output:
	// 30x16/99 99 mines, 1 around the first click
}

// People write boards as 30x16/99 and cells as r3c4.
func ExampleParseSize() {
	rules, err := mines.ParseSize("30x16/99")
	if err != nil {
		fmt.Println(err)
		return
	}
	cell, err := rules.ParseCell("r3c4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules.Cells(), "cells; the neighbours of", rules.Name(cell), "are", len(rules.AppendNeighbours(nil, cell)))
	_, err = rules.ParseCell("r17c1")
	fmt.Println(err)
	// Output:
	// 480 cells; the neighbours of r3c4 are 8
	// cell "r17c1" is off the board: rows are 1 to 16, columns 1 to 30
}

// A code is a position that fits into an address. Rotations and reflections share one canonical position.
func ExampleView_Canonical() {
	for _, code := range []string{"3x2-1-any-1_____", "3x2-1-any-_____1"} {
		view, err := mines.ParseCode(code)
		if err != nil {
			fmt.Println(err)
			return
		}
		canonical, _ := view.Canonical()
		fmt.Println(canonical.Code())
	}
	// Output:
	// 3x2-1-safe-1_____
	// 3x2-1-safe-1_____
}

// A model is the game for a search: it draws layouts and opens one cell per step.
func ExampleNewModel() {
	model, err := mines.NewModel(mines.Rules{Width: 4, Height: 1, Mines: 1, First: mines.Any}, mines.Won)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := rand.New(rand.NewPCG(3, 0))
	state := model.Start(r)
	for _, cell := range []mines.Cell{0, 1, 2} {
		seen, reward, done := model.Step(r, &state, cell)
		fmt.Println(cell, seen, reward, done)
		if done {
			break
		}
	}
	fmt.Println(model.Status(&state))
	// Output:
	// 0 0 0 false
	// 1 1 0 false
	// 2 mine 0 true
	// lost
}
