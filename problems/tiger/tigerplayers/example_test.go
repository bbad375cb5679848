// SPDX-License-Identifier: BSD-3-Clause

package tigerplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// The listener opens a door once it is sure enough of the other. Here it wants more certainty than usual.
func ExampleDomain() {
	match, _, err := play.Domains{tigerplayers.Domain()}.Match(play.Setup{
		Domain: "tiger", Rules: json.RawMessage(`{"horizon":5}`), Player: "listener", Params: json.RawMessage(`{"sure":0.98}`),
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
	// listen growl-right -1
	// listen growl-right -1
	// listen growl-right -1
	// left silence 10
	// listen growl-left -1
}
