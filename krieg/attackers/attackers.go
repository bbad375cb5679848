// SPDX-License-Identifier: BSD-3-Clause

// Package attackers provides players for a single Kriegspiel problem: mate an opponent whose men are hidden, within a
// number of plies. The opponent moves at random; a proof holds against every reply.
package attackers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
)

type rules struct {
	Set string `json:"set"`
	// Problem is the ID of a problem of the set.
	Problem string `json:"problem"`
}

// Domain returns the problems that were composed by self-play: one is played out, or proved.
func Domain() play.Domain {
	return play.Domain{Name: "krieg-mate", About: "Kriegspiel: mate within a number of plies, from one problem", Open: open}
}

func open(raw json.RawMessage) (play.Configured, error) {
	r, err := play.Strict(raw, rules{Set: "seed-3"})
	if err != nil {
		return play.Configured{}, err
	}
	found, err := r.find()
	if err != nil {
		return play.Configured{}, err
	}
	r.Problem = found.ID
	m, states, err := found.States(context.Background())
	if err != nil {
		return play.Configured{}, err
	}
	hunt := &hunt{model: m, plies: int8(found.Plies)}
	problem := methods.Problem[board, krieg.Action, krieg.Percept]{
		Game: play.Game[board, krieg.Action, krieg.Percept]{
			Model:   hunt,
			Actions: play.Listed(play.Text[krieg.Action]{Format: krieg.Action.String, Parse: krieg.ParseAction}, krieg.AllActions()...),
			Seen: play.Text[krieg.Percept]{Format: m.NameSeen, Parse: func(text string) (krieg.Percept, error) {
				return krieg.ParsePercept(text, m.Rules)
			}},
		},
		Exact: hunt,
	}
	list := func(context.Context) ([]krieg.State, error) { return states, nil }
	return play.Configured{
		Rules: r, Table: problem.Table, Actions: problem.Actions.Names(), Players: []play.Entry{play.RandomEntry()}, Methods: methods.Offer(problem),
		Prover: methods.NewProver(deduction.Rules(m), list, found.Plies),
	}, nil
}

// find returns the problem that the rules name; without a name, the mate with the fewest boards.
func (r *rules) find() (*composed.Problem, error) {
	list, err := composed.Load(r.Set)
	if err != nil {
		return nil, err
	}
	var found *composed.Problem
	for i := range list {
		p := &list[i]
		if p.ID == r.Problem || r.Problem == "" && p.Verdict == composed.Mate && (found == nil || p.Boards < found.Boards) {
			found = p
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no problem %q in %s: veil krieg problems list names them", r.Problem, r.Set)
	}
	return found, nil
}
