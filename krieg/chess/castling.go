// SPDX-License-Identifier: BSD-3-Clause

package chess

// castlings returns, for each castling of the side to move that occ does not block, the squares
// besides the king's own that must not be attacked; zero if the castling is not available.
func castlings(p *Position, occ uint64) (short, long uint64) {
	rights, home := p.rights, uint(0)
	if p.side == Black {
		rights, home = rights>>2, 56
	}
	if rights&whiteShort != 0 && occ>>home&0x60 == 0 {
		short = 0x60 << home
	}
	if rights&whiteLong != 0 && occ>>home&0x0e == 0 {
		long = 0x0c << home
	}
	return short, long
}

// castles reports whether a king's move between these squares is castling.
func castles(from, to Square) bool {
	return (from == e1 || from == e8) && (to == from+2 || to == from-2)
}
