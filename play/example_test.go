// SPDX-License-Identifier: BSD-3-Clause

package play_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger"
)

// A planner listens until one side is nearly certain, then opens the other door.
func ExamplePlanner() {
	type tigerBelief = veil.Belief[tiger.State, tiger.Action, tiger.Sound]
	model := tiger.Model{Horizon: 4}
	game := play.Game[tiger.State, tiger.Action, tiger.Sound]{
		Model:   model,
		Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
		Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
	}
	plan := func(_ context.Context, b tigerBelief) (play.PolicyMove[tiger.Action], error) {
		action := tiger.Listen
		for o, p := range b.Predict(tiger.Listen) {
			switch {
			case o == tiger.GrowlLeft && p > 0.8:
				action = tiger.OpenRight
			case o == tiger.GrowlRight && p > 0.8:
				action = tiger.OpenLeft
			}
		}
		choice := []veil.Choice[tiger.Action]{{Action: action}}
		return play.PolicyMove[tiger.Action]{Decision: veil.Decision[tiger.Action]{Choices: choice}}, nil
	}
	match := play.Match{Table: game.Table, Player: func(*rand.Rand) (play.Player, error) {
		prior, err := belief.Exact(model)
		if err != nil {
			return nil, err
		}
		return game.Player(&play.Planner[tiger.State, tiger.Action, tiger.Sound]{Belief: prior, Plan: plan}), nil
	}}
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, ply.Seen, ply.Reward)
	}
	fmt.Println("score", record.Score)
	// Output:
	// listen growl-right -1
	// listen growl-right -1
	// left silence 10
	// listen growl-left -1
	// score 7
}
