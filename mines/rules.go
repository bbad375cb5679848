// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// First is the protection of the first click.
type First uint8

// The first-click rules. Under Safe ("Windows") the mines are uniform over the layouts
// that avoid the clicked cell; under Zero ("Gnomine") they avoid its whole
// neighbourhood, clipped at the border; under Any nothing is protected.
const (
	Safe First = iota
	Zero
	Any
)

// String returns the rule's name in text formats.
func (f First) String() string {
	switch f {
	case Safe:
		return "safe"
	case Zero:
		return "zero"
	case Any:
		return "any"
	default:
		return "First(" + strconv.Itoa(int(f)) + ")"
	}
}

// MarshalText returns the rule's name.
func (f First) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the rule's name.
func (f *First) UnmarshalText(text []byte) error {
	for _, rule := range []First{Safe, Zero, Any} {
		if string(text) == rule.String() {
			*f = rule
			return nil
		}
	}
	return fmt.Errorf("first-click rule %q: want any, safe or zero", text)
}

// UnknownMines marks a mine count that was not given: then only certainties that follow from the
// numbers alone are known.
const UnknownMines = -1

// MaxCells is the largest board that is read or generated, in cells.
const MaxCells = 1 << 16

// Rules fix a board: its size, its number of mines and the first-click rule.
type Rules struct {
	Width, Height int
	Mines         int // or UnknownMines
	First         First
}

// Cells returns the number of cells.
func (r Rules) Cells() int { return r.Width * r.Height }

// Validate reports what is wrong with the rules, or nil.
func (r Rules) Validate() error {
	switch {
	case r.Width < 1 || r.Height < 1:
		return fmt.Errorf("board %dx%d: width and height must be at least 1", r.Width, r.Height)
	case r.Width > MaxCells || r.Height > MaxCells || r.Cells() > MaxCells:
		return fmt.Errorf("board %dx%d: more than %d cells", r.Width, r.Height, MaxCells)
	case r.Mines != UnknownMines && (r.Mines < 0 || r.Mines > r.Cells()):
		return fmt.Errorf("%d mines do not fit on %d cells", r.Mines, r.Cells())
	}
	return nil
}

// String returns the size as people write it: "30x16/99".
func (r Rules) String() string {
	if r.Mines == UnknownMines {
		return fmt.Sprintf("%dx%d", r.Width, r.Height)
	}
	return fmt.Sprintf("%dx%d/%d", r.Width, r.Height, r.Mines)
}

// Cell is a cell's index, row by row from the top left.
type Cell int

// Cell returns the cell in the given row and column, both from 0.
func (r Rules) Cell(row, col int) Cell { return Cell(row*r.Width + col) }

// RowCol returns the row and column of c, both from 0.
func (r Rules) RowCol(c Cell) (row, col int) { return int(c) / r.Width, int(c) % r.Width }

// Name returns the name of c in text, "r3c4": row and column from 1.
func (r Rules) Name(c Cell) string {
	row, col := r.RowCol(c)
	return "r" + strconv.Itoa(row+1) + "c" + strconv.Itoa(col+1)
}

var errCellName = errors.New("want a cell such as r3c4 (row 3, column 4, from 1) or @3,2 (x, y from 0)")

// ParseCell reads "r3c4" (row and column from 1) or "@3,2" (x and y from 0).
func (r Rules) ParseCell(text string) (Cell, error) {
	row, col, err := splitCell(text)
	if err != nil {
		return 0, fmt.Errorf("cell %q: %w", text, err)
	}
	if row < 0 || row >= r.Height || col < 0 || col >= r.Width {
		return 0, fmt.Errorf("cell %q is off the board: rows are 1 to %d, columns 1 to %d", text, r.Height, r.Width)
	}
	return r.Cell(row, col), nil
}

// splitCell returns row and column from 0, not checked against a board.
func splitCell(text string) (row, col int, err error) {
	if xy, ok := strings.CutPrefix(text, "@"); ok {
		x, y, _ := strings.Cut(xy, ",")
		col, err1 := strconv.Atoi(x)
		row, err2 := strconv.Atoi(y)
		if err1 != nil || err2 != nil {
			return 0, 0, errCellName
		}
		return row, col, nil
	}
	rest, ok := strings.CutPrefix(strings.ToLower(text), "r")
	r, c, found := strings.Cut(rest, "c")
	row, err1 := strconv.Atoi(r)
	col, err2 := strconv.Atoi(c)
	if !ok || !found || err1 != nil || err2 != nil {
		return 0, 0, errCellName
	}
	return row - 1, col - 1, nil
}

// AppendNeighbours appends the up to eight cells around c, in reading order.
func (r Rules) AppendNeighbours(dst []Cell, c Cell) []Cell {
	row, col := r.RowCol(c)
	for y := max(row-1, 0); y <= min(row+1, r.Height-1); y++ {
		for x := max(col-1, 0); x <= min(col+1, r.Width-1); x++ {
			if n := r.Cell(y, x); n != c {
				dst = append(dst, n)
			}
		}
	}
	return dst
}
