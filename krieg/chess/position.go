// SPDX-License-Identifier: BSD-3-Clause

package chess

import "math/bits"

// Castling rights, as bits of Position.rights.
const (
	whiteShort uint8 = 1 << iota
	whiteLong
	blackShort
	blackLong
	allRights = whiteShort | whiteLong | blackShort | blackLong
)

const (
	a1 Square = 0
	e1 Square = 4
	h1 Square = 7
	a8 Square = 56
	e8 Square = 60
	h8 Square = 63
)

// Position is a full chess position without move counters. It is comparable: two positions are
// equal exactly if they have the same men, side to move and castling rights, and the same
// en-passant square, which is recorded only while an enemy pawn could capture there.
type Position struct {
	planes [3]uint64
	white  uint64
	ep     Square // 0 for none: no pawn ever passes a1
	rights uint8
	side   Color
}

func popCount(b uint64) int { return bits.OnesCount64(b) }

// ToMove returns the side to move.
func (p *Position) ToMove() Color { return p.side }

// Occupied returns the squares of all men.
func (p *Position) Occupied() uint64 { return p.planes[0] | p.planes[1] | p.planes[2] }

// Men returns the squares of all men of one side.
func (p *Position) Men(c Color) uint64 {
	if c == White {
		return p.white
	}
	return p.Occupied() ^ p.white
}

// All returns the squares of all men of one kind.
func (p *Position) All(k Kind) uint64 {
	return (p.planes[0] ^ (uint64(k&1) - 1)) & (p.planes[1] ^ (uint64(k>>1&1) - 1)) & (p.planes[2] ^ (uint64(k>>2&1) - 1))
}

// Pawns returns the material of some men in pawns: 1, 3, 3, 5 and 9 for pawn, knight, bishop, rook
// and queen.
func (p *Position) Pawns(men uint64) int {
	p0, p1, p2 := p.planes[0]&men, p.planes[1]&men, p.planes[2]&men
	// The planes are the binary digits of a kind's code: see the kinds.
	pawns, knights, queens := p0&^p1&^p2, p1&^p0&^p2, p0&p1&p2
	bishops, rooks := p0&p2&^p1, p1&p2&^p0
	return popCount(pawns) + 3*popCount(knights|bishops) + 5*popCount(rooks) + 9*popCount(queens)
}

// KindAt returns the kind of the man on s, or NoKind.
func (p *Position) KindAt(s Square) Kind {
	s &= 63
	return Kind(p.planes[0]>>s&1 | p.planes[1]>>s&1<<1 | p.planes[2]>>s&1<<2)
}

// EnPassant returns the square on which a pawn can be captured en passant, if an enemy pawn can do
// so.
func (p *Position) EnPassant() (Square, bool) { return p.ep, p.ep != 0 }

// King returns the square of a side's king, NoSquare if it has none.
func (p *Position) King(c Color) Square {
	return first(p.planes[0] & p.planes[1] &^ p.planes[2] & p.Men(c))
}

// Put places a man on an empty square.
func (p *Position) Put(s Square, c Color, k Kind) {
	for i := range p.planes {
		p.planes[i] |= uint64(k>>i&1) << s
	}
	if c == White {
		p.white |= s.Bit()
	}
}

// Remove removes the man on s, and the castling rights that depend on it.
func (p *Position) Remove(s Square) {
	p.remove(s)
	p.rights &= table.rights[s&63]
}

// WithToMove returns the position with the given side to move and no en-passant square.
func (p Position) WithToMove(c Color) Position {
	p.side, p.ep = c, 0
	return p
}

// Make plays m, which must be legal.
func (p *Position) Make(m Move) {
	from, to := m.From(), m.To()
	kind := p.KindAt(from)
	promote := m.Promotion()
	if promote == NoKind {
		promote = kind
	}
	p.move(from, to, promote)
	p.rights &= table.rights[from&63] & table.rights[to&63]
	ep := p.ep
	p.ep = 0
	switch {
	case kind == Pawn && to == ep && ep != 0:
		p.remove(to ^ 8)
	case kind == Pawn && from^to == 16:
		p.passed((from + to) / 2)
	case kind == King && castles(from, to):
		p.castleRook(to)
	}
	p.side ^= 1
}

// move moves the man of the side to move from one square to another, as kind k.
func (p *Position) move(from, to Square, k Kind) {
	both := from.Bit() | to.Bit()
	p.planes[0] = p.planes[0]&^both | uint64(k&1)<<to
	p.planes[1] = p.planes[1]&^both | uint64(k>>1&1)<<to
	p.planes[2] = p.planes[2]&^both | uint64(k>>2)<<to
	p.white = p.white&^both | uint64(p.side^1)<<to
}

func (p *Position) remove(s Square) {
	for i := range p.planes {
		p.planes[i] &^= s.Bit()
	}
	p.white &^= s.Bit()
}

// passed records a double step over s if an enemy pawn could capture there. Recording a square of
// no use would make equal positions differ.
func (p *Position) passed(s Square) {
	pawns := p.planes[0] &^ p.planes[1] &^ p.planes[2]
	if table.pawn[p.side&1][s&63]&pawns&p.Men(p.side^1) != 0 {
		p.ep = s
	}
}

func (p *Position) castleRook(kingTo Square) {
	if kingTo.File() == 6 {
		p.move(kingTo+1, kingTo-1, Rook)
		return
	}
	p.move(kingTo-2, kingTo+1, Rook)
}

// attackers returns the men of them that attack s when occ is occupied.
func (p *Position) attackers(s Square, occ, them uint64, by Color) uint64 {
	s &= 63
	pawns := table.pawn[(by^1)&1][s] & p.planes[0] &^ p.planes[1] &^ p.planes[2]
	return (pawns | p.pieces(s, occ, them)) & them
}

// Takers returns the men of both sides that attack a square, among the occupied squares that count.
func (p *Position) Takers(on Square, occ uint64) uint64 {
	on &= 63
	pawns := (table.pawn[Black][on]&p.white | table.pawn[White][on]&^p.white) & p.planes[0] &^ p.planes[1] &^ p.planes[2]
	return (pawns | p.pieces(on, occ, occ)) & occ
}

// pieces returns the men, other than pawns, that attack s when occ is occupied. Of those that attack along
// lines it returns some men's only.
func (p *Position) pieces(s Square, occ, men uint64) uint64 {
	p0, p1, p2 := p.planes[0], p.planes[1], p.planes[2]
	hit := table.knight[s] & p1 &^ p0 &^ p2
	hit |= table.king[s] & p0 & p1 &^ p2
	if diag := p2 & p0 & men; table.bishRay[s]&diag != 0 {
		hit |= bishopAttacks(s, occ) & diag
	}
	if orth := p2 & p1 & men; table.rookRay[s]&orth != 0 {
		hit |= rookAttacks(s, occ) & orth
	}
	return hit
}

// Checkers returns the men that give check to the side to move.
func (p *Position) Checkers() uint64 {
	k := p.King(p.side)
	if k >= NoSquare {
		return 0
	}
	by := p.side ^ 1
	return p.attackers(k, p.Occupied(), p.Men(by), by)
}
