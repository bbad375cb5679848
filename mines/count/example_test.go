// SPDX-License-Identifier: BSD-3-Clause

package count_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// What is certain, and how likely a mine is elsewhere, in exact integers.
func ExampleAnalyse() {
	view := mines.NewView(mines.Rules{Width: 4, Height: 2, Mines: 2}).With(0, 1).With(1, 1)
	k, err := count.Analyse(view, count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(k.Layouts(), "layouts")
	for _, name := range []string{"r1c3", "r2c1", "r2c4"} {
		cell, err := view.ParseCell(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, k.Certainty(cell), veil.ExactValue(k.MineCount(cell), k.Layouts()))
	}
	// Output:
	// 4 layouts
	// r1c3 safe 0.00% (0/4)
	// r2c1 unsure 50.00% (2/4)
	// r2c4 unsure 50.00% (2/4)
}

// A law says what a cell may show, before it is opened.
func ExampleAnalysis_Law() {
	view := mines.NewView(mines.Rules{Width: 4, Height: 4, Mines: 4}).With(0, 1)
	k, err := count.Analyse(view, count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	law, err := k.Law(view.Cell(3, 3))
	if err != nil {
		fmt.Println(err)
		return
	}
	for number, layouts := range law[:4] {
		fmt.Println("shows", number, "in", layouts, "of", k.Layouts())
	}
	// Output:
	// shows 0 in 168 of 660
	// shows 1 in 252 of 660
	// shows 2 in 72 of 660
	// shows 3 in 3 of 660
}

// Numbers that cannot all be right are an error, not a belief without layouts.
func ExampleConsistent() {
	view := mines.NewView(mines.Rules{Width: 3, Height: 1, Mines: 1}).With(0, 2)
	fits, err := count.Consistent(view, count.Limit{})
	fmt.Println(fits, err)
	_, err = count.Analyse(view, count.Limit{})
	fmt.Println(errors.Is(err, veil.ErrImpossible))
	// Output:
	// false <nil>
	// true
}

// A solver follows a game without allocating: set what was seen, deduce what is certain, weigh the rest.
func ExampleSolver() {
	rules := mines.Rules{Width: 5, Height: 1, Mines: 2, First: mines.Any}
	s := count.NewSolver(rules, count.Limit{})
	if err := s.Set(0, 1); err != nil { // the first cell shows 1
		fmt.Println(err)
		return
	}
	if err := errors.Join(s.Deduce(), s.Weigh()); err != nil {
		fmt.Println(err)
		return
	}
	for c := range mines.Cell(5) {
		fmt.Printf("%s %v %.2f\n", rules.Name(c), s.Certainty(c), s.Risk(c))
	}
	// Output:
	// r1c1 safe 0.00
	// r1c2 mine 1.00
	// r1c3 unsure 0.33
	// r1c4 unsure 0.33
	// r1c5 unsure 0.33
}

// Layouts are drawn uniformly from those that fit, without rejection.
func ExampleAnalysis_Sample() {
	view := mines.NewView(mines.Rules{Width: 30, Height: 16, Mines: 99}).With(0, 1)
	k, err := count.Analyse(view, count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	layout, err := k.Sample(rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(layout.Count(), "mines,", layout.Number(view.Rules, 0), "beside the corner")
	// Output:
	// 99 mines, 1 beside the corner
}

// A posterior is the exact belief of a player, for searches: it predicts answers and may be updated.
func ExampleNewPosterior() {
	model, err := mines.NewModel(mines.Rules{Width: 4, Height: 1, Mines: 1, First: mines.Any}, mines.Won)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := count.NewPosterior(model, mines.NewView(model.Rules()), count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for seen, p := range b.Predict(1) {
		fmt.Printf("%v %.2f\n", seen, p)
	}
	// Output:
	// 0 0.25
	// 1 0.50
	// mine 0.25
}
