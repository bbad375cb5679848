// SPDX-License-Identifier: BSD-3-Clause

package chess

import "cmp"

// Side is the half of a position that one player cannot see, in 24 bytes: the men of the other side
// as three bit planes, its castling rights and the en-passant square. The kind code 4, which no man
// has, marks a rook that may still castle (on a corner) and the en-passant square (on the third or
// sixth rank).
//
// It is a struct, not an array, because the compiler passes small structs in registers: that alone
// saves a fifth of the time of a belief's update.
type Side struct {
	p0, p1, p2 uint64
}

// Side returns the half of p that belongs to c, the en-passant square included.
func (p *Position) Side(c Color) Side {
	men := p.Men(c)
	s := Side{p0: p.planes[0] & men, p1: p.planes[1] & men, p2: p.planes[2] & men}
	if p.rights != 0 {
		s.p1 &^= unmoved(p.rights & rightsOf(c))
	}
	if p.ep != 0 {
		s.p2 |= p.ep.Bit()
	}
	return s
}

// Without returns p without the men and castling rights of c and without the
// en-passant square: what the other player knows for certain.
func (p *Position) Without(c Color) Position {
	q := *p
	men := p.Men(c)
	for i := range q.planes {
		q.planes[i] &^= men
	}
	q.white &^= men
	q.rights &^= rightsOf(c)
	q.ep = 0
	return q
}

// With returns p, which must have no men of c, completed by a half that belongs to c.
func (p *Position) With(c Color, s Side) Position {
	q := *p
	marks := s.p2 &^ s.p0 &^ s.p1
	rooks := marks & (rank1 | rank8)
	passed := marks &^ rooks
	q.planes[0] |= s.p0
	q.planes[1] |= s.p1 | rooks
	q.planes[2] |= s.p2 &^ passed
	if c == White {
		q.white |= (s.p0 | s.p1 | s.p2) &^ passed
	}
	if rooks != 0 {
		q.rights |= rightsAt(rooks)
	}
	if passed != 0 {
		q.ep = first(passed)
	}
	return q
}

// Men returns the squares of the men of the half.
func (s Side) Men() uint64 {
	return s.p0 | s.p1 | s.p2&(rank1|rank8)
}

func rightsOf(c Color) uint8 {
	if c == White {
		return whiteShort | whiteLong
	}
	return blackShort | blackLong
}

// unmoved returns the corners of the rooks that have these castling rights.
func unmoved(rights uint8) uint64 {
	r := uint64(rights)
	return r&1<<7 | r>>1&1 | r>>2&1<<63 | r>>3&1<<56
}

// rightsAt is the inverse of unmoved.
func rightsAt(corners uint64) uint8 {
	return uint8(corners>>7&1 | corners&1<<1 | corners>>63&1<<2 | corners>>56&1<<3)
}

// Compare orders halves by their planes.
func (s Side) Compare(o Side) int {
	return cmp.Or(cmp.Compare(s.p0, o.p0), cmp.Compare(s.p1, o.p1), cmp.Compare(s.p2, o.p2))
}

// Hash mixes the half into 64 bits, the same on every machine.
func (s Side) Hash() uint64 {
	// Odd constants from the golden ratio; each step spreads its word over the rest.
	h := s.p0 * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ s.p1) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32 ^ s.p2) * 0x94d049bb133111eb
	return h ^ h>>31
}
