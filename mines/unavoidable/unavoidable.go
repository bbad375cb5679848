// SPDX-License-Identifier: BSD-3-Clause

// Package unavoidable computes upper bounds on how often any player can win at Minesweeper, from
// guesses that cannot be avoided.
//
// Two cells with one mine between them are sealed if every cell that touches only one of them is a
// mine. No number on the board depends on which of the two is the mine, so a layout and the one
// with the mine on the other cell look the same until one of the two cells is opened; and one of
// them must be. With k sealed pairs that do not touch each other, any player wins at most one
// layout in 2^k.
package unavoidable

import (
	"slices"

	"github.com/veilplan/veil/mines"
)

// Pair is two cells with one mine between them.
type Pair [2]mines.Cell

func (p Pair) has(c mines.Cell) bool { return p[0] == c || p[1] == c }

// finder finds sealed pairs. It reuses its memory between layouts.
type finder struct {
	near  []candidate
	found []Pair
	again []Pair
	other mines.Layout
}

// candidate is a pair that may be sealed, and the cells that touch only one of its cells.
type candidate struct {
	Pair
	walls []mines.Cell
}

// newFinder returns a finder for boards of these rules.
func newFinder(rules mines.Rules) *finder {
	f := &finder{other: make(mines.Layout, rules.Cells())}
	const reach = 2 // cells further apart have no neighbour in common
	for a := range mines.Cell(rules.Cells()) {
		for b := a + 1; b < mines.Cell(rules.Cells()); b++ {
			ra, ca := rules.RowCol(a)
			rb, cb := rules.RowCol(b)
			if max(rb-ra, ca-cb, cb-ca) <= reach {
				f.near = append(f.near, candidate{Pair{a, b}, walls(rules, a, b)})
			}
		}
	}
	return f
}

// walls lists the cells, other than the two, that touch exactly one of them.
func walls(rules mines.Rules, a, b mines.Cell) (list []mines.Cell) {
	na, nb := rules.AppendNeighbours(nil, a), rules.AppendNeighbours(nil, b)
	for _, c := range na {
		if c != b && !slices.Contains(nb, c) {
			list = append(list, c)
		}
	}
	for _, c := range nb {
		if c != a && !slices.Contains(na, c) {
			list = append(list, c)
		}
	}
	return list
}

// mostPairs limits the work: 2^k layouts look like one with k pairs.
const mostPairs = 8

// Pairs returns the sealed pairs of a layout if they are independent: all layouts that come from it
// by exchanging the cells of some of the pairs have the same sealed pairs. So those layouts look
// alike, and no other layout looks like them. Otherwise it returns none. The slice is valid until
// the next call.
func (f *finder) Pairs(l mines.Layout) []Pair {
	f.found = f.appendSealed(f.found[:0], l)
	if len(f.found) <= 1 {
		if len(f.found) == 1 && !f.alike(l, 1) {
			return nil
		}
		return f.found
	}
	if len(f.found) > mostPairs || overlap(f.found) {
		return nil
	}
	for choice := 1; choice < 1<<len(f.found); choice++ {
		if !f.alike(l, choice) {
			return nil
		}
	}
	return f.found
}

// alike reports whether the layout has the same sealed pairs after the chosen ones are exchanged.
func (f *finder) alike(l mines.Layout, choice int) bool {
	copy(f.other, l)
	for i, p := range f.found {
		if choice>>i&1 != 0 {
			f.other[p[0]], f.other[p[1]] = f.other[p[1]], f.other[p[0]]
		}
	}
	f.again = f.appendSealed(f.again[:0], f.other)
	return slices.Equal(f.again, f.found)
}

func (f *finder) appendSealed(dst []Pair, l mines.Layout) []Pair {
	for i := range f.near {
		if c := &f.near[i]; l[c.Pair[0]] != l[c.Pair[1]] && allMines(l, c.walls) {
			dst = append(dst, c.Pair)
		}
	}
	return dst
}

func allMines(l mines.Layout, cells []mines.Cell) bool {
	for _, c := range cells {
		if !l[c] {
			return false
		}
	}
	return true
}

// overlap reports whether two of the pairs share a cell.
func overlap(pairs []Pair) bool {
	for i, p := range pairs {
		for _, q := range pairs[:i] {
			if p.has(q[0]) || p.has(q[1]) {
				return true
			}
		}
	}
	return false
}
