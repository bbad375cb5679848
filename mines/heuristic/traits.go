// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/network"
)

// Traits describe a guess: what is expected of the features after it, then some of the cell itself.
type Traits [TraitCount]float64

// TraitCount is the number of traits: the expected features of a position, five chances after the guess and
// twelve properties of the cell.
const TraitCount = network.FeatureCount + 5 + 12

// Where groups of traits begin, after the expected features. All but those of the cell are 0 if it is a mine.
const (
	traitAfter = network.FeatureCount
	traitCell  = traitAfter + 5
)

// observe adds what follows if the cell shows a number that has this chance.
func (t *Traits) observe(chance float64, f *network.Features, a after) {
	const one = 1.0 / 1024
	for i, x := range f {
		if x != 0 {
			t[i] += float64(chance * float64(float64(x)*one))
		}
	}
	t[traitAfter] += float64(chance * a.win)
	t[traitAfter+1] += float64(chance * a.live)
	t[traitAfter+2] += float64(chance * a.second)
	t[traitAfter+3] += float64(chance * float64(a.live*a.live))
	t[traitAfter+4] += float64(chance * float64(a.win*a.win))
}

// inspect describes the cell itself; law has the chances of the numbers that it may show.
func (t *Traits) inspect(rules mines.Rules, s *count.Solver, c mines.Cell, law *[9]float64) {
	own := t[traitCell:]
	own[0] = 1 - s.Risk(c)
	own[1] = law[0]
	for _, p := range law {
		own[2] += float64(p * p)
	}
	var buf [8]mines.Cell
	near := rules.AppendNeighbours(buf[:0], c)
	switch {
	case len(near) <= 3:
		own[3] = 1
	case len(near) <= 5:
		own[4] = 1
	}
	for _, n := range near {
		t.meet(s, n)
	}
	if own[0] < 0.505 {
		own[8] = 1
	}
	if s.GroupOf(c) < 0 {
		return
	}
	g := s.Group(s.GroupOf(c))
	own[9] = 1
	own[10] = float64(min(g.Size, 8)) / 8
	if least, most := s.ComponentMines(g.Component); least == most {
		own[11] = 1
	}
}

// meet counts a neighbour.
func (t *Traits) meet(s *count.Solver, n mines.Cell) {
	own := t[traitCell:]
	switch s.Certainty(n) {
	case count.CertainSafe:
		own[5] += 1.0 / 8
	case count.CertainMine:
	case count.Unsure:
		own[6] += 1.0 / 8
		if s.GroupOf(n) < 0 {
			own[7] += 1.0 / 8
		}
	}
}
