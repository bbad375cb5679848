// SPDX-License-Identifier: BSD-3-Clause

// Package tigerplayers provides players for the tiger problem.
package tigerplayers

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/tiger"
)

type horizonRules struct {
	Horizon int `json:"horizon"`
	// Discount is the factor on a reward one step later; 0 means 1. The solver of rewards needs one below 1.
	Discount float64 `json:"discount,omitempty"`
}

type tigerGame = play.Game[tiger.State, tiger.Action, tiger.Sound]

// Domain returns the toy problem with two doors.
func Domain() play.Domain {
	return play.Domain{Name: "tiger", About: "two doors, a tiger behind one of them", Open: configure}
}

func configure(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, horizonRules{Horizon: 10})
	if err != nil {
		return play.Configured{}, err
	}
	if rules.Horizon < 1 || rules.Horizon > play.DefaultMaxMoves {
		return play.Configured{}, fmt.Errorf("horizon %d: want 1 to %d steps", rules.Horizon, play.DefaultMaxMoves)
	}
	if rules.Discount != 0 {
		if err := methods.CheckDiscount(rules.Discount); err != nil {
			return play.Configured{}, err
		}
	}
	model := tiger.Model{Horizon: rules.Horizon}
	game := tigerGame{
		Model:   model,
		Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
		Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
	}
	problem := methods.Problem[tiger.State, tiger.Action, tiger.Sound]{
		Game: game, Exact: model, Discount: rules.Discount, Low: tiger.Mauled * float64(model.Horizon), High: tiger.Prize * float64(model.Horizon),
	}
	return play.Configured{
		Rules: rules, Table: game.Table, Discount: rules.Discount, Actions: game.Actions.Names(), Observations: game.Seen.Names(),
		Methods: methods.Offer(problem), Prover: methods.Prover(problem), Solver: methods.Solver(problem),
		Players: []play.Entry{play.RandomEntry(), listener(model, game), planner(model, game, rules.Discount)},
	}, nil
}

type listenerParams struct {
	// Sure is the least probability of a safe door at which it is opened.
	Sure float64 `json:"sure"`
}

// listener keeps the exact belief and listens until it is sure enough. With 0.9 it is the best
// policy of the problem without a horizon (Kaelbling, Littman & Cassandra 1998, §5.1): two more
// growls from one side than from the other.
func listener(model tiger.Model, game tigerGame) play.Entry {
	return play.Entry{
		Name: "listener", About: "keeps the exact belief; listens until it is sure",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, listenerParams{Sure: 0.9})
			if err == nil && !(params.Sure > 0.5 && params.Sure < 1) {
				err = fmt.Errorf("sure %v: want more than 0.5 and less than 1", params.Sure)
			}
			return seatListener(model, game, params.Sure), params, err
		},
	}
}

func seatListener(model tiger.Model, game tigerGame, sure float64) play.Factory {
	return func(*rand.Rand) (play.Player, error) {
		prior, err := belief.Exact[tiger.State, tiger.Action, tiger.Sound](model)
		if err != nil {
			return nil, err
		}
		plan := func(_ context.Context, b tigerBelief) (play.PolicyMove[tiger.Action], error) {
			return listenOrOpen(tigerRight(b), sure), nil
		}
		return game.Player(&play.Planner[tiger.State, tiger.Action, tiger.Sound]{Belief: prior, Plan: plan}), nil
	}
}

type tigerBelief = veil.Belief[tiger.State, tiger.Action, tiger.Sound]

// tigerRight returns the chance of a tiger behind the right door, solved from the chance of hearing
// it there.
func tigerRight(b tigerBelief) float64 {
	for heard, p := range b.Predict(tiger.Listen) {
		if heard == tiger.GrowlRight {
			return (p - (1 - tiger.Hearing)) / (2*tiger.Hearing - 1)
		}
	}
	return 0
}

func listenOrOpen(right, sure float64) play.PolicyMove[tiger.Action] {
	a, guess := tiger.Listen, false
	switch {
	case right >= sure:
		a, guess = tiger.OpenLeft, true
	case 1-right >= sure:
		a, guess = tiger.OpenRight, true
	}
	choices := []veil.Choice[tiger.Action]{{Action: a}}
	return play.PolicyMove[tiger.Action]{Decision: veil.Decision[tiger.Action]{Choices: choices}, Guess: guess}
}
