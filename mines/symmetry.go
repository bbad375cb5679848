// SPDX-License-Identifier: BSD-3-Clause

package mines

// Symmetries returns the rotations and reflections that map v to itself, without the identity: the
// cell that takes the place of c is p[c].
func (v View) Symmetries() [][]Cell {
	var all [][]Cell
	for turn := 1; turn < 8; turn++ {
		if p := v.turned(turn); p != nil {
			all = append(all, p)
		}
	}
	return all
}

// turn returns where one of the eight symmetries of the square puts a cell: bit 0 mirrors
// columns, bit 1 mirrors rows, bit 2 exchanges rows and columns.
func (r Rules) turn(c Cell, turn int) (row, col int) {
	row, col = r.RowCol(c)
	if turn&1 != 0 {
		col = r.Width - 1 - col
	}
	if turn&2 != 0 {
		row = r.Height - 1 - row
	}
	if turn&4 != 0 {
		row, col = col, row
	}
	return row, col
}

// turned returns a symmetry if it maps v to itself.
func (v View) turned(turn int) []Cell {
	if turn&4 != 0 && v.Width != v.Height {
		return nil
	}
	p := make([]Cell, v.Cells())
	for c := range p {
		p[c] = v.Cell(v.turn(Cell(c), turn))
		if v.Marks[p[c]] != v.Marks[c] {
			return nil
		}
	}
	return p
}
