// SPDX-License-Identifier: BSD-3-Clause

package table_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/play"
)

// A table plays the opponent's turns itself: after each action the player hears both answers. The whole game
// is revealed afterwards.
func ExampleConfig_Table() {
	config := table.Config{Rules: krieg.Berkeley(), Side: table.White, Opponent: play.Random}
	game := config.Table(rand.New(rand.NewPCG(1, 0)))
	for _, try := range []string{"e2e4", "d2d4"} {
		answer, err := game.Act(try)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.Seen)
	}
	history, _ := table.Reveal(game)
	fmt.Print(history.Log())
	// Output:
	// W e2e4 yes; B moved
	// W d2d4 yes; B no; B moved
	// ruleset berkeley
	// W e2e4 yes
	// B a7a5 yes
	// W d2d4 yes
	// B h7g6 no
	// B e7e6 yes
}
