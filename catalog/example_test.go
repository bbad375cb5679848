// SPDX-License-Identifier: BSD-3-Clause

package catalog_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
)

// Domains and players are found by name, with their settings as JSON. What is not said is
// filled in.
func ExampleAll() {
	match, setup, err := catalog.All().Match(play.Setup{
		Domain: "tiger", Rules: json.RawMessage(`{"horizon":4}`), Player: "listener",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(setup.Player, string(setup.Params))
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, ply.Seen, ply.Reward)
	}
	// Output:
	// listener {"sure":0.9}
	// listen growl-right -1
	// listen growl-right -1
	// left silence 10
	// listen growl-left -1
}
