// SPDX-License-Identifier: BSD-3-Clause

package chess

// Checking finds the moves of the side to move that can give check, without making them.
type Checking struct {
	p        *Position
	direct   [8]uint64 // per kind, the squares from which it attacks the king
	discover uint64    // men that may block a check
}

// Checking returns the table for p, which must not change while it is used.
func (p *Position) Checking() Checking {
	king := p.King(p.side ^ 1)
	occ, us := p.Occupied(), p.Men(p.side)
	c := Checking{p: p}
	c.direct[Pawn] = table.pawn[(p.side^1)&1][king&63]
	c.direct[Knight] = table.knight[king&63]
	c.direct[Bishop] = bishopAttacks(king, occ)
	c.direct[Rook] = rookAttacks(king, occ)
	c.direct[Queen] = c.direct[Bishop] | c.direct[Rook]
	queens := p.All(Queen)
	c.behind(king, us&(p.All(Rook)|queens), us&c.direct[Rook], rookAttacks(king, occ&^(us&c.direct[Rook])))
	c.behind(king, us&(p.All(Bishop)|queens), us&c.direct[Bishop], bishopAttacks(king, occ&^(us&c.direct[Bishop])))
	return c
}

// behind records the blockers on lines from the king to sliders that would reach it without them.
func (c *Checking) behind(king Square, sliders, blockers, reach uint64) {
	for b := sliders & reach &^ blockers; b != 0; b &= b - 1 {
		c.discover |= table.line[king&63][first(b)&63] & blockers
	}
}

// May reports whether a legal move can give check. It is true of every move that gives check, and
// rarely of another.
func (c *Checking) May(m Move) bool {
	from, to := m.From(), m.To()
	kind := c.p.KindAt(from)
	switch {
	case c.discover&from.Bit() != 0, m.Promotion() != NoKind:
		return true
	case kind == King:
		return castles(from, to)
	case kind == Pawn && from.File() != to.File() && c.p.Occupied()&to.Bit() == 0:
		return true // en passant opens two lines
	default:
		return c.direct[kind&7]&to.Bit() != 0
	}
}
