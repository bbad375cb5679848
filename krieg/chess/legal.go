// SPDX-License-Identifier: BSD-3-Clause

package chess

// IsLegal reports whether m is a legal move of p, without generating the others. m may be any
// value, even nonsense.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	occ, us := p.Occupied(), p.Men(p.side)
	if us&from.Bit() == 0 || us&to.Bit() != 0 {
		return false
	}
	kind := p.KindAt(from)
	king := p.King(p.side)
	if kind == King {
		return m.Promotion() == NoKind && p.kingMayGo(from, to, occ)
	}
	if kind == Pawn {
		if !p.pawnReaches(m, occ) {
			return false
		}
		if to == p.ep && p.ep != 0 && from.File() != to.File() {
			return p.safeEnPassant(from, king, occ, occ^us)
		}
	} else if m.Promotion() != NoKind || attacksOf(kind, from, occ)&to.Bit() == 0 {
		return false
	}
	after := occ&^from.Bit() | to.Bit()
	return p.attackers(king, after, (occ^us)&^to.Bit(), p.side^1) == 0
}

// attacksOf returns the squares that a man other than a pawn attacks from s.
func attacksOf(k Kind, s Square, occ uint64) uint64 {
	switch k {
	case Knight:
		return table.knight[s&63]
	case Bishop:
		return bishopAttacks(s, occ)
	case Rook:
		return rookAttacks(s, occ)
	case Queen:
		return bishopAttacks(s, occ) | rookAttacks(s, occ)
	case King:
		return table.king[s&63]
	default:
		return 0
	}
}

// kingMayGo reports whether a king's step or castling is legal. Attacks are computed without the
// king, so that it cannot retreat along the line of a check.
func (p *Position) kingMayGo(from, to Square, occ uint64) bool {
	them, by := p.Men(p.side^1), p.side^1
	lifted := occ &^ from.Bit()
	if table.king[from&63]&to.Bit() != 0 {
		return p.attackers(to, lifted, them&^to.Bit(), by) == 0
	}
	short, long := castlings(p, occ)
	way := short
	if to == from-2 {
		way = long
	} else if to != from+2 {
		return false
	}
	if way == 0 || p.attackers(from, occ, them, by) != 0 {
		return false
	}
	for b := way; b != 0; b &= b - 1 {
		if p.attackers(first(b), lifted, them, by) != 0 {
			return false
		}
	}
	return true
}

// pawnReaches reports whether the pawn's move is possible as far as the men in its way and the
// promotion are concerned.
func (p *Position) pawnReaches(m Move, occ uint64) bool {
	from, to := m.From(), m.To()
	last := to.Bit()&(rank1|rank8) != 0
	if last != (m.Promotion() != NoKind) || m.Promotion() == King || m.Promotion() == Pawn {
		return false
	}
	if table.pawn[p.side&1][from&63]&to.Bit() != 0 {
		return occ&to.Bit() != 0 || to == p.ep && p.ep != 0
	}
	one := forward(p.side, from.Bit())
	if occ&one != 0 {
		return false
	}
	return one == to.Bit() || from.Rank() == 1+5*int(p.side&1) && forward(p.side, one) == to.Bit() && occ&to.Bit() == 0
}

// HasMoves reports whether the side to move has a legal move. Unless the king is in check,
// examining the men that share no line with it, and so cannot be pinned, nearly always decides it,
// and otherwise a step of the king; only after that are the moves generated.
func (p *Position) HasMoves(check Directions) bool {
	return check == 0 && p.hasFreeMove() || p.kingSteps() || p.listsMoves()
}

// hasFreeMove reports whether a man that cannot be pinned can move. The king must not be
// in check.
func (p *Position) hasFreeMove() bool {
	p0, p1, p2 := p.planes[0], p.planes[1], p.planes[2]
	occ, us := p0|p1|p2, p.Men(p.side)
	k := first(p0&p1&^p2&us) & 63
	free := us &^ (table.rookRay[k] | table.bishRay[k])
	if forward(p.side, p0&^p1&^p2&free)&^occ != 0 {
		return true
	}
	for b := p1 &^ p0 &^ p2 & free; b != 0; b &= b - 1 {
		if table.knight[first(b)&63]&^us != 0 {
			return true
		}
	}
	for b := p2 & free; b != 0; b &= b - 1 {
		s := first(b) & 63
		if attacksOf(p.KindAt(s), s, occ)&^us != 0 {
			return true
		}
	}
	return false
}

// kingSteps reports whether the king has a legal step, also out of check: to a square that is not
// attacked once the king has left its own.
func (p *Position) kingSteps() bool {
	k := p.King(p.side)
	if k >= NoSquare {
		return false
	}
	us := p.Men(p.side)
	occ := p.Occupied()
	for to := table.king[k&63] &^ us; to != 0; to &= to - 1 {
		if p.attackers(first(to), occ&^k.Bit(), occ&^us, p.side^1) == 0 {
			return true
		}
	}
	return false
}

// listsMoves is separate so that only callers that need it pay for clearing a list.
func (p *Position) listsMoves() bool {
	var l Moves
	p.Legal(&l)
	return l.n > 0
}

// DeadDrawn reports whether no sequence of moves mates: bare kings, one knight, or only bishops on
// squares of one colour.
func (p *Position) DeadDrawn() bool {
	p0, p1, p2 := p.planes[0], p.planes[1], p.planes[2]
	pawns, orth := p0&^p1&^p2, p1&p2
	if pawns|orth != 0 {
		return false
	}
	knights, bishops := p1&^p0&^p2, p0&p2
	if knights != 0 {
		return bishops == 0 && knights&(knights-1) == 0
	}
	return bishops&DarkSquares == 0 || bishops&^DarkSquares == 0
}
