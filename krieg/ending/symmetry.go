// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"math/bits"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Symmetry is one of the eight symmetries of the board: bit 2 exchanges files and ranks, then bit 0
// mirrors the files and bit 1 the ranks.
type Symmetry uint8

// The named symmetries.
const (
	Same        Symmetry = 0
	MirrorFiles Symmetry = 1
	MirrorRanks Symmetry = 2
	transpose   Symmetry = 4
)

// Square returns the image of a square.
func (y Symmetry) Square(s krieg.Square) krieg.Square {
	if y&transpose != 0 {
		s = s&7<<3 | s>>3
	}
	return s ^ krieg.Square(y&MirrorFiles)*7 ^ krieg.Square(y&MirrorRanks)*28
}

// Squares returns the image of a set of squares.
func (y Symmetry) Squares(b uint64) uint64 {
	if y&transpose != 0 {
		b = transposed(b)
	}
	if y&MirrorFiles != 0 {
		b = bits.ReverseBytes64(bits.Reverse64(b))
	}
	if y&MirrorRanks != 0 {
		b = bits.ReverseBytes64(b)
	}
	return b
}

// Move returns the image of a move.
func (y Symmetry) Move(m krieg.Move) krieg.Move {
	return chess.NewMove(y.Square(m.From()), y.Square(m.To()), m.Promotion())
}

// Inverse returns the symmetry that undoes y. Files and ranks that were exchanged are
// mirrored by each other's bit.
func (y Symmetry) Inverse() Symmetry {
	if y&transpose == 0 {
		return y
	}
	return transpose | y&MirrorFiles<<1 | y&MirrorRanks>>1
}

// transposed exchanges files and ranks by three rounds of swaps across the diagonal.
func transposed(b uint64) uint64 {
	t := (b ^ b<<28) & 0x0f0f0f0f00000000
	b ^= t ^ t>>28
	t = (b ^ b<<14) & 0x3333000033330000
	b ^= t ^ t>>14
	t = (b ^ b<<7) & 0x5500550055005500
	return b ^ t ^ t>>7
}
