// SPDX-License-Identifier: BSD-3-Clause

package subgame_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/subgame"
	"github.com/veilplan/veil/search/resolve"
)

func ExampleChoose() {
	board, err := chess.ParseFEN("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	belief, err := cloud.New(krieg.Berkeley(), krieg.White, []krieg.Position{board}, cloud.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	q := subgame.Question{Own: krieg.NewOwnView(krieg.Berkeley(), krieg.White, board), Belief: belief}
	choice, err := subgame.Choose(context.Background(), q, subgame.Config{Budget: resolve.Budget{Nodes: 1000}})
	fmt.Println(choice.Best, err)
	// Output: a1a8 <nil>
}
