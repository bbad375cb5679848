// SPDX-License-Identifier: BSD-3-Clause

package chess

import "math/bits"

// Tries replaces l by every move the side to move can propose when it sees only its own men: those
// that would be legal on a board without the enemy, and every diagonal step of a pawn onto a square
// not its own. The order is fixed and depends on the side's own men and castling rights alone.
func (p *Position) Tries(l *Moves) {
	l.n = 0
	us := p.Men(p.side)
	for b := us; b != 0; b &= b - 1 {
		from := first(b)
		if k := p.KindAt(from); k == Pawn {
			p.pawnTries(l, from, us)
		} else {
			for to := attacksOf(k, from, us) &^ us; to != 0; to &= to - 1 {
				l.add(NewMove(from, first(to), NoKind))
			}
		}
	}
	king := p.King(p.side)
	short, long := castlings(p, us)
	if short != 0 {
		l.add(NewMove(king, king+2, NoKind))
	}
	if long != 0 {
		l.add(NewMove(king, king-2, NoKind))
	}
}

func (p *Position) pawnTries(l *Moves, from Square, us uint64) {
	to := table.pawn[p.side&1][from&63] &^ us
	if one := forward(p.side, from.Bit()) &^ us; one != 0 {
		to |= one
		if from.Rank() == 1+5*int(p.side&1) {
			to |= forward(p.side, one) &^ us
		}
	}
	for ; to != 0; to &= to - 1 {
		if s := first(to); to&-to&(rank1|rank8) != 0 {
			l.addPromotions(from, s)
		} else {
			l.add(NewMove(from, s, NoKind))
		}
	}
}

// IsPawnCapture reports whether m is a diagonal step of a pawn of the side to move.
func (p *Position) IsPawnCapture(m Move) bool {
	from := m.From()
	return p.planes[0]&^p.planes[1]&^p.planes[2]&from.Bit() != 0 && from.File() != m.To().File()
}

// VainPawnCaptures counts the diagonal steps of the side's pawns onto squares without a man to
// capture: tries that are certainly illegal. A promotion counts once.
func (p *Position) VainPawnCaptures() int {
	p0, p1, p2 := p.planes[0], p.planes[1], p.planes[2]
	pawns := p0 &^ p1 &^ p2 & p.Men(p.side)
	empty := ^(p0 | p1 | p2)
	if p.ep != 0 {
		empty &^= p.ep.Bit()
	}
	step := 8 - int(p.side)<<4
	return popCount(bits.RotateLeft64(pawns&^fileA, step-1)&empty) + popCount(bits.RotateLeft64(pawns&^fileH, step+1)&empty)
}

// PawnCaptures returns the number of legal captures by pawns, a promotion counted once for its four
// kinds, and the squares they start from.
func (p *Position) PawnCaptures() (n int, from uint64) {
	targets := p.Men(p.side ^ 1)
	if p.ep != 0 {
		targets |= p.ep.Bit()
	}
	if p.PawnAttacks(p.side)&targets == 0 { // the usual case: no need to look for pins
		return 0, 0
	}
	var g generator
	checkers := g.start(p)
	if checkers&(checkers-1) != 0 {
		return 0, 0
	}
	for b := g.pawns & g.us; b != 0; b &= b - 1 {
		s := first(b)
		to := table.pawn[g.side][s&63] & g.them & g.target
		if g.pinned&s.Bit() != 0 {
			to &= table.line[g.king&63][s&63]
		}
		if p.ep != 0 && table.pawn[g.side][s&63]&p.ep.Bit() != 0 && p.safeEnPassant(s, g.king, g.occ, g.them) {
			to |= p.ep.Bit()
		}
		if to != 0 {
			from |= s.Bit()
			n += popCount(to)
		}
	}
	return n, from
}
