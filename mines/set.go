// SPDX-License-Identifier: BSD-3-Clause

package mines

import "math/bits"

// MaxSetCells is the largest board whose cells fit in a [Set].
const MaxSetCells = 512

// Set is a set of cells of a board of at most [MaxSetCells] cells. It is a plain
// value: it can be copied, compared and used as a map key.
type Set [MaxSetCells / 64]uint64

// Has reports whether c is in the set.
func (s *Set) Has(c Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// Add puts c into the set.
func (s *Set) Add(c Cell) { s[c>>6] |= 1 << (c & 63) }

// Count returns the number of cells in the set.
func (s *Set) Count() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// SetOf returns the mines of a layout of at most [MaxSetCells] cells.
func SetOf(l Layout) Set {
	var s Set
	for c, mine := range l {
		if mine {
			s.Add(Cell(c))
		}
	}
	return s
}
