// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math"
	"math/bits"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Hunt chooses a try against a bare king that may be on any of some squares: it confines the king,
// and probes where it may be. It never stalemates and never lets a man be captured on any of the
// squares if that can be avoided. penalty, if given, counts against a try. It returns false if no
// try is legal anywhere.
func Hunt(own krieg.OwnView, kings uint64, penalty func(krieg.Move) float64) (krieg.Move, bool) {
	h := hunter{rules: own.Rules(), me: own.Me(), own: own.Board()}
	best, top, found := krieg.Move(0), math.Inf(-1), false
	for _, m := range own.Tries() {
		v, ok := h.worth(m, kings)
		if !ok {
			continue
		}
		if penalty != nil {
			v -= penalty(m)
		}
		if v > top {
			best, top, found = m, v, true
		}
	}
	return best, found
}

// BareKings returns the boards on which the opponent has a bare king, on any square that agrees with
// the announcement of the last move.
func BareKings(own krieg.OwnView, heard krieg.Percept) (boards []krieg.Position) {
	for s := range krieg.Square(64) {
		if board, ok := own.Bared(s); ok && Announces(own.Rules(), &board, heard) {
			boards = append(boards, board)
		}
	}
	return boards
}

// Announces reports whether the announcement of a board after a move agrees with the one heard.
func Announces(rules krieg.Rules, board *krieg.Position, heard krieg.Percept) bool {
	said := rules.Announcement(board)
	return said.Checks == heard.Checks && said.Result == heard.Result && said.Tries == heard.Tries
}

// Safe reports whether a try neither stalemates a bare king nor lets it capture anything, on
// whichever of the squares it is; the try must be legal on one.
func Safe(rules krieg.Rules, own krieg.Position, kings uint64, m krieg.Move) bool {
	h := hunter{rules: rules, me: own.ToMove(), own: own}
	legal := false
	for b := kings; b != 0; b &= b - 1 {
		p := own
		p.Put(krieg.Square(bits.TrailingZeros64(b)), h.me.Other(), chess.King)
		if !p.IsLegal(m) {
			continue
		}
		legal = true
		p.Make(m)
		checks := p.CheckDirections()
		if _, lost := h.replies(&p); lost > 0 || p.DeadDrawn() || !p.HasMoves(checks) && h.end(checks) < 0 {
			return false
		}
	}
	return legal
}

// MayStalemate reports whether a try, without a check, leaves the other king no square to go to, if
// it is on one of some squares and its side's other men are blocked pawns: then it stalemates.
// Squares next to the king count as occupied by a blocked pawn where one can be.
func MayStalemate(own krieg.OwnView, kings uint64, m krieg.Move) bool {
	if own.Rules().StalemateLoses {
		return false
	}
	for b := kings; b != 0; b &= b - 1 {
		p, possible := own.Bared(krieg.Square(bits.TrailingZeros64(b)))
		if !possible || !p.IsLegal(m) {
			continue
		}
		if p.Make(m); p.CheckDirections() == 0 && shut(&p, own.Hidden()-1) {
			return true
		}
	}
	return false
}

// NearKing returns the squares at most two steps from a side's king on some board.
func NearKing(boards []Board, c krieg.Color) (squares uint64) {
	for i := range boards {
		squares |= boards[i].Pos.King(c).Bit()
	}
	for range 2 {
		for b := squares; b != 0; b &= b - 1 {
			squares |= chess.KingAttacks(krieg.Square(bits.TrailingZeros64(b)))
		}
	}
	return squares
}

// shut reports whether blocked pawns of its side, at most the given number, take all squares from
// the bare king to move.
func shut(p *krieg.Position, pawns int) bool {
	var l chess.Moves
	p.Legal(&l)
	if l.Len() > pawns {
		return false
	}
	ahead := 8
	if p.ToMove() == krieg.Black {
		ahead = -8
	}
	for _, m := range l.Slice() {
		s := m.To()
		if rank := s.Rank(); rank == 0 || rank == 7 || p.KindAt(s) != chess.NoKind || p.KindAt(s+krieg.Square(ahead)) == chess.NoKind {
			return false
		}
	}
	return true
}

// hunter judges tries against a bare king.
type hunter struct {
	rules krieg.Rules
	me    krieg.Color
	own   krieg.Position
}

// The penalties of a hunter, in the units of its values, the squares of a region.
const (
	fearStalemate = 1e6
	fearLoss      = 1e3 // per pawn of material that may be captured
	joyMate       = 500
)

// worth returns the value of a try on the squares where it is legal; ok is false if there is none.
func (h *hunter) worth(m krieg.Move, kings uint64) (v float64, ok bool) {
	var after [32]uint64 // the king's possible squares after its reply, by the announced check
	var share [32]float64
	legal := 0.0
	for b := kings; b != 0; b &= b - 1 {
		p := h.own
		p.Put(krieg.Square(bits.TrailingZeros64(b)), h.me.Other(), chess.King)
		if !p.IsLegal(m) {
			continue
		}
		legal++
		p.Make(m)
		checks := p.CheckDirections()
		if !p.HasMoves(checks) {
			v += h.end(checks)
			continue
		}
		if p.DeadDrawn() {
			v -= fearStalemate
		}
		replies, lost := h.replies(&p)
		after[checks&31] |= replies
		share[checks&31]++
		v -= float64(fearLoss * lost)
	}
	if legal == 0 {
		return 0, false
	}
	next := h.own
	next.Make(m)
	for i, set := range after {
		if set != 0 {
			v -= float64(share[i] * h.room(&next, set))
		}
	}
	return v/legal + h.progress(&next), true
}

// end returns the value of leaving the king no move.
func (h *hunter) end(checks krieg.Directions) float64 {
	if checks != 0 || h.rules.StalemateLoses {
		return joyMate
	}
	return -fearStalemate
}

// replies returns the squares to which the king can go, and the value of the most valuable man it
// can capture.
func (h *hunter) replies(p *krieg.Position) (to uint64, lost float64) {
	var l chess.Moves
	p.Legal(&l)
	for _, m := range l.Slice() {
		to |= m.To().Bit()
		lost = max(lost, worth(p.KindAt(m.To())))
	}
	return to, lost
}

// room returns the freedom of a king on one of some squares: the squares it can reach without
// passing an attacked one, the number it may be on, and its distance from the player's king.
func (h *hunter) room(p *krieg.Position, set uint64) float64 {
	attacked := p.Attacked(h.me)
	free := ^(attacked.Any() | p.Men(h.me))
	region := set
	for {
		grown := region
		for b := region; b != 0; b &= b - 1 {
			grown |= chess.KingAttacks(krieg.Square(bits.TrailingZeros64(b))) & free
		}
		if grown == region {
			break
		}
		region = grown
	}
	king, far := p.King(h.me), 0
	for b := set; b != 0; b &= b - 1 {
		far += steps(king, krieg.Square(bits.TrailingZeros64(b)))
	}
	n := bits.OnesCount64(set)
	return float64(bits.OnesCount64(region)) + float64(0.6*float64(n)) + float64(2*float64(far)/float64(n))
}

// progress returns the value of pawns near promotion, and of promoted men.
func (h *hunter) progress(p *krieg.Position) (v float64) {
	for b := p.Men(h.me); b != 0; b &= b - 1 {
		s := krieg.Square(bits.TrailingZeros64(b))
		rank := s.Rank()
		if h.me == krieg.Black {
			rank = 7 - rank
		}
		if k := p.KindAt(s); k == chess.Pawn {
			v += float64(3 * rank)
		} else {
			v += float64(5 * worth(k))
		}
	}
	return v
}
