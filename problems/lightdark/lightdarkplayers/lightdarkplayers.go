// SPDX-License-Identifier: BSD-3-Clause

// Package lightdarkplayers provides players for the problem of a place that is seen only near a light.
package lightdarkplayers

import (
	"encoding/json"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/lightdark"
)

type rules struct {
	Discount float64 `json:"discount"`
}

// Domain returns the problem of a player who must stop at the origin and measures its place well only near a light.
func Domain() play.Domain {
	return play.Domain{Name: "lightdark", About: "stop at the origin of a line, with measurements that are good only near a light", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, rules{Discount: lightdark.Discount})
	if err == nil {
		err = methods.CheckDiscount(rules.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	model, actions := lightdark.New(), lightdark.Actions()
	problem := methods.Problem[lightdark.State, lightdark.Action, lightdark.Seen]{
		Game: play.Game[lightdark.State, lightdark.Action, lightdark.Seen]{
			Model: model, Actions: play.Words(actions[:]...),
			Seen: play.Text[lightdark.Seen]{Format: lightdark.Seen.String, Parse: parse},
		},
		Discount: rules.Discount,
	}
	return methods.Configure(rules, problem, methods.Rollouts(problem)), nil
}

func parse(text string) (o lightdark.Seen, err error) {
	err = o.UnmarshalText([]byte(text))
	return o, err
}
