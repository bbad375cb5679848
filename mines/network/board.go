// SPDX-License-Identifier: BSD-3-Clause

package network

import "github.com/veilplan/veil/mines"

// board lists the neighbours of every cell.
type board struct {
	rules mines.Rules
	first []int32
	list  []mines.Cell
}

func newBoard(rules mines.Rules) board {
	b := board{rules: rules, first: make([]int32, 1, rules.Cells()+1), list: make([]mines.Cell, 0, 8*rules.Cells())}
	for c := range mines.Cell(rules.Cells()) {
		b.list = rules.AppendNeighbours(b.list, c)
		b.first = append(b.first, int32(len(b.list)))
	}
	return b
}

func (b *board) around(c mines.Cell) []mines.Cell { return b.list[b.first[c]:b.first[c+1]] }
