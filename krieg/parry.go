// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// parries returns an error if a move that was made leaves its king in a check that was announced,
// wherever the checking man stood. Other men can only get in the way of the answer: what fails
// against the checking man alone is impossible on every board.
func (v *view) parries(m Move, o Percept) error {
	for d := Directions(1); d <= v.checks; d <<= 1 {
		if v.checks&d == 0 || v.parriesFrom(d, m, o) {
			continue
		}
		return fmt.Errorf("%s does not answer the check (%v), wherever the checking man stands: %w", v.write(Action(m)), d, veil.ErrImpossible)
	}
	return nil
}

// parriesFrom reports whether the move answers a check from one direction by some man.
func (v *view) parriesFrom(d Directions, m Move, o Percept) bool {
	for s := range Square(64) {
		for _, kind := range checkers(d) {
			if p, ok := v.checked(s, kind, d); ok && answers(p, s, m, o) {
				return true
			}
		}
	}
	return false
}

// checkers returns the kinds of men that check from a direction. A queen answers to no more moves
// than a rook or a bishop in its place.
func checkers(d Directions) []chess.Kind {
	switch d {
	case chess.ByKnight:
		return []chess.Kind{chess.Knight}
	case chess.OnFile, chess.OnRank:
		return []chess.Kind{chess.Rook}
	default:
		return []chess.Kind{chess.Bishop, chess.Pawn}
	}
}

// checked puts a man of the opponent among the player's own, if it then checks from a direction.
func (v *view) checked(s Square, kind chess.Kind, d Directions) (Position, bool) {
	p := v.board.WithToMove(v.h.Me)
	if p.Occupied()&s.Bit() != 0 || kind == chess.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
		return p, false
	}
	p.Put(s, v.h.Me.Other(), kind)
	return p, p.CheckDirections() == d
}

// answers reports whether a move ends the check that a man on s gives.
func answers(p Position, s Square, m Move, o Percept) bool {
	_, took := o.Capture()
	moved, checker := p.KindAt(m.From()), p.KindAt(s)
	switch {
	case m.To() == s && !took:
		return false
	case moved == chess.King && (m.To() == m.From()+2 || m.From() == m.To()+2):
		return false // nobody castles out of check
	case moved == chess.Pawn && checker == chess.Pawn && took && m.To() == s^8:
		return true // en passant
	}
	p.Make(m)
	p = p.WithToMove(p.ToMove().Other())
	return p.Checkers() == 0
}
