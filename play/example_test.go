// SPDX-License-Identifier: BSD-3-Clause

package play_test

import (
	"context"
	"encoding/json"
	"errors"
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
	game := tigerGame(model.Horizon)
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

// tigerGame is the tiger problem with text for its actions and sounds.
func tigerGame(horizon int) play.Game[tiger.State, tiger.Action, tiger.Sound] {
	return play.Game[tiger.State, tiger.Action, tiger.Sound]{
		Model:   tiger.Model{Horizon: horizon},
		Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
		Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
	}
}

// A match plays an episode as a function of its seed and number.
func ExampleMatch() {
	m := play.Match{Table: tigerGame(4).Table, Player: play.Random}
	rec, err := m.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range rec.Plies {
		fmt.Println(ply.Action, ply.Seen, ply.Reward)
	}
	fmt.Println("score", rec.Score)
	// Output:
	// left silence 10
	// right silence 10
	// listen growl-left -1
	// right silence 10
	// score 29
}

// A table is one episode, action by action. An action that is not possible leaves it unchanged.
func ExampleTable() {
	table := tigerGame(2).Table(play.WorldRand(1, 0))
	fmt.Println(table.AppendActions(nil))
	_, err := table.Act("jump")
	fmt.Println(errors.Is(err, play.ErrIllegal))
	for _, action := range []string{"listen", "left"} {
		answer, err := table.Act(action)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.Seen, answer.Reward, answer.Done)
	}
	// Output:
	// [listen left right]
	// true
	// growl-right -1 false
	// silence 10 true
}

// A domain reads its rules and lists its players, so that files and command lines can name them.
func ExampleDomain() {
	doors := play.Domain{Name: "doors", About: "two doors and a tiger", Open: func(raw json.RawMessage) (play.Configured, error) {
		rules, err := play.Strict(raw, struct {
			Horizon int `json:"horizon"`
		}{Horizon: 4})
		return play.Configured{Rules: rules, Table: tigerGame(rules.Horizon).Table, Players: []play.Entry{play.RandomEntry()}}, err
	}}
	match, settled, err := play.Domains{doors}.Match(play.Setup{Domain: "doors", Player: "random"})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := match.Play(context.Background(), 1, 0)
	fmt.Println(string(settled.Rules), len(record.Plies), err)
	_, err = play.Domains{doors}.Open("doors", json.RawMessage(`{"horizons":2}`))
	fmt.Println(err)
	// Output:
	// {"horizon":4} 4 <nil>
	// rules: unknown field "horizons": there are horizon
}

// A document may name files, and reads only those in a directory that it was given.
func ExampleAccess_Read() {
	_, _, err := play.Access{}.Read(play.File{Name: "secret.txt", Most: 100})
	if refused, ok := errors.AsType[*play.RefusedError](err); ok {
		fmt.Println(refused.What)
	}
	// Output:
	// the file secret.txt would be opened
}
