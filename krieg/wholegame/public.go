// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/tactics"
)

// public is the part of a belief that is certain. It is immutable.
type public struct {
	model *Model
	own   krieg.OwnView
	turn  State            // without the board
	heard krieg.Percept    // announcement of the last move
	stood []krieg.Position // the player's men after each of the player's moves
}

func newPublic(m *Model) public {
	turn := m.Start(nil)
	p := public{model: m, own: krieg.NewOwnView(m.Rules, m.Me, turn.Pos), heard: m.Rules.Announcement(&turn.Pos)}
	turn.Pos = krieg.Position{}
	p.turn = turn
	return p
}

// hear returns the certain knowledge after an event.
func (p public) hear(e krieg.Event) (public, error) {
	board := p.own.Board()
	own, err := p.own.Hear(e)
	if err != nil {
		return p, err
	}
	p.own, p.turn.Asked = own, own.Asked()
	if e.Heard.Answer == krieg.Yes {
		p.heard, p.turn.Over = e.Heard, e.Heard.Result
	}
	switch {
	case e.By != own.Me() && e.Heard.Answer == krieg.Yes:
		p.turn.Announced = e.Heard.Tries
	case e.By == own.Me() && e.Action != krieg.AskAny:
		p.turn.hear(e.Heard, indexOf(&board, krieg.Move(e.Action)))
		if e.Heard.Answer == krieg.Yes {
			p.stood = append(slices.Clip(p.stood), own.Board())
		}
	}
	return p, nil
}

// state returns the hidden state with a board.
func (p *public) state(board krieg.Position, last krieg.Move) State {
	s := p.turn
	s.Pos = board
	if p.model.Opponent != nil {
		s.Last = last
	}
	return s
}

// again returns how often the player's men had the placement that a try leads to.
func (p *public) again(try krieg.Move) (n int) {
	board := p.own.Board()
	board.Make(try)
	for i := range p.stood {
		if p.stood[i] == board {
			n++
		}
	}
	return n
}

// knower is a belief of this package.
type knower interface {
	// known returns the certain part.
	known() *public
	// boards returns at most n boards with weights.
	boards(n int) []tactics.Board
	// complete returns all possible states, if the belief has them.
	complete() (states []veil.Weighted[State], all bool)
}
