// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"context"
	"slices"

	"github.com/veilplan/veil/mines"
)

// clue is one number read as a premise: need of the hidden cells around it are mines.
type clue struct {
	at    mines.Cell
	cells []mines.Cell // the hidden cells around it, in reading order
	need  int          // its number less the known mines around it
	known []mines.Cell // the known mines around it
}

// impossible reports whether no layout can satisfy the clue even alone.
func (c clue) impossible() bool { return c.need < 0 || c.need > len(c.cells) }

// noCell is the cell of an assumption that assumes nothing.
const noCell mines.Cell = -1

// assumption fixes one hidden cell for an indirect proof.
type assumption struct {
	cell mines.Cell
	mine bool
}

// clues is a view as a list of premises: the numbers, and the mine count. That open cells are safe
// and that marked mines are mines is always assumed.
type clues struct {
	poll

	view   mines.View
	list   []clue  // in reading order
	around [][]int // cell -> the clues that touch it, ascending; nil unless hidden
	hidden int     // number of hidden cells
	left   int     // mines among them, or UnknownMines
	local  []int32 // scratch of sweep
	parts  *parts  // computed on first use
}

func newClues(ctx context.Context, v mines.View) *clues {
	q := &clues{poll: poll{ctx: ctx}, view: v, around: make([][]int, len(v.Marks)), left: v.Mines}
	for _, m := range v.Marks {
		switch {
		case m.IsHidden():
			q.hidden++
		case m == mines.Mine && v.Mines != mines.UnknownMines:
			q.left--
		}
	}
	for i, m := range v.Marks {
		if m.IsNumber() {
			q.add(mines.Cell(i), int(m))
		}
	}
	return q
}

func (q *clues) add(at mines.Cell, number int) {
	c := clue{at: at, need: number}
	var buf [8]mines.Cell
	for _, n := range q.view.AppendNeighbours(buf[:0], at) {
		switch m := q.view.Marks[n]; {
		case m.IsHidden():
			c.cells = append(c.cells, n)
			q.around[n] = append(q.around[n], len(q.list))
		case m == mines.Mine:
			c.known = append(c.known, n)
			c.need--
		}
	}
	q.list = append(q.list, c)
}

// hasCount reports whether the mine count is among the premises.
func (q *clues) hasCount() bool { return q.view.Mines != mines.UnknownMines }

// all returns every clue that constrains layouts: with a hidden cell around it, or impossible.
func (q *clues) all() []int {
	var use []int
	for i, c := range q.list {
		if len(c.cells) > 0 || c.impossible() {
			use = append(use, i)
		}
	}
	return use
}

// spread visits the clues linked to the given ones by shared hidden cells, ring by ring: the start,
// then its neighbours, then theirs. It stops when visit returns false.
func (q *clues) spread(start []int, visit func(ring []int) (more bool)) {
	seen := make([]bool, len(q.list))
	for _, i := range start {
		seen[i] = true
	}
	for ring := start; len(ring) > 0 && q.work(len(ring)+len(q.list)/64) == nil && visit(ring); {
		var next []int
		for _, i := range ring {
			for _, c := range q.list[i].cells {
				for _, j := range q.around[c] {
					if !seen[j] {
						seen[j] = true
						next = append(next, j)
					}
				}
			}
		}
		slices.Sort(next)
		ring = next
	}
}

// component returns the clues linked to the given ones, nearest first.
func (q *clues) component(start []int) []int {
	var linked []int
	q.spread(start, func(ring []int) bool {
		linked = append(linked, ring...)
		return true
	})
	return linked
}

// numbers returns the cells of the clues, in reading order.
func (q *clues) numbers(use []int) []mines.Cell {
	cells := make([]mines.Cell, len(use))
	for i, j := range use {
		cells[i] = q.list[j].at
	}
	slices.Sort(cells)
	return cells
}

// at returns the clues of the given numbers.
func (q *clues) at(numbers []mines.Cell) []int {
	var use []int
	for i, c := range q.list {
		if slices.Contains(numbers, c.at) {
			use = append(use, i)
		}
	}
	return use
}
