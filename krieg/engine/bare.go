// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"context"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// bare starts the belief anew when the opponent's king has become bare: with every square on
// which it may stand. So from here on nothing possible is left out, and it stays cheap.
func (m *Mind) bare(heard krieg.Percept) error {
	if m.cloud.Report().Exact {
		return nil
	}
	return m.anywhere(heard)
}

// anywhere makes the belief that a bare king may stand wherever that agrees with what was heard
// of the last move.
func (m *Mind) anywhere(heard krieg.Percept) error {
	var starts []krieg.Position
	for s := range krieg.Square(64) {
		if p, ok := m.own.Bared(s); ok && m.announces(&p, heard) {
			starts = append(starts, p)
		}
	}
	c, err := cloud.New(m.own.Rules(), m.own.Me(), starts, cloud.Config{Boards: max(64, m.level.Boards), Seed: m.cfg.Seed})
	if err != nil {
		return err
	}
	old := m.cloud.Report()
	m.past.Deaths += old.Deaths
	m.past.Regrown += old.Regrown
	m.past.Mended += old.Mended
	m.cloud, m.guess = c, nil
	return nil
}

// announces reports whether what is said of a board after a move agrees with what was heard.
func (m *Mind) announces(p *krieg.Position, heard krieg.Percept) bool {
	rules := m.own.Rules()
	said := rules.Announcement(p)
	return said.Checks == heard.Checks && said.Result == heard.Result && said.Tries == heard.Tries
}

// kings returns the squares on which a bare king may stand; 0 if the opponent has more men.
func (m *Mind) kings() (squares uint64) {
	if m.own.Hidden() != 1 || !m.cloud.Report().Exact {
		return 0
	}
	for i := range m.cloud.Len() {
		p := m.cloud.Board(i)
		squares |= p.Men(m.own.Me().Other())
	}
	return squares
}

// drive chooses against a bare king: by a proof, a table, or else by hunting it. Few squares are
// cheap to prove a mate on. With more men than the tables have they may not see it: what they know
// of a win with one of the men need not come closer.
func (m *Mind) drive(t *Thought) bool {
	if m.off("endings") {
		return false
	}
	few := m.cloud.Len() <= proveKings
	if few && m.mates(t) {
		return true
	}
	if m.cfg.Ending != nil {
		if a, ok := m.cfg.Ending(Bare{m.own.Rules(), m.own.Board(), t.Kings, m.again}); ok && m.may(a) {
			t.Source, t.Best = ByTable, a
			return true
		}
	}
	if !few && m.mates(t) {
		return true
	}
	try, ok := tactics.Hunt(m.own, t.Kings, func(try krieg.Move) float64 { return 4 * m.repeats(try) })
	if ok {
		t.Source, t.Best = ByHunt, krieg.Action(try)
	}
	return ok
}

// mates looks for a mate of a bare king in at most two moves.
func (m *Mind) mates(t *Thought) bool {
	if m.off("prover") {
		return false
	}
	states := make([]krieg.State, m.cloud.Len())
	for i := range states {
		states[i] = m.cloud.State(i)
	}
	model := &krieg.Model{Rules: m.own.Rules(), Me: m.own.Me()}
	return m.proves(context.Background(), t, model, states)
}

// may reports whether the player may do something now.
func (m *Mind) may(a krieg.Action) bool {
	if a == krieg.AskAny {
		return m.own.MayAsk()
	}
	return slices.Contains(m.own.Tries(), krieg.Move(a))
}
