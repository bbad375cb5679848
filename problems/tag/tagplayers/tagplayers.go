// SPDX-License-Identifier: BSD-3-Clause

// Package tagplayers provides players for the problem of tagging a person who evades.
package tagplayers

import (
	"encoding/json"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/tag"
)

type rules struct {
	Discount float64 `json:"discount"`
}

// Domain returns the problem of a robot that searches a room for a person.
func Domain() play.Domain {
	return play.Domain{Name: "tag", About: "a robot searches a room for a person who evades it", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Discount: tag.Discount})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	model, seen := tag.New(), []tag.Seen{tag.Together, tag.Tagged}
	for cell := range tag.Seen(tag.Cells) {
		seen = append(seen, cell)
	}
	problem := methods.Problem[tag.State, tag.Action, tag.Seen]{
		Game: play.Game[tag.State, tag.Action, tag.Seen]{
			Model:   model,
			Actions: play.Words(tag.North, tag.South, tag.East, tag.West, tag.Tag),
			Seen:    play.Words(seen...),
		},
		Exact: model, Discount: rules.Discount,
	}
	return methods.Configure(rules, problem, methods.Rollouts(problem)), nil
}
