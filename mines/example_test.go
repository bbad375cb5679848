// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"fmt"

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
	fmt.Println(game.Status())
	// Output:
	// open
}
