// SPDX-License-Identifier: BSD-3-Clause

package chess

import "math/bits"

// generator holds the shared data of generating one position's legal moves.
type generator struct {
	l       *Moves
	occ     uint64
	us      uint64
	them    uint64
	pawns   uint64
	knights uint64
	diag    uint64 // bishops and queens
	orth    uint64 // rooks and queens
	target  uint64 // destinations allowed to men other than the king: they parry every check
	pinned  uint64
	king    Square
	side    Color
}

// Legal replaces l by the legal moves of p, in a fixed order.
func (p *Position) Legal(l *Moves) {
	l.n = 0
	var g generator
	g.l = l
	checkers := g.start(p)
	g.kingMoves(p, checkers)
	if checkers&(checkers-1) != 0 {
		return // double check: only the king moves
	}
	g.knightMoves()
	g.sliderMoves()
	g.pawnMoves()
	if p.ep != 0 {
		g.enPassant(p)
	}
}

// start fills g and returns the checkers.
func (g *generator) start(p *Position) uint64 {
	p0, p1, p2 := p.planes[0], p.planes[1], p.planes[2]
	g.side = p.side & 1
	g.occ = p0 | p1 | p2
	g.us = g.occ&-uint64(g.side) ^ p.white
	g.them = g.occ ^ g.us
	g.pawns = p0 &^ p1 &^ p2
	g.knights = p1 &^ p0 &^ p2
	g.diag = p2 & p0
	g.orth = p2 & p1
	g.king = first(p0 & p1 &^ p2 & g.us)
	k := g.king & 63
	checkers := (table.knight[k]&g.knights | table.pawn[g.side][k]&g.pawns) & g.them
	// A slider aimed at the king gives check, or pins the only man between.
	aimed := (table.rookRay[k]&g.orth | table.bishRay[k]&g.diag) & g.them
	for ; aimed != 0; aimed &= aimed - 1 {
		s := first(aimed)
		block := table.between[k][s&63] & g.occ
		if block == 0 {
			checkers |= s.Bit()
		} else if block&(block-1) == 0 {
			g.pinned |= block & g.us
		}
	}
	g.target = ^g.us
	if checkers != 0 {
		c := first(checkers) & 63
		g.target = table.between[k][c] | c.Bit()
	}
	return checkers
}

// add appends a move to each square of to.
func (g *generator) add(from Square, to uint64) {
	n := g.l.n // kept in a register over the loop
	for ; to != 0; to &= to - 1 {
		g.l.buf[uint8(n)] = NewMove(from, first(to), NoKind)
		n++
	}
	g.l.n = n
}

func (g *generator) kingMoves(p *Position, checkers uint64) {
	to := table.king[g.king&63] &^ g.us
	var short, long uint64
	if checkers == 0 && p.rights != 0 {
		short, long = castlings(p, g.occ)
	}
	if to|short|long == 0 {
		return
	}
	danger := g.danger(p)
	g.add(g.king, to&^danger)
	if short != 0 && short&danger == 0 {
		g.l.add(NewMove(g.king, g.king+2, NoKind))
	}
	if long != 0 && long&danger == 0 {
		g.l.add(NewMove(g.king, g.king-2, NoKind))
	}
}

// danger returns the squares the enemy attacks once our king is removed, so that the king does not
// shield its own retreat.
func (g *generator) danger(p *Position) uint64 {
	occ := g.occ &^ g.king.Bit()
	d := pawnAttacks(g.side^1, g.pawns&g.them)
	kings := p.planes[0] & p.planes[1] &^ p.planes[2]
	if theirs := kings & g.them; theirs != 0 {
		d |= table.king[first(theirs)&63]
	}
	for b := g.knights & g.them; b != 0; b &= b - 1 {
		d |= table.knight[first(b)&63]
	}
	for b := g.diag & g.them; b != 0; b &= b - 1 {
		d |= bishopAttacks(first(b), occ)
	}
	for b := g.orth & g.them; b != 0; b &= b - 1 {
		d |= rookAttacks(first(b), occ)
	}
	return d
}

func (g *generator) knightMoves() {
	for b := g.knights & g.us &^ g.pinned; b != 0; b &= b - 1 {
		from := first(b)
		g.add(from, table.knight[from&63]&g.target)
	}
}

func (g *generator) sliderMoves() {
	for b := (g.diag | g.orth) & g.us; b != 0; b &= b - 1 {
		from := first(b)
		bit := b & -b
		var to uint64
		if g.diag&bit != 0 {
			to = bishopAttacks(from, g.occ)
		}
		if g.orth&bit != 0 {
			to |= rookAttacks(from, g.occ)
		}
		if g.pinned&bit != 0 {
			to &= table.line[g.king&63][from&63]
		}
		g.add(from, to&g.target)
	}
}

func (g *generator) pawnMoves() {
	pawns := g.pawns & g.us
	free := pawns &^ g.pinned
	g.pawnSet(free, g.target)
	for b := pawns & g.pinned; b != 0; b &= b - 1 {
		g.pawnSet(b&-b, g.target&table.line[g.king&63][first(b)&63])
	}
}

// pawnSet adds the pushes and captures of pawns that may go to any square of target.
func (g *generator) pawnSet(pawns, target uint64) {
	step := 8 - int(g.side)<<4
	third := rank3
	if g.side == Black {
		third = rank6
	}
	one := bits.RotateLeft64(pawns, step) &^ g.occ
	two := bits.RotateLeft64(one&third, step) &^ g.occ & target
	west := bits.RotateLeft64(pawns&^fileA, step-1) & g.them & target
	east := bits.RotateLeft64(pawns&^fileH, step+1) & g.them & target
	const last = rank1 | rank8
	g.addSteps(one&target&^last, Square(step))
	g.addSteps(two, Square(2*step))
	g.addSteps(west&^last, Square(step-1))
	g.addSteps(east&^last, Square(step+1))
	if (one&target|west|east)&last != 0 {
		g.promotions(one&target&last, Square(step))
		g.promotions(west&last, Square(step-1))
		g.promotions(east&last, Square(step+1))
	}
}

// addSteps adds the moves that arrive on to from the square a step behind.
func (g *generator) addSteps(to uint64, step Square) {
	n := g.l.n
	for ; to != 0; to &= to - 1 {
		s := first(to)
		g.l.buf[uint8(n)] = NewMove(s-step, s, NoKind)
		n++
	}
	g.l.n = n
}

func (g *generator) promotions(to uint64, step Square) {
	for ; to != 0; to &= to - 1 {
		s := first(to)
		g.l.addPromotions(s-step, s)
	}
}

func (l *Moves) addPromotions(from, to Square) {
	l.add(NewMove(from, to, Queen))
	l.add(NewMove(from, to, Rook))
	l.add(NewMove(from, to, Bishop))
	l.add(NewMove(from, to, Knight))
}

// enPassant adds the captures en passant. Two men leave one rank at once, so each is
// tested on the board it leads to.
func (g *generator) enPassant(p *Position) {
	for b := table.pawn[(g.side^1)&1][p.ep&63] & g.pawns & g.us; b != 0; b &= b - 1 {
		if from := first(b); p.safeEnPassant(from, g.king, g.occ, g.them) {
			g.l.add(NewMove(from, p.ep, NoKind))
		}
	}
}

func (p *Position) safeEnPassant(from, king Square, occ, them uint64) bool {
	taken := (p.ep ^ 8).Bit()
	return p.attackers(king, (occ|p.ep.Bit())&^(from.Bit()|taken), them&^taken, p.side^1) == 0
}
