// SPDX-License-Identifier: BSD-3-Clause

// Package hallwayplayers provides players for the problem of a robot that does not know its place.
package hallwayplayers

import (
	"encoding/json"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/hallway"
)

type rules struct {
	Building int     `json:"building"`
	Discount float64 `json:"discount"`
}

// Domain returns the problem of a robot that searches for a goal in a building without knowing its
// place.
func Domain() play.Domain {
	return play.Domain{Name: "hallway", About: "a robot that does not know where it is looks for a goal", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Building: 1, Discount: hallway.Discount})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	model, err := hallway.New(rules.Building)
	if err != nil {
		return play.Configured{}, err
	}
	var seen []hallway.Seen
	for o := range hallway.Seen(hallway.SeenCount) {
		seen = append(seen, o)
	}
	problem := methods.Problem[hallway.State, hallway.Action, hallway.Seen]{
		Game: play.Game[hallway.State, hallway.Action, hallway.Seen]{
			Model:   model,
			Actions: play.Words(hallway.Stay, hallway.Forward, hallway.Right, hallway.Left, hallway.Around),
			Seen:    play.Words(seen...),
		},
		Exact: model, Discount: rules.Discount,
	}
	return methods.Configure(rules, problem, methods.Rollouts(problem)), nil
}
