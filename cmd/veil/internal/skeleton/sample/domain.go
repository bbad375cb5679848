// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
)

// rules are the parameters that a spec or a command line sets.
type rules struct {
	Places int8    `json:"places"`
	Tries  int8    `json:"tries"`
	Fog    float64 `json:"fog"`
}

// Domain returns the problem by name, with its players.
func Domain() play.Domain {
	return play.Domain{Name: "hideout", About: "something is hidden at one of some places in a row", Open: configure}
}

// configure reads rules and lists the players: random, alpha and uct come with every model. Add yours at the end
// of its last line.
func configure(raw json.RawMessage) (play.Configured, error) {
	r, err := play.Strict(raw, rules{Places: 7, Tries: 4, Fog: 0.2})
	if err == nil && (r.Places < 2 || r.Places > 100 || r.Tries < 1 || r.Tries > 100 || r.Fog < 0 || r.Fog > 1) {
		err = fmt.Errorf("places %d, tries %d, fog %v: want 2 to 100 places, 1 to 100 tries and fog from 0 to 1", r.Places, r.Tries, r.Fog)
	}
	if err != nil {
		return play.Configured{}, err
	}
	m := Hideout(r)
	problem := methods.Problem[State, Try, Seen]{
		Game:  play.Game[State, Try, Seen]{Model: m, Actions: play.Words(m.AppendActions(nil, nil)...), Seen: play.Words(Here, Lower, Higher, Fog)},
		Exact: m, Discount: 0.99,
	}
	return methods.Configure(r, problem, methods.Rollouts(problem)), nil
}
