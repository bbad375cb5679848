// SPDX-License-Identifier: BSD-3-Clause

// Package battleshipplayers provides players for the search for ships.
package battleshipplayers

import (
	"encoding/json"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/battleship"
)

type rules struct {
	Size     int     `json:"size"`
	Ships    []int   `json:"ships"`
	Discount float64 `json:"discount"`
}

// Domain returns the search for ships on a grid. The default is small enough for the solver; the
// planner plays larger ones.
func Domain() play.Domain {
	return play.Domain{Name: "battleship", About: "ships on a grid, found by shots", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Size: 3, Ships: []int{2}, Discount: 0.99})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	model, err := battleship.New(rules.Size, rules.Ships)
	if err != nil {
		return play.Configured{}, err
	}
	problem := methods.Problem[battleship.State, battleship.Cell, battleship.Seen]{
		Game: play.Game[battleship.State, battleship.Cell, battleship.Seen]{
			Model: model, Actions: play.Words(model.Cells()...), Seen: play.Words(battleship.Miss, battleship.Hit, battleship.Over),
		},
		Exact: model, Goal: model.Goal(), Discount: rules.Discount,
	}
	return methods.Configure(rules, problem, methods.Rollouts(problem)), nil
}
