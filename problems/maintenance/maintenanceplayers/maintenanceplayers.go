// SPDX-License-Identifier: BSD-3-Clause

// Package maintenanceplayers provides players for the problem of a machine whose parts wear unseen.
package maintenanceplayers

import (
	"encoding/json"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/maintenance"
)

type rules struct {
	Discount float64 `json:"discount"`
}

type machineGame = play.Game[maintenance.State, maintenance.Action, maintenance.Seen]

// Domain returns the problem of a machine of six parts that wear unseen.
func Domain() play.Domain {
	return play.Domain{Name: "maintenance", About: "when to inspect and replace the parts of a machine that wear unseen", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Discount: maintenance.Discount})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	var actions []maintenance.Action
	for a := range maintenance.Action(maintenance.ActionCount) {
		actions = append(actions, a)
	}
	problem := methods.Problem[maintenance.State, maintenance.Action, maintenance.Seen]{
		Game: machineGame{
			Model: maintenance.Model{}, Actions: play.Words(actions...),
			Seen: play.Words(maintenance.Nothing, maintenance.LooksNew, maintenance.LooksWorn, maintenance.LooksFailed),
		},
		Discount: rules.Discount, // not Exact: 22,000 states with 64 outcomes each are too many for methods that list them
	}
	return methods.Configure(rules, problem, methods.Rollouts(problem), threshold(problem.Game), periodic(problem.Game)), nil
}
