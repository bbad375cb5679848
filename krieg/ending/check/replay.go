// SPDX-License-Identifier: BSD-3-Clause

package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// replay is one try with the men on one placement, from every square of the bare king.
type replay struct {
	rules         krieg.Rules
	before, after krieg.Position // White's men, White to move
	try           krieg.Move
	outcomes      [64]*outcome
}

// heard is the announcement of White's own move and of the reply.
type heard struct{ mine, theirs krieg.Percept }

func (h heard) compare(o heard) int {
	return cmp.Or(h.mine.Compare(o.mine), h.theirs.Compare(o.theirs))
}

// outcome is the result of a try from one square of the king.
type outcome struct {
	fault   error // the claim cannot hold
	refused bool
	replies []reply // none if it is mate
}

type reply struct {
	heard heard
	to    krieg.Square
}

func (c *checker) newReplay(men krieg.Position, try krieg.Move) *replay {
	r := &replay{rules: c.rules, before: men, after: men, try: try}
	if men.KindAt(try.From()) != chess.NoKind {
		r.after.Make(try)
		r.after = r.after.WithToMove(krieg.White)
	}
	return r
}

// from returns the outcome with the king on k.
func (r *replay) from(k krieg.Square) *outcome {
	if r.outcomes[k] == nil {
		r.outcomes[k] = r.play(k)
	}
	return r.outcomes[k]
}

// play replays the try with the king on k. It is a fault if the king cannot be there on White's
// turn, if the try is not among White's tries, or if it ends the game without a win.
func (r *replay) play(k krieg.Square) *outcome {
	if r.before.Occupied()&k.Bit() != 0 {
		return &outcome{fault: fmt.Errorf("a man stands on %v", k)}
	}
	s := krieg.State{Pos: r.before}
	s.Pos.Put(k, krieg.Black, chess.King)
	if inCheck := s.Pos.WithToMove(krieg.Black); inCheck.Checkers() != 0 {
		return &outcome{fault: fmt.Errorf("the king on %v would be in check on White's turn", k)}
	}
	var l chess.Moves
	r.rules.Tries(&s, &l)
	if !slices.Contains(l.Slice(), r.try) {
		return &outcome{fault: fmt.Errorf("%v is not a try", r.try)}
	}
	mine := r.rules.Answer(&s, krieg.Action(r.try))
	switch {
	case mine.Answer == krieg.No:
		return &outcome{refused: true}
	case mine.Result == krieg.Running:
		return r.replies(s, mine)
	case r.wins(mine.Result):
		return &outcome{}
	default:
		return &outcome{fault: fmt.Errorf("%v with the king on %v ends the game: %v", r.try, k, mine.Result)}
	}
}

// wins reports whether a result of White's move is a win.
func (r *replay) wins(result krieg.Result) bool {
	return result == krieg.Mate || result == krieg.MaterialWin || result == krieg.Stalemate && r.rules.StalemateLoses
}

// replies plays every move of the bare king.
func (r *replay) replies(s krieg.State, mine krieg.Percept) *outcome {
	var o outcome
	var l chess.Moves
	s.Pos.Legal(&l)
	for _, m := range l.Slice() {
		after := s
		theirs := r.rules.Answer(&after, krieg.Action(m))
		if after.Pos.Men(krieg.White) != r.after.Occupied() {
			return &outcome{fault: fmt.Errorf("%v may be answered by %v, which captures a man", r.try, m)}
		}
		if theirs.Result != krieg.Running {
			return &outcome{fault: errors.New("a reply ends the game: " + theirs.Result.String())}
		}
		o.replies = append(o.replies, reply{heard: heard{mine, theirs}, to: m.To()})
	}
	return &o
}

// tries returns White's tries; they depend on White's men alone.
func tries(rules krieg.Rules, men krieg.Position) []krieg.Move {
	s := krieg.State{Pos: men}
	var l chess.Moves
	rules.Tries(&s, &l)
	return slices.Clone(l.Slice())
}
