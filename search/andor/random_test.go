// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// maze is a random game in tables. In half of the mazes an opponent replies; some
// actions are refused, some in a way that changes the state, some have two outcomes.
type maze struct {
	status  []veil.Status
	table   [][]([]veil.Outcome[place, heardByte]) // state, action
	answers [][]veil.Reply[place, heardByte]
	yes     []bool // the answer to the question, by state
	actions int
	asks    bool
}

// place is a state of a maze. Asked is public: the question was asked in this turn.
type place struct {
	ID    int16
	Asked bool
}

type (
	heardByte uint8
	deed      uint8
)

// What is heard beside the numbers below refusal.
const (
	refusal heardByte = 10 + iota
	answerYes
	answerNo
)

// ask is the question.
const ask deed = 100

func (m *maze) AppendActions(dst []deed, s *place) []deed {
	for a := range m.actions {
		dst = append(dst, deed(a))
	}
	if m.asks && !s.Asked {
		dst = append(dst, ask)
	}
	return dst
}

func (m *maze) AppendOutcomes(dst []veil.Outcome[place, heardByte], s *place, a deed) []veil.Outcome[place, heardByte] {
	if a == ask {
		o := answerNo
		if m.yes[s.ID] {
			o = answerYes
		}
		return append(dst, veil.Outcome[place, heardByte]{State: place{s.ID, true}, Seen: o, P: 1})
	}
	for _, out := range m.table[s.ID][a] {
		if out.Seen == refusal {
			out.State = *s
		}
		dst = append(dst, out)
	}
	return dst
}

func (m *maze) Status(s *place) veil.Status { return m.status[s.ID] }

func (m *maze) Rejected(o heardByte) bool { return o >= refusal }

// duel is a maze with an opponent.
type duel struct{ maze }

func (m *duel) AppendReplies(dst []veil.Reply[place, heardByte], s *place) []veil.Reply[place, heardByte] {
	return append(dst, m.answers[s.ID]...)
}

// shape says how a random maze is built.
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
		var row [][]veil.Outcome[place, heardByte]
		for range sh.actions {
			row = append(row, someOutcomes(r, sh))
		}
		m.table = append(m.table, row)
		var replies []veil.Reply[place, heardByte]
		for range 1 + r.IntN(3) {
			replies = append(replies, veil.Reply[place, heardByte]{State: somewhere(r, sh), Seen: heardByte(r.IntN(sh.percepts))})
		}
		m.answers = append(m.answers, replies)
	}
	return m
}

func someOutcomes(r *rand.Rand, sh shape) []veil.Outcome[place, heardByte] {
	var outs []veil.Outcome[place, heardByte]
	for len(outs) == 0 || r.Float64() < sh.fork {
		o := heardByte(r.IntN(sh.percepts))
		if r.Float64() < sh.refuse {
			o = refusal
		}
		outs = append(outs, veil.Outcome[place, heardByte]{State: somewhere(r, sh), Seen: o})
	}
	return outs
}

func somewhere(r *rand.Rand, sh shape) place { return place{ID: int16(r.IntN(sh.states))} }

// someBelief returns open states of a maze.
func (m *maze) someBelief(r *rand.Rand) []place {
	var b []place
	for len(b) == 0 || r.IntN(5) > 0 && len(b) < 10 {
		s := place{ID: int16(r.IntN(len(m.status)))}
		if m.Status(&s) == veil.Open {
			b = append(b, s)
		}
	}
	return b
}
