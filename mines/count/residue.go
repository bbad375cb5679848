// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"encoding/binary"

	"github.com/veilplan/veil/mines"
)

// AppendResidue appends the unsettled part of the position, after Deduce: the closed cells that may
// be opened, the mines that the numbers around them lack, and the mines left. Positions with the
// same residue have the same layouts of the same cells, in the order of a Listing, wherever on the
// board they are and however they were reached; so they have the same value.
func (s *Solver) AppendResidue(dst []byte) []byte {
	top, left := s.corner()
	put := func(c, kind int) {
		row, col := s.rules.RowCol(mines.Cell(c))
		dst = binary.AppendUvarint(dst, uint64(row+1-top))
		dst = binary.AppendUvarint(dst, uint64(col+1-left))
		dst = append(dst, byte(kind))
	}
	const unsureCell, safeCell = 10, 11 // beyond every number
	for c, f := range s.fate {
		switch {
		case f == unsure:
			put(c, unsureCell)
		case f == safe:
			put(c, safeCell)
		case s.numbered[c] && s.left[c] > 0:
			put(c, int(s.need[c]))
		}
	}
	return binary.AppendUvarint(dst, uint64(s.mines))
}

// corner returns the first row and column of the cells that may be opened.
func (s *Solver) corner() (row, col int) {
	row, col = s.rules.Height, s.rules.Width
	for c, f := range s.fate {
		if f == unsure || f == safe {
			y, x := s.rules.RowCol(mines.Cell(c))
			row, col = min(row, y), min(col, x)
		}
	}
	return row, col
}
