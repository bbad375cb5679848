// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// OwnView is a player's certain knowledge during a game: the player's own men, the number of the
// opponent's men, and the allowed tries. It is immutable.
type OwnView struct {
	view      view
	refused   []Move // of the player, in this turn
	announced uint64 // pawn captures announced to the side to move, as Percept.Tries
	hidden    int    // number of men of the opponent
}

// NewOwnView returns the view that the player me has of a board, before any event.
func NewOwnView(r Rules, me Color, board Position) OwnView {
	h := &History{Rules: r, Me: me}
	o := OwnView{view: view{h: h, board: board.Without(me.Other())}, hidden: bits.OnesCount64(board.Men(me.Other()))}
	if board.ToMove() == me {
		o.announced = r.announcedTries(&board)
	}
	return o
}

// Board returns the player's men.
func (o OwnView) Board() Position { return o.view.board }

// Me returns the player's side.
func (o OwnView) Me() Color { return o.view.h.Me }

// Rules returns the ruleset.
func (o OwnView) Rules() Rules { return o.view.h.Rules }

// ToMove returns the side to move.
func (o OwnView) ToMove() Color { return o.view.board.ToMove() }

// Hidden returns the number of the opponent's men.
func (o OwnView) Hidden() int { return o.hidden }

// Asked returns the stage of the question in this turn.
func (o OwnView) Asked() Asked { return o.view.asked }

// MayAsk reports whether the player may ask "Are there any?" now.
func (o OwnView) MayAsk() bool {
	return o.ToMove() == o.Me() && o.view.h.Rules.Any != NoAny && o.view.asked == NotAsked
}

// Refused returns the tries that were refused in this turn.
func (o OwnView) Refused() []Move { return slices.Clone(o.refused) }

// Tries returns the moves that the player may try now, in a fixed order, without those that
// were refused in this turn. It is empty if it is not the player's turn.
func (o OwnView) Tries() []Move {
	if o.ToMove() != o.Me() {
		return nil
	}
	var l chess.Moves
	o.view.board.Tries(&l)
	l.Filter(o.allows)
	return slices.Clone(l.Slice())
}

// allows reports whether the announcements let the player try a move now. The capture owed after
// "Are there any?" may be one that was refused before: it is tried to settle the debt.
func (o OwnView) allows(m Move) bool {
	r := &o.view.h.Rules
	pawn := o.view.board.IsPawnCapture(m)
	switch {
	case o.view.asked == Owing && !pawn:
		return false
	case o.view.asked == Owing && r.Any == AnyTry:
		return true
	case pawn && !o.mayTake(m.From()):
		return false
	default:
		return !slices.Contains(o.refused, m)
	}
}

// mayTake reports whether the pawn on a square may have a capture, as far as was announced.
func (o OwnView) mayTake(from Square) bool {
	switch {
	case o.view.asked == AnsweredNo:
		return false
	case o.view.h.Rules.PawnTries == TriesWhether:
		return o.announced != 0
	case o.view.h.Rules.PawnTries == TriesSquares:
		return o.announced&from.Bit() != 0
	default:
		return true
	}
}

// Name returns an action in algebraic notation that is unambiguous among the tries.
func (o OwnView) Name(a Action) string {
	if a == AskAny || a == Wait {
		return a.String()
	}
	return o.view.write(a)
}

// Read returns the action that a text denotes: a move in coordinates or in algebraic notation, or
// "any?".
func (o OwnView) Read(s string) (Action, error) {
	if s == AskAny.String() {
		return AskAny, nil
	}
	return o.view.read(s)
}

// ReadLine reads one line of a referee log that the player keeps, see [ParseLog].
func (o OwnView) ReadLine(line string) (Event, error) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return Event{}, fmt.Errorf("%q: want a side and what was heard", line)
	}
	side, err := parseColor(words[0])
	if err != nil {
		return Event{}, err
	}
	e := Event{By: side}
	words = words[1:]
	if side == o.Me() && words[0] != AskAny.String() {
		if e.Action, err = o.Read(words[0]); err != nil {
			return e, err
		}
		words = words[1:]
	}
	if skip, err := e.parseAnswer(words, o.view.h.Rules); err != nil || skip {
		return e, cmp.Or(err, fmt.Errorf("%q: nonsense is not recorded", line))
	}
	return e, nil
}

// Hear returns the player's view after an event, or an error if no referee could have announced it.
func (o OwnView) Hear(e Event) (OwnView, error) {
	if err := o.view.apply(e); err != nil {
		return o, err
	}
	switch {
	case e.Heard.Answer == Yes:
		o.refused, o.announced = nil, e.Heard.Tries
		if _, took := e.Heard.Capture(); took && e.By == o.Me() {
			o.hidden--
		}
	case e.Heard.Answer == No && e.By == o.Me():
		o.refused = append(slices.Clip(o.refused), Move(e.Action))
	}
	return o, nil
}

// Bared returns the full board if the opponent has a bare king on s, and false if it cannot be
// there.
func (o OwnView) Bared(s Square) (Position, bool) {
	p := o.view.board
	if p.Occupied()&s.Bit() != 0 {
		return p, false
	}
	p.Put(s, o.Me().Other(), chess.King)
	return p, p.Validate() == nil
}

// Among returns the player's present men together with the opponent's men of some board, except
// those on squares that the player's men occupy. It reports false if the result is not a valid
// position.
func (o OwnView) Among(board *Position) (Position, bool) {
	p := o.view.board
	them := o.Me().Other()
	for b := board.Men(them) &^ p.Occupied(); b != 0; b &= b - 1 {
		s := Square(bits.TrailingZeros64(b))
		p.Put(s, them, board.KindAt(s))
	}
	return p, p.Validate() == nil
}
