// SPDX-License-Identifier: BSD-3-Clause

package hallwayplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/hallway/hallwayplayers"
)

// The robot looks around until it knows where it is. The problem has no end, so the match limits the moves.
func ExampleDomain() {
	match, _, err := play.Domains{hallwayplayers.Domain()}.Match(play.Setup{
		Domain: "hallway", Rules: json.RawMessage(`{"building":1,"discount":0.7}`), Player: "alpha", Params: json.RawMessage(`{"walks":2}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	match.MaxMoves = 9
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, ply.Seen, ply.Reward)
	}
	// Output:
	// forward walls-frl 0
	// around walls-fb 0
	// right walls-rl 0
	// forward walls-r 0
	// left sign-d 0
	// forward goal 1
	// stay walls-fr 0
	// left walls-rbl 0
	// forward walls-f 0
}
