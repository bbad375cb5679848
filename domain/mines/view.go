// SPDX-License-Identifier: BSD-3-Clause

package mines

import "slices"

// Mark is what a player sees of one cell: a number from 0 to 8, or one of the
// constants below.
type Mark int8

// The marks that are not numbers. A Flag is the player's opinion and is never
// trusted: it means Hidden. A Mine is a fact. Opened is a cell known to be safe whose
// number is not known, or not used by an argument.
const (
	Hidden Mark = -1
	Flag   Mark = -2
	Mine   Mark = -3
	Opened Mark = -4
)

// IsHidden reports whether m says nothing about what is under the cell.
func (m Mark) IsHidden() bool { return m == Hidden || m == Flag }

// IsNumber reports whether m is an open cell's number.
func (m Mark) IsNumber() bool { return m >= 0 }

// View is what a player sees: the rules and one mark per cell.
type View struct {
	Rules

	Marks []Mark // row by row
}

// NewView returns the view of a board nobody has touched.
func NewView(r Rules) View {
	return View{Rules: r, Marks: slices.Repeat([]Mark{Hidden}, r.Cells())}
}

// Clone returns a copy that shares nothing with v.
func (v View) Clone() View {
	v.Marks = slices.Clone(v.Marks)
	return v
}

// With returns a copy of v in which c shows m.
func (v View) With(c Cell, m Mark) View {
	v = v.Clone()
	v.Marks[c] = m
	return v
}

// TrustFlags returns a copy of v in which every flag is taken as a fact.
func (v View) TrustFlags() View {
	v = v.Clone()
	for i, m := range v.Marks {
		if m == Flag {
			v.Marks[i] = Mine
		}
	}
	return v
}

// Untouched reports whether no cell has been opened, so that the first-click rule
// still has to act.
func (v View) Untouched() bool { return !slices.ContainsFunc(v.Marks, Mark.IsNumber) }

// Layout says of every cell whether it is a mine.
type Layout []bool

// Count returns the number of mines.
func (l Layout) Count() int {
	n := 0
	for _, mine := range l {
		if mine {
			n++
		}
	}
	return n
}

// Number returns the number of mines around c: what c shows if it is not a mine.
func (l Layout) Number(r Rules, c Cell) int {
	var buf [8]Cell
	n := 0
	for _, d := range r.AppendNeighbours(buf[:0], c) {
		if l[d] {
			n++
		}
	}
	return n
}
