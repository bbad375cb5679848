// SPDX-License-Identifier: BSD-3-Clause

package methods_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/tiger"
)

// A problem with rewards gets its players from its model alone: here the tiger problem without an end.
func ExampleConfigure() {
	problem := methods.Problem[tiger.State, tiger.Action, tiger.Sound]{
		Game: play.Game[tiger.State, tiger.Action, tiger.Sound]{
			Model:   tiger.Model{},
			Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
			Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
		},
		Exact: tiger.Model{}, Discount: tiger.Discount,
	}
	domains := play.Domains{{Name: "doors", Open: func(json.RawMessage) (play.Configured, error) {
		return methods.Configure(play.NoParams{}, problem, methods.Rollouts(problem)), nil
	}}}
	for _, player := range []string{"random", "alpha"} {
		match, _, err := domains.Match(play.Setup{Domain: "doors", Player: player})
		if err != nil {
			fmt.Println(err)
			return
		}
		match.MaxMoves = 20
		record, err := match.Play(context.Background(), 1, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s earns %.0f\n", player, record.Score)
	}
	// Output:
	// random earns -314
	// alpha earns 28
}
