// SPDX-License-Identifier: BSD-3-Clause

package chess

import "math/bits"

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
	rank1 uint64 = 0xff
	rank3 uint64 = rank1 << 16
	rank6 uint64 = rank1 << 40
	rank8 uint64 = rank1 << 56
)

// DarkSquares are the squares of a1's colour.
const DarkSquares uint64 = 0xaa55aa55aa55aa55

// tables holds every precomputed attack.
type tables struct {
	slider  [1 << 17]uint64 // indexed by magic: rooks first, then bishops
	between [64][64]uint64  // squares strictly between two squares on a line
	line    [64][64]uint64  // the whole line through two squares, both included
	rook    [64]magic
	bishop  [64]magic
	rookRay [64]uint64 // rook attacks on the empty board
	bishRay [64]uint64 // bishop attacks on the empty board
	knight  [64]uint64
	king    [64]uint64
	pawn    [2][64]uint64 // squares a pawn of that side attacks
	rights  [64]uint8     // castling rights that survive a move from or to here
}

// table is built in place: a copy would take a third of the time that building takes, at the start
// of every program.
//
//nolint:gochecknoglobals // immutable attack tables; a pointer would cost a load or a register in every hot loop
var (
	table tables
	_     = table.build()
)

//nolint:unparam // its result is what lets a variable run it
func (t *tables) build() (done struct{}) {
	for s := range Square(64) {
		t.knight[s] = leaps(s, [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
		t.king[s] = leaps(s, [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}})
		t.pawn[White][s] = pawnAttacks(White, s.Bit())
		t.pawn[Black][s] = pawnAttacks(Black, s.Bit())
		t.rookRay[s] = walkRook(s, 0)
		t.bishRay[s] = walkBishop(s, 0)
		t.rights[s] = allRights
	}
	t.rights[e1] &^= whiteShort | whiteLong
	t.rights[h1] &^= whiteShort
	t.rights[a1] &^= whiteLong
	t.rights[e8] &^= blackShort | blackLong
	t.rights[h8] &^= blackShort
	t.rights[a8] &^= blackLong
	t.buildLines()
	t.buildMagics()
	return done
}

func (t *tables) buildLines() {
	for a := range Square(64) {
		for b := range Square(64) {
			switch {
			case a == b:
			case t.rookRay[a]&b.Bit() != 0:
				t.between[a][b] = walkRook(a, b.Bit()) & walkRook(b, a.Bit())
				t.line[a][b] = t.rookRay[a]&t.rookRay[b] | a.Bit() | b.Bit()
			case t.bishRay[a]&b.Bit() != 0:
				t.between[a][b] = walkBishop(a, b.Bit()) & walkBishop(b, a.Bit())
				t.line[a][b] = t.bishRay[a]&t.bishRay[b] | a.Bit() | b.Bit()
			}
		}
	}
}

// leaps returns the squares on the board reached from s by the given steps.
func leaps(s Square, steps [8][2]int) uint64 {
	var b uint64
	for _, d := range steps {
		file, rank := s.File()+d[0], s.Rank()+d[1]
		if uint(file) < 8 && uint(rank) < 8 {
			b |= NewSquare(file, rank).Bit()
		}
	}
	return b
}

// walk collects the squares from s in one direction up to and including the first man.
func walk(s Square, occ uint64, df, dr int) uint64 {
	var b uint64
	file, rank := s.File()+df, s.Rank()+dr
	for uint(file) < 8 && uint(rank) < 8 {
		bit := NewSquare(file, rank).Bit()
		b |= bit
		if occ&bit != 0 {
			break
		}
		file, rank = file+df, rank+dr
	}
	return b
}

func walkRook(s Square, occ uint64) uint64 {
	return walk(s, occ, 1, 0) | walk(s, occ, -1, 0) | walk(s, occ, 0, 1) | walk(s, occ, 0, -1)
}

func walkBishop(s Square, occ uint64) uint64 {
	return walk(s, occ, 1, 1) | walk(s, occ, -1, 1) | walk(s, occ, 1, -1) | walk(s, occ, -1, -1)
}

// forward returns the squares one step ahead of those in b, seen from side c. Squares beyond one
// edge wrap around to the other: callers mask them.
func forward(c Color, b uint64) uint64 {
	return bits.RotateLeft64(b, 8-int(c)<<4)
}

// pawnAttacks returns the squares attacked by pawns of side c on b.
func pawnAttacks(c Color, b uint64) uint64 {
	if c == White {
		return b&^fileA<<7 | b&^fileH<<9
	}
	return b&^fileA>>9 | b&^fileH>>7
}

func rookAttacks(s Square, occ uint64) uint64 {
	return table.slider[table.rook[s&63].index(occ)]
}

func bishopAttacks(s Square, occ uint64) uint64 {
	return table.slider[table.bishop[s&63].index(occ)]
}

// first returns the lowest square of a set that is not empty.
func first(b uint64) Square { return Square(bits.TrailingZeros64(b)) }

// KingAttacks returns the squares next to s.
func KingAttacks(s Square) uint64 { return table.king[s&63] }

// Attacks returns the squares that the man on s attacks, also those occupied by its side.
func (p *Position) Attacks(s Square) uint64 {
	c := Black
	if p.white&s.Bit() != 0 {
		c = White
	}
	return AttacksOf(p.KindAt(s), c, s, p.Occupied())
}

// AttacksOf returns the squares that a man of a kind and side attacks from s when occ is
// occupied.
func AttacksOf(k Kind, c Color, s Square, occ uint64) uint64 {
	if k == Pawn {
		return table.pawn[c&1][s&63]
	}
	return attacksOf(k, s, occ)
}

// Path returns the squares that a move passes over: those that must be empty, without its
// destination.
func (p *Position) Path(m Move) uint64 { return table.between[m.From()&63][m.To()&63] }

// PawnAttacks returns the squares that the pawns of c attack.
func (p *Position) PawnAttacks(c Color) uint64 {
	return pawnAttacks(c&1, p.planes[0]&^p.planes[1]&^p.planes[2]&p.Men(c))
}

// Attacked holds the squares that one side attacks, by the kind of the attacker.
type Attacked [8]uint64

// Attacked returns the squares that c attacks, also those of its men: these it defends.
func (p *Position) Attacked(c Color) (a Attacked) {
	p0, p1, p2 := p.planes[0], p.planes[1], p.planes[2]
	occ, us := p0|p1|p2, p.Men(c)
	a[Pawn] = p.PawnAttacks(c)
	for b := p1 &^ p0 &^ p2 & us; b != 0; b &= b - 1 {
		a[Knight] |= table.knight[first(b)&63]
	}
	for b := p2 & us; b != 0; b &= b - 1 {
		s := first(b) & 63
		k := p.KindAt(s)
		a[k&7] |= attacksOf(k, s, occ)
	}
	if king := p0 & p1 &^ p2 & us; king != 0 {
		a[King] = table.king[first(king)&63]
	}
	return a
}

// Any returns the squares that a man of any kind attacks.
func (a *Attacked) Any() uint64 {
	return a[Pawn] | a[Knight] | a[King] | a[Bishop] | a[Rook] | a[Queen]
}
