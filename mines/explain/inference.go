// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"slices"

	"github.com/veilplan/veil/mines"
)

// remains is the unsettled rest of a clue in a position.
type remains struct {
	open  []mines.Cell // cells not settled
	need  int          // mines among them
	mines []mines.Cell // settled as mines
	safe  []mines.Cell // settled as safe
}

func (p *prover) remains(at *position, i int) remains {
	c := p.q.list[i]
	r := remains{need: c.need}
	for _, d := range c.cells {
		switch mine, ok := at.value[d]; {
		case !ok:
			r.open = append(r.open, d)
		case mine:
			r.mines = append(r.mines, d)
			r.need--
		default:
			r.safe = append(r.safe, d)
		}
	}
	return r
}

func (r remains) settled() []mines.Cell { return slices.Concat(r.mines, r.safe) }

func (p *prover) byOne(at *position, i int) (proofStep, bool) {
	r := p.remains(at, i)
	switch {
	case len(r.open) == 0:
	case r.need == 0:
		return proofStep{kind: forced, by: []int{i}, cells: r.open, from: r.mines}, true
	case r.need == len(r.open):
		return proofStep{kind: forced, by: []int{i}, cells: r.open, mine: true, from: r.safe}, true
	}
	return proofStep{}, false
}

// byTwo settles cells if clue i, which needs more, fills the cells that only i touches and leaves
// no room in j.
func (p *prover) byTwo(at *position, i, j int) bool {
	a, b := p.remains(at, i), p.remains(at, j)
	own, other := without(a.open, b.open), without(b.open, a.open)
	if a.need-b.need != len(own) || len(own) == len(a.open) || len(own)+len(other) == 0 {
		return false
	}
	from := slices.Concat(a.settled(), b.settled())
	if len(other) > 0 {
		at.settle(proofStep{kind: paired, by: []int{i, j}, cells: other, from: from})
	}
	if len(own) > 0 {
		at.settle(proofStep{kind: paired, by: []int{j, i}, cells: own, mine: true, from: from})
	}
	return true
}

// without returns the cells that are not among the others.
func without(cells, others []mines.Cell) []mines.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c mines.Cell) bool { return slices.Contains(others, c) })
}

// shared returns the cells that are also among the others.
func shared(cells, others []mines.Cell) []mines.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c mines.Cell) bool { return !slices.Contains(others, c) })
}

// brokenOne returns the clash of a number with the settled cells.
func (p *prover) brokenOne(at *position) (proofStep, bool) {
	for _, i := range p.use {
		r := p.remains(at, i)
		switch {
		case r.need < 0:
			return proofStep{kind: excess, by: []int{i}, from: r.mines}, true
		case r.need > len(r.open):
			return proofStep{kind: shortage, by: []int{i}, from: r.safe}, true
		}
	}
	return proofStep{}, false
}

// brokenTwo returns the clash of two numbers with each other.
func (p *prover) brokenTwo(at *position) (proofStep, bool) {
	for _, i := range p.use {
		if p.q.work(200*len(p.use)) != nil {
			break
		}
		for _, j := range p.use {
			a, b := p.remains(at, i), p.remains(at, j)
			if both := shared(a.open, b.open); len(both) > 0 && a.need-b.need > len(a.open)-len(both) {
				return proofStep{kind: mismatch, by: []int{i, j}, from: slices.Concat(a.settled(), b.settled())}, true
			}
		}
	}
	return proofStep{}, false
}
