// SPDX-License-Identifier: BSD-3-Clause

package krieg

import "github.com/veilplan/veil/krieg/chess"

// LegalMoves returns the legal moves of the side to move, in a fixed order.
func LegalMoves(p *Position) []Move {
	var l chess.Moves
	p.Legal(&l)
	return append([]Move(nil), l.Slice()...)
}

// SAN returns a legal move on a fully known board in standard algebraic notation.
func SAN(p *Position, m Move) string { return p.SAN(m, LegalMoves(p)) }
