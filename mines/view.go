// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"fmt"
	"slices"
)

// Mark is the player's view of one cell: a number from 0 to 8, or one of the constants below.
type Mark int8

// The marks that are not numbers. A Flag is the player's opinion and is never trusted: it means
// Hidden. A Mine is a fact. Opened is a cell known to be safe whose number is unknown, or not used
// by an argument.
const (
	Hidden Mark = -1
	Flag   Mark = -2
	Mine   Mark = -3
	Opened Mark = -4
)

// IsHidden reports whether m leaves the contents of the cell unknown.
func (m Mark) IsHidden() bool { return m == Hidden || m == Flag }

// IsNumber reports whether m is an open cell's number.
func (m Mark) IsNumber() bool { return m >= 0 }

// View is the board as a player sees it: the rules and one mark per cell.
type View struct {
	Rules

	Marks []Mark // row by row
}

// NewView returns the view of an untouched board.
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

// TrustFlags returns a copy of v in which every flag is a known mine.
func (v View) TrustFlags() View {
	v = v.Clone()
	for i, m := range v.Marks {
		if m == Flag {
			v.Marks[i] = Mine
		}
	}
	return v
}

// Untouched reports whether no cell has been opened, so that the first-click rule still applies.
func (v View) Untouched() bool {
	return !slices.ContainsFunc(v.Marks, func(m Mark) bool { return m.IsNumber() || m == Opened })
}

// Layout contains, for every cell, whether it is a mine.
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

// CheckLayout returns an error that names the first mark of v that is not true of l.
func (v View) CheckLayout(l Layout) error {
	if len(l) != v.Cells() {
		return fmt.Errorf("layout of %d cells for a board of %d", len(l), v.Cells())
	}
	if n := l.Count(); v.Mines != UnknownMines && n != v.Mines {
		return fmt.Errorf("layout has %d mines, the board has %d", n, v.Mines)
	}
	for i, mark := range v.Marks {
		c := Cell(i)
		switch {
		case mark == Mine && !l[c]:
			return fmt.Errorf("%s is shown as a mine, but the layout has none there", v.Name(c))
		case mark.IsNumber() && l[c]:
			return fmt.Errorf("%s shows %d, but is a mine", v.Name(c), mark)
		case mark.IsNumber() && l.Number(v.Rules, c) != int(mark):
			return fmt.Errorf("%s shows %d, but has %d mines around it", v.Name(c), mark, l.Number(v.Rules, c))
		}
	}
	return nil
}

// Revealed returns the board with every cell open.
func (l Layout) Revealed(r Rules) View {
	v := NewView(r)
	for i, mine := range l {
		v.Marks[i] = Mine
		if !mine {
			v.Marks[i] = Mark(l.Number(r, Cell(i)))
		}
	}
	return v
}
