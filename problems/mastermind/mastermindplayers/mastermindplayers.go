// SPDX-License-Identifier: BSD-3-Clause

// Package mastermindplayers provides players for the game of finding a hidden code.
package mastermindplayers

import (
	"encoding/json"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/mastermind"
)

type rules struct {
	Pegs     int     `json:"pegs"`
	Colours  int     `json:"colours"`
	Discount float64 `json:"discount"`
}

// Domain returns the game of finding a code by guesses.
func Domain() play.Domain {
	return play.Domain{Name: "mastermind", About: "a hidden code, guesses, and how near they are", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Pegs: 3, Colours: 4, Discount: 0.99})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	model, err := mastermind.New(rules.Pegs, rules.Colours)
	if err != nil {
		return play.Configured{}, err
	}
	problem := methods.Problem[mastermind.State, mastermind.Code, mastermind.Answer]{
		Game: play.Game[mastermind.State, mastermind.Code, mastermind.Answer]{
			Model: model, Actions: play.Words(model.Codes()...), Seen: play.Words(model.Answers()...),
		},
		Exact: model, Goal: model.Goal(), Discount: rules.Discount,
	}
	return methods.Configure(rules, problem, methods.Rollouts(problem)), nil
}
