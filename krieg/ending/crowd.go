// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"math/bits"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// The tables cover endings with few men. A player with more wins all the same: it plays for the win
// of its king and one other man, and the others, the spares, only take squares from the bare king.
// They can also block a line, or stalemate, so the claims are not trusted: every answer to a try is
// computed with all men, and each must lead to squares that a claim covers. The same search, one try
// deep, finds wins from sets of squares that a table has left out.

// spares searches for a certain win beyond the claims of the tables.
type spares struct {
	book  *Book
	rules krieg.Rules
	own   krieg.Position // the player's men, the player to move
	kings uint64
	me    krieg.Color
}

// Crowd returns the try for the side to move of own, a board with only that side's men, against a bare
// king on one of some squares, where [Book.Try] has none: with more men than a table has, or from more
// squares than a claim covers. again returns how often its men had the placement that a try leads to.
// Crowd reports false if the book knows no certain win.
func (b *Book) Crowd(r krieg.Rules, own krieg.Position, kings uint64, again func(krieg.Move) int) (krieg.Action, bool) {
	s := spares{b, r, own, kings, own.ToMove()}
	return s.try(again)
}

// The length of a win is eight times its moves, plus the refusals in this turn.
const (
	aMove  = 8
	never  = 1 << 20
	detour = 3 * aMove // penalty per earlier occurrence of the placement that a try leads to
)

// try returns the try with the shortest win. Spares can make the shortest win go in circles, so
// each earlier occurrence of the placement that a try leads to adds a detour.
func (s *spares) try(stood func(krieg.Move) int) (krieg.Action, bool) {
	var l chess.Moves
	s.own.Tries(&l)
	var best krieg.Move
	least := never
	for _, m := range l.Slice() {
		again := detour * stood(m)
		if n := again + s.after(m, least-again); n < least {
			best, least = m, n
		}
	}
	return krieg.Action(best), best != 0
}

// length returns the length of the shortest win that the tables have for all of the player's men, or
// for its king and one of them.
func (s *spares) length(own *krieg.Position, kings uint64) int {
	least := never
	if c, ok := s.book.Next(s.me, own, kings); ok {
		least = aMove*int(c.Moves) + int(c.Refusals)
	}
	for b := own.Men(s.me) &^ own.All(chess.King); b != 0; b &= b - 1 {
		man := krieg.Square(bits.TrailingZeros64(b))
		var pair krieg.Position
		pair.Put(own.King(s.me), s.me, chess.King)
		pair.Put(man, s.me, own.KindAt(man))
		if c, ok := s.book.Next(s.me, &pair, kings); ok {
			least = min(least, aMove*int(c.Moves)+int(c.Refusals))
		}
	}
	return least
}

// reply is the set of the king's possible squares after answers to a try with the same
// announcement.
type reply struct {
	checks krieg.Directions
	taken  krieg.Square // where the king captured a man
	kings  uint64
}

// after returns the length of the win after a try, whatever is announced; never, if on some square
// there is none, or if it is not below a bound.
func (s *spares) after(m krieg.Move, bound int) int {
	var all []reply
	refused, longest := uint64(0), 0
	for b := s.kings; b != 0; b &= b - 1 {
		p := s.own
		p.Put(krieg.Square(bits.TrailingZeros64(b)), s.me.Other(), chess.King)
		if !p.IsLegal(m) {
			refused |= b & -b
			continue
		}
		p.Make(m)
		moved := false
		if all, moved = s.replies(&p, all); !moved {
			return never
		}
		longest = aMove
	}
	if longest == 0 { // legal nowhere
		return never
	}
	next := s.own
	next.Make(m)
	if refused != 0 {
		longest = max(longest, s.length(&s.own, refused)+1)
	}
	for _, r := range all {
		if longest >= bound {
			return never
		}
		men := next
		if r.taken != chess.NoSquare {
			men.Remove(r.taken)
		}
		longest = max(longest, aMove+s.length(&men, r.kings))
	}
	return longest
}

// replies adds the squares that the king can reach on a board. It returns false if the king has no
// move and is not mated.
func (s *spares) replies(p *krieg.Position, all []reply) ([]reply, bool) {
	checks := p.CheckDirections()
	var l chess.Moves
	p.Legal(&l)
	for _, m := range l.Slice() {
		taken := chess.NoSquare
		if p.KindAt(m.To()) != chess.NoKind {
			taken = m.To()
		}
		i := slices.IndexFunc(all, func(r reply) bool { return r.checks == checks && r.taken == taken })
		if i < 0 {
			i, all = len(all), append(all, reply{checks: checks, taken: taken})
		}
		all[i].kings |= m.To().Bit()
	}
	return all, l.Len() > 0 || checks != 0 || s.rules.StalemateLoses
}
