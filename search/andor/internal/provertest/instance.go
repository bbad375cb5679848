// SPDX-License-Identifier: BSD-3-Clause

// Package provertest contains the tests that every prover must pass: random games in tables
// (mazes), a naive search to compare with, and the checks that all provers share.
package provertest

import (
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// Rules are the rules of a maze.
type Rules = proof.Rules[Place, Deed, Heard]

// Instance is a question about a maze.
type Instance struct {
	Rules  Rules
	Belief []Place
	Plies  int
}

// Some returns a random question.
func Some(seed uint64) Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	sh := someShape(r)
	m := newMaze(r, sh)
	in := Instance{Rules: &m, Belief: m.someBelief(r), Plies: 1 + r.IntN(4)}
	if r.IntN(3) > 0 {
		in.Rules = &duel{m}
		in.Plies = 1 + 2*r.IntN(3)
		if r.IntN(8) == 0 {
			in.Plies++
		}
	}
	return in
}

// Hard returns a question that takes every prover some work.
func Hard() Instance {
	r := rand.New(rand.NewPCG(7, 7))
	sh := shape{states: 400, actions: 5, percepts: 2, win: 0.15, lose: 0.02, refuse: 0.3, asks: true}
	m := newMaze(r, sh)
	in := Instance{Rules: &duel{m}, Plies: 5}
	for id := int16(0); len(in.Belief) < 8; id++ {
		if s := (Place{ID: id}); m.Status(&s) == veil.Open {
			in.Belief = append(in.Belief, s)
		}
	}
	return in
}

// Long returns a question that takes most provers long.
func Long() Instance {
	r := rand.New(rand.NewPCG(1, 1))
	m := newMaze(r, shape{states: 20_000, actions: 8, percepts: 1, refuse: 0.3})
	return Instance{Rules: &duel{m}, Belief: []Place{{ID: 1}, {ID: 2}, {ID: 3}}, Plies: 9}
}

// Wins reports whether one plan wins from all of some states, by the naive search.
func (in Instance) Wins(b ...Place) bool {
	return Naive[Place, Deed, Heard]{Rules: in.Rules}.Wins(SetOf(b), in.Plies)
}

// Open returns the undecided states of the belief, each once.
func (in Instance) Open() []Place {
	var list []Place
	for _, s := range in.Belief {
		if in.Rules.Status(&s) == veil.Open && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// spinner refuses everything and changes its state every time.
type spinner struct{ maze }

func (m *spinner) AppendOutcomes(dst []veil.Outcome[Place, Heard], s *Place, _ Deed) []veil.Outcome[Place, Heard] {
	return append(dst, veil.Outcome[Place, Heard]{State: Place{ID: s.ID, Asked: !s.Asked}, Seen: Refusal})
}

// endless returns a question about a game whose refusals never end.
func endless() Instance {
	return Instance{Rules: &spinner{maze{actions: 1, status: []veil.Status{veil.Open}}}, Belief: []Place{{}}, Plies: 1}
}
