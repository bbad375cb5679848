// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// Event is one announcement: the side that acted, its action if known (otherwise [Wait]), and the
// referee's words.
type Event struct {
	By     Color
	Action Action
	Heard  Percept
}

// HeardBy returns the event as c hears it: without the moves and tries of the other side.
func (e Event) HeardBy(c Color) Event {
	if e.By != c && e.Heard.Answer != AnyYes && e.Heard.Answer != AnyNo {
		e.Action = Wait
	}
	return e
}

// History is the list of all announcements from the start of a game. A full history contains every
// action; the others contain only those of Me.
type History struct {
	Rules  Rules
	Start  Position
	Me     Color
	Full   bool
	Events []Event
}

// NewHistory returns the empty history of a game from the initial position.
func NewHistory(r Rules, me Color) History {
	return History{Rules: r, Start: chess.Start(), Me: me}
}

// Filter returns the history of c, given a full one.
func (h *History) Filter(c Color) History {
	out := History{Rules: h.Rules, Start: h.Start, Me: c}
	for _, e := range h.Events {
		if e.By != c {
			if e.Heard.Answer == No && !h.Rules.PublicRefusals {
				continue
			}
			if e.Action != AskAny {
				e.Action = Wait
			}
		}
		out.Events = append(out.Events, e)
	}
	return out
}

// known reports whether h contains the actions of c.
func (h *History) known(c Color) bool { return h.Full || c == h.Me }

// view follows a history with the known men: all, or those of one side.
type view struct {
	h     *History
	board Position
	asked Asked
	// checks are those of the opponent's last move, if its men are not known.
	checks Directions
}

func newView(h *History) *view {
	v := &view{h: h, board: h.Start}
	if !h.Full {
		v.board = h.Start.Without(h.Me.Other())
	}
	return v
}

// moves returns the tries of the side to move that a text may name; none if its men are not known.
func (v *view) moves() []Move {
	var l chess.Moves
	v.board.Tries(&l)
	return append([]Move(nil), l.Slice()...)
}

// read returns the try of the side to move that the text denotes.
func (v *view) read(s string) (Action, error) {
	m, err := v.board.ParseMoveIn(s, v.moves())
	return Action(m), err
}

// write returns a try of the side to move in algebraic notation.
func (v *view) write(a Action) string {
	return v.board.SAN(Move(a), v.moves())
}

// apply applies one event and rejects an announcement that no referee could have made. Whether any
// hidden board explains the history is left to a belief.
func (v *view) apply(e Event) error {
	if e.By != v.board.ToMove() {
		return fmt.Errorf("it is %v's turn: %w", v.board.ToMove(), veil.ErrImpossible)
	}
	if e.Heard.Answer == No && !v.h.known(e.By) && !v.h.Rules.PublicRefusals {
		return fmt.Errorf("%v rules keep %v's refused tries private: %w", v.h.Rules, e.By, veil.ErrImpossible)
	}
	if err := v.question(e); err != nil {
		return err
	}
	if e.Heard.Answer != Yes {
		return nil
	}
	v.asked = NotAsked
	if v.h.known(e.By) {
		if v.h.Full && !v.board.IsLegal(Move(e.Action)) {
			return fmt.Errorf("%v is not legal: %w", e.Action, veil.ErrImpossible)
		}
		if err := v.parries(Move(e.Action), e.Heard); err != nil {
			return err
		}
		v.checks = 0
		v.board.Make(Move(e.Action))
		return nil
	}
	if err := v.lose(e); err != nil {
		return err
	}
	v.checks = e.Heard.Checks
	return nil
}

// question applies "Are there any?" and its consequences.
func (v *view) question(e Event) error {
	policy := v.h.Rules.Any
	switch e.Heard.Answer {
	case AnyYes, AnyNo:
		if policy == NoAny || v.asked != NotAsked {
			return fmt.Errorf("%v cannot ask any? here: %w", e.By, veil.ErrImpossible)
		}
		v.asked = AnsweredNo
		if e.Heard.Answer == AnyYes {
			v.asked = Owing
		}
		return nil
	default:
	}
	known := v.h.known(e.By)
	pawn := known && v.board.IsPawnCapture(Move(e.Action))
	switch {
	case v.asked == Owing && known && !pawn:
		return fmt.Errorf("%v owes a capture by a pawn and cannot try %v: %w", e.By, e.Action, veil.ErrImpossible)
	case v.asked == AnsweredNo && pawn:
		return fmt.Errorf("%v heard that no pawn can capture and cannot try %v: %w", e.By, e.Action, veil.ErrImpossible)
	case v.asked == Owing && policy == AnyTry && e.Heard.Answer == No:
		v.asked = Free
	}
	return nil
}

// lose removes the man that an unseen move captured.
func (v *view) lose(e Event) error {
	if s, ok := e.Heard.Capture(); ok {
		if e.Heard.EnPassant {
			s ^= 8
		}
		if v.board.KindAt(s) == chess.NoKind || v.board.KindAt(s) == chess.King {
			return fmt.Errorf("%v captures on %v, where %v has no man to lose: %w", e.By, s, v.h.Me, veil.ErrImpossible)
		}
		v.board.Remove(s)
	}
	v.board = v.board.WithToMove(v.h.Me)
	return nil
}
