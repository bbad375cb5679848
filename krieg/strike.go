// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"slices"

	"github.com/veilplan/veil/krieg/chess"
)

// SolvePerfectInfo searches for a mate in up to two moves by a player who sees the whole board and
// so has no need to ask. It returns no win where a capture is owed or a game can be won without
// mate.
func (m *Model) SolvePerfectInfo(s *State, plies int) (won bool, made int) {
	mine := s.Pos.ToMove() == m.Me
	if s.Over != Running || s.Asked == Owing || m.Rules.StalemateLoses || m.Rules.MaterialWins || mine != (plies%2 == 1) {
		return false, 0
	}
	k := striker{made: 1}
	switch plies {
	case 1:
		won = mates(&s.Pos)
	case 2:
		won = k.alwaysMates(&s.Pos)
	case 3:
		won = k.matesInTwo(&s.Pos)
	default:
		return false, 0
	}
	return won, k.made
}

// MateInOne reports whether the side to move, seeing the whole board, can mate at once.
func MateInOne(p *Position) bool { return mates(p) }

// striker is a search for a mate in two moves.
type striker struct {
	made   int
	killer Move // the reply that refuted last
}

// mates reports whether a move mates.
func mates(p *Position) bool {
	checking := p.Checking()
	var l chess.Moves
	p.Legal(&l)
	for _, move := range l.Slice() {
		if !checking.May(move) {
			continue
		}
		after := *p
		after.Make(move)
		if checks := after.CheckDirections(); checks != 0 && !after.HasMoves(checks) {
			return true
		}
	}
	return false
}

// alwaysMates reports whether there is a reply and every reply allows a mate.
func (k *striker) alwaysMates(p *Position) bool {
	var l chess.Moves
	p.Legal(&l)
	replies := l.Slice()
	if i := slices.Index(replies, k.killer); i > 0 {
		replies[0], replies[i] = replies[i], replies[0]
	}
	for _, reply := range replies {
		after := *p
		after.Make(reply)
		if k.made += 2; !mates(&after) {
			k.killer = reply
			return false
		}
	}
	return len(replies) > 0
}

// matesInTwo reports whether a move mates or is followed by a mate. Moves that may give check come
// first: they leave the fewest replies.
func (k *striker) matesInTwo(p *Position) bool {
	if k.made++; mates(p) {
		return true
	}
	checking := p.Checking()
	var l chess.Moves
	p.Legal(&l)
	for _, first := range []bool{true, false} {
		for _, move := range l.Slice() {
			if checking.May(move) != first {
				continue
			}
			after := *p
			after.Make(move)
			if k.made++; k.alwaysMates(&after) {
				return true
			}
		}
	}
	return false
}
