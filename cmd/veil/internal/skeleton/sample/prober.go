// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/play"
)

// proberParams are the parameters of the player in a spec.
type proberParams struct {
	// First is the number of the action to begin with, from 0.
	First int `json:"first"`
}

// prober returns the player for the list of a domain.
func prober() play.Entry {
	return play.Entry{
		Name: "prober", About: "performs the actions in turn",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, proberParams{})
			if err == nil && params.First < 0 {
				err = fmt.Errorf("first %d: want 0 or more", params.First)
			}
			return func(*rand.Rand) (play.Player, error) { return &proberSeat{next: params.First}, nil }, params, err
		},
	}
}

// proberSeat is the player in one episode.
type proberSeat struct{ next int }

// Move returns the next of the actions that are possible now.
func (p *proberSeat) Move(_ context.Context, seat play.Seat) (play.Move, error) {
	actions := seat.AppendActions(nil)
	if len(actions) == 0 {
		return play.Move{}, play.ErrStuck
	}
	action := actions[p.next%len(actions)]
	p.next++
	return play.Move{Action: action}, nil
}

// Hear receives the observation after each action. This player learns nothing from it.
func (p *proberSeat) Hear(_, _ string) error { return nil }
