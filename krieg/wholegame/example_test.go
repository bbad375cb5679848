// SPDX-License-Identifier: BSD-3-Clause

package wholegame_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/krieg/wholegame"
	"github.com/veilplan/veil/search/uct"
)

// A tree search chooses a try from what one side knows: here a pawn can take a queen.
func ExampleSearch() {
	start, err := chess.ParseFEN("4k3/8/8/3q4/4P3/8/8/4K3 w - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	model := &wholegame.Model{Rules: krieg.Wild16(), From: &start, Opponent: tactics.UsualOpponent()}
	belief, err := wholegame.NewCloud(model, cloud.Config{Boards: 100, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := tactics.Default()
	game := &wholegame.Search{Model: model, Moves: 2, Weights: &weights}
	d, err := uct.Search(context.Background(), game, belief, veil.Budget{Simulations: 200}, uct.BSSUCT())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Choices[0].Action)
	// Output: e4d5
}
