// SPDX-License-Identifier: BSD-3-Clause

// Package rocksampleplayers provides players for the rock sampling problem.
package rocksampleplayers

import (
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/rocksample"
)

type rules struct {
	Size  int `json:"size"`
	Rocks int `json:"rocks"`
	// Layout seeds the rocks, except on the grids 7 with 8 rocks and 11 with 11.
	Layout   uint64  `json:"layout"`
	Discount float64 `json:"discount"`
}

// Domain returns the problem of a rover that searches for rocks worth sampling.
func Domain() play.Domain {
	return play.Domain{Name: "rocksample", About: "a rover looks for rocks worth sampling", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Size: 7, Rocks: 8, Discount: rocksample.Discount})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	model, err := rocksample.Standard(rules.Size, rules.Rocks, rules.Layout)
	if err != nil {
		return play.Configured{}, fmt.Errorf("size %d, rocks %d: %w", rules.Size, rules.Rocks, err)
	}
	actions := []rocksample.Action{rocksample.North, rocksample.South, rocksample.East, rocksample.West, rocksample.Sample}
	for i := range rules.Rocks {
		actions = append(actions, rocksample.Check(i))
	}
	words, seen := play.Words(actions...), play.Words(rocksample.Nothing, rocksample.LooksGood, rocksample.LooksBad)
	scouting := rocksample.NewScouting(model, rules.Discount)
	rollouts := methods.Rollouts(methods.Problem[rocksample.Scout, rocksample.Action, rocksample.Seen]{
		Game:  play.Game[rocksample.Scout, rocksample.Action, rocksample.Seen]{Model: scouting, Actions: words, Seen: seen},
		Exact: scouting, Discount: rules.Discount,
	})
	return methods.Configure(rules, methods.Problem[rocksample.State, rocksample.Action, rocksample.Seen]{
		Game:  play.Game[rocksample.State, rocksample.Action, rocksample.Seen]{Model: model, Actions: words, Seen: seen},
		Exact: model, Discount: rules.Discount,
	}, rollouts), nil
}
