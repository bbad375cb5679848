// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// sealing estimates from drawn layouts what the sealed pairs still to come will cost. Two unsure
// cells with one mine between them are sealed if every other cell that touches only one of them is
// a mine: no number will ever tell them apart, so each such pair halves the winning chance, unless
// a guess meets one of its cells on the way (see package unavoidable).
type sealing struct {
	rules  mines.Rules
	pairs  []pair // all that are close enough, by first cell
	walls  []mines.Cell
	open   []int32 // the pairs that may still be sealed
	layout mines.Layout
	in     []bool // per cell: in a sealed pair of the layout
	source *rand.PCG
	rand   *rand.Rand
	sum    []float64 // per cell: the weight of the layouts in which it is safe
	n      []float64 // per cell: their number
	found  []int32
}

// pair is two cells, and where the cells that touch only one of them are listed.
type pair struct {
	a, b     mines.Cell
	from, to int32
}

func newSealing(rules mines.Rules) *sealing {
	cells := rules.Cells()
	x := &sealing{
		rules: rules, layout: make(mines.Layout, cells), in: make([]bool, cells), source: rand.NewPCG(0, 0),
		sum: make([]float64, cells), n: make([]float64, cells),
	}
	x.rand = rand.New(x.source)
	for a := range mines.Cell(cells) {
		for b := a + 1; b < mines.Cell(cells); b++ {
			if distance(rules, a, b) <= 2 {
				x.addPair(a, b)
			}
		}
	}
	return x
}

func (x *sealing) addPair(a, b mines.Cell) {
	from := len(x.walls)
	for _, side := range [2][2]mines.Cell{{a, b}, {b, a}} {
		var buf [8]mines.Cell
		for _, c := range x.rules.AppendNeighbours(buf[:0], side[0]) {
			if c != side[1] && distance(x.rules, c, side[1]) > 1 {
				x.walls = append(x.walls, c)
			}
		}
	}
	x.pairs = append(x.pairs, pair{a, b, int32(from), int32(len(x.walls))})
}

// estimate draws layouts that fit the position of s and sums up, for every cell, the chance to get
// through the sealed pairs if the cell is opened first. It is a function of the position.
func (x *sealing) estimate(s *count.Solver, layouts int) {
	x.source.Seed(1, 2)
	clear(x.sum)
	clear(x.n)
	x.list(s)
	for range layouts {
		s.Sample(x.rand, x.layout)
		x.find()
		all := math.Ldexp(1, -len(x.found))
		for c, mined := range x.layout {
			if mined {
				continue
			}
			x.n[c]++
			if x.in[c] {
				x.sum[c] += all
			}
			x.sum[c] += all
		}
		for _, i := range x.found {
			x.in[x.pairs[i].a], x.in[x.pairs[i].b] = false, false
		}
	}
}

// list collects the pairs that may be sealed in some layout: no wall is known to be safe.
func (x *sealing) list(s *count.Solver) {
	x.open = x.open[:0]
	for i := range x.pairs {
		p := &x.pairs[i]
		if s.Certainty(p.a) == count.Unsure && s.Certainty(p.b) == count.Unsure && x.possible(s, p) {
			x.open = append(x.open, int32(i))
		}
	}
}

func (x *sealing) possible(s *count.Solver, p *pair) bool {
	for _, c := range x.walls[p.from:p.to] {
		if s.Certainty(c) == count.CertainSafe {
			return false
		}
	}
	return true
}

// find collects sealed pairs of the layout, no two of which share a cell.
func (x *sealing) find() {
	x.found = x.found[:0]
	for _, i := range x.open {
		p := &x.pairs[i]
		if x.layout[p.a] != x.layout[p.b] && !x.in[p.a] && !x.in[p.b] && x.sealed(p) {
			x.in[p.a], x.in[p.b] = true, true
			x.found = append(x.found, i)
		}
	}
}

func (x *sealing) sealed(p *pair) bool {
	for _, c := range x.walls[p.from:p.to] {
		if !x.layout[c] {
			return false
		}
	}
	return true
}

// through returns the chance to get through the sealed pairs to come if c is opened first and safe.
func (x *sealing) through(c mines.Cell) float64 {
	if x.n[c] == 0 {
		return 1
	}
	return x.sum[c] / x.n[c]
}

// distance returns how many steps of a king lie between two cells.
func distance(rules mines.Rules, a, b mines.Cell) int {
	ra, ca := rules.RowCol(a)
	rb, cb := rules.RowCol(b)
	return max(ra-rb, rb-ra, ca-cb, cb-ca)
}
