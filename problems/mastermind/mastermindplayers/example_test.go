// SPDX-License-Identifier: BSD-3-Clause

package mastermindplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/mastermind/mastermindplayers"
)

// The solver finds a code of two pegs and three colours.
func ExampleDomain() {
	match, _, err := play.Domains{mastermindplayers.Domain()}.Match(play.Setup{
		Domain: "mastermind", Rules: json.RawMessage(`{"pegs":2,"colours":3}`), Player: "alpha",
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
	// ab 0+1 -1
	// bc 2+0 -1
}
