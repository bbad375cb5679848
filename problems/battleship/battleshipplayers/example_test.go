// SPDX-License-Identifier: BSD-3-Clause

package battleshipplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/battleship/battleshipplayers"
)

// The planner searches for a ship of two cells on 3×3.
func ExampleDomain() {
	match, _, err := play.Domains{battleshipplayers.Domain()}.Match(play.Setup{
		Domain: "battleship", Rules: json.RawMessage(`{"size":3,"ships":[2]}`), Player: "uct", Params: json.RawMessage(`{"simulations":200}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, ply.Seen, ply.Reward)
	}
	// Output:
	// b2 hit -1
	// b1 miss -1
	// c2 miss -1
	// a2 miss -1
	// b3 over -1
}
