// SPDX-License-Identifier: BSD-3-Clause

package heuristic_test

import (
	"fmt"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/heuristic"
)

// A sweeper opens what is safe and guesses the lowest risk elsewhere. This loop plays a whole game.
func ExampleSweeper() {
	rules := mines.Rules{Width: 9, Height: 9, Mines: 10, First: mines.Safe}
	click := rules.Cell(4, 4)
	layout, err := mines.Generate(rules, 3, click)
	if err != nil {
		fmt.Println(err)
		return
	}
	sweeper, opened, guesses := heuristic.NewSweeper(rules, heuristic.Everything), 0, 0
	for cell, more := click, true; more; opened++ {
		if layout[cell] {
			fmt.Println("lost")
			return
		}
		if err := sweeper.Hear(cell, mines.Reading(layout.Number(rules, cell))); err != nil {
			fmt.Println(err)
			return
		}
		if cell, more, err = sweeper.Safe(); err == nil && !more {
			guesses++
			cell, more, err = sweeper.LowestRisk()
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println("won:", opened, "cells opened,", guesses-1, "guesses")
	// Output:
	// won: 71 cells opened, 0 guesses
}

// The lowest risk of a position, where nothing is safe.
func ExampleNewLowestRisk() {
	rules := mines.Rules{Width: 4, Height: 4, Mines: 4}
	sweeper := heuristic.NewSweeper(rules, heuristic.Everything)
	if err := sweeper.Hear(0, 1); err != nil { // r1c1 shows 1
		fmt.Println(err)
		return
	}
	if _, safe, err := sweeper.Safe(); err != nil || safe {
		fmt.Println(safe, err)
		return
	}
	if err := sweeper.Solver.Weigh(); err != nil {
		fmt.Println(err)
		return
	}
	cell, _ := heuristic.NewLowestRisk(rules).Guess(sweeper.Solver)
	fmt.Printf("%s has risk %.2f\n", rules.Name(cell), sweeper.Solver.Risk(cell))
	// Output:
	// r1c4 has risk 0.25
}
