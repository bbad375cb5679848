// SPDX-License-Identifier: BSD-3-Clause

package referee_test

import (
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

// The referee answers tries and keeps the true game. A player gets its own part of the history.
func ExampleGame() {
	game := referee.NewGame(krieg.Berkeley(), chess.Start())
	for _, text := range []string{"e2e4", "d7d5", "e4f5", "e4d5"} {
		try, err := krieg.ParseAction(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		game.Try(try)
	}
	history := game.History()
	black := history.Filter(krieg.Black)
	fmt.Print(black.Log())
	// Output:
	// ruleset berkeley
	// me black
	// W moved
	// B d7d5 yes
	// W no
	// W takes d5
}
