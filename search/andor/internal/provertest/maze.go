// SPDX-License-Identifier: BSD-3-Clause

package provertest

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// maze is a random game in tables. In half of the mazes an opponent replies; some
// actions are refused, some in a way that changes the state, some have two outcomes.
type maze struct {
	status  []veil.Status
	table   [][]([]veil.Outcome[Place, Heard]) // state, action
	answers [][]veil.Reply[Place, Heard]
	yes     []bool // the answer to the question, by state
	actions int
	asks    bool
}

// Place is a state of a maze. Asked is public: the question was asked in this turn.
type Place struct {
	ID    int16
	Asked bool
}

// Heard is an observation in a maze.
type Heard uint8

// Deed is an action in a maze.
type Deed uint8

// The observations besides the numbers below Refusal.
const (
	Refusal Heard = 10 + iota
	answerYes
	answerNo
)

// ask is the question.
const ask Deed = 100

func (m *maze) AppendActions(dst []Deed, s *Place) []Deed {
	for a := range m.actions {
		dst = append(dst, Deed(a))
	}
	if m.asks && !s.Asked {
		dst = append(dst, ask)
	}
	return dst
}

func (m *maze) AppendOutcomes(dst []veil.Outcome[Place, Heard], s *Place, a Deed) []veil.Outcome[Place, Heard] {
	if a == ask {
		o := answerNo
		if m.yes[s.ID] {
			o = answerYes
		}
		return append(dst, veil.Outcome[Place, Heard]{State: Place{s.ID, true}, Seen: o, P: 1})
	}
	for _, out := range m.table[s.ID][a] {
		if out.Seen == Refusal {
			out.State = *s
		}
		dst = append(dst, out)
	}
	return dst
}

func (m *maze) Status(s *Place) veil.Status { return m.status[s.ID] }

func (m *maze) Rejected(o Heard) bool { return o >= Refusal }

// duel is a maze with an opponent.
type duel struct{ maze }

func (m *duel) AppendReplies(dst []veil.Reply[Place, Heard], s *Place) []veil.Reply[Place, Heard] {
	return append(dst, m.answers[s.ID]...)
}

// shape describes how a random maze is built.
type shape struct {
	states, actions, percepts int
	win, lose, refuse, fork   float64
	asks                      bool
}

func someShape(r *rand.Rand) shape {
	return shape{
		states: 12 + r.IntN(40), actions: 2 + r.IntN(3), percepts: 1 + r.IntN(3),
		win: 0.3 + 0.3*r.Float64(), lose: 0.03 * r.Float64(), refuse: 0.1 + 0.4*r.Float64(),
		fork: 0.1 * r.Float64(), asks: r.IntN(3) == 0,
	}
}

func newMaze(r *rand.Rand, sh shape) maze {
	m := maze{actions: sh.actions, asks: sh.asks}
	for i := range sh.states {
		switch x := r.Float64(); {
		case i > 5 && x < sh.win:
			m.status = append(m.status, veil.Won)
		case i > 5 && x < sh.win+sh.lose:
			m.status = append(m.status, veil.Lost)
		default:
			m.status = append(m.status, veil.Open)
		}
		m.yes = append(m.yes, r.IntN(2) == 0)
	}
	for range sh.states {
		var row [][]veil.Outcome[Place, Heard]
		for range sh.actions {
			row = append(row, someOutcomes(r, sh))
		}
		m.table = append(m.table, row)
		var replies []veil.Reply[Place, Heard]
		for range 1 + r.IntN(3) {
			replies = append(replies, veil.Reply[Place, Heard]{State: somewhere(r, sh), Seen: Heard(r.IntN(sh.percepts))})
		}
		m.answers = append(m.answers, replies)
	}
	return m
}

func someOutcomes(r *rand.Rand, sh shape) []veil.Outcome[Place, Heard] {
	var outs []veil.Outcome[Place, Heard]
	for len(outs) == 0 || r.Float64() < sh.fork {
		o := Heard(r.IntN(sh.percepts))
		if r.Float64() < sh.refuse {
			o = Refusal
		}
		outs = append(outs, veil.Outcome[Place, Heard]{State: somewhere(r, sh), Seen: o})
	}
	return outs
}

func somewhere(r *rand.Rand, sh shape) Place { return Place{ID: int16(r.IntN(sh.states))} }

// someBelief returns open states of a maze.
func (m *maze) someBelief(r *rand.Rand) []Place {
	var b []Place
	for len(b) == 0 || r.IntN(5) > 0 && len(b) < 10 {
		s := Place{ID: int16(r.IntN(len(m.status)))}
		if m.Status(&s) == veil.Open {
			b = append(b, s)
		}
	}
	return b
}
