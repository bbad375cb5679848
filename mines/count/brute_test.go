// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math/bits"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
)

// brute lists every layout that fits a view, as sets of cells: the dumb code that the
// fast code is checked against. It tries each hidden cell both ways and knows nothing
// of boxes, components or binomials.
func brute(v mines.View) []uint32 {
	b := &bruteForce{view: v, around: surroundings(v.Rules)}
	for c, m := range v.Marks {
		switch {
		case m == mines.Mine:
			b.given |= 1 << c
		case m.IsHidden():
			b.hidden = append(b.hidden, c)
		}
	}
	b.try(0, b.given)
	return b.fits
}

type bruteForce struct {
	view   mines.View
	around []uint32
	hidden []int
	given  uint32
	fits   []uint32
}

func surroundings(r mines.Rules) []uint32 {
	around := make([]uint32, r.Cells())
	for c := range around {
		for _, d := range r.AppendNeighbours(nil, mines.Cell(c)) {
			around[c] |= 1 << d
		}
	}
	return around
}

// try decides the hidden cells from the i-th on.
func (b *bruteForce) try(i int, mines uint32) {
	if n := bits.OnesCount32(mines); n > b.view.Mines || n+len(b.hidden)-i < b.view.Mines {
		return
	}
	for c, m := range b.view.Marks {
		if m.IsNumber() && bits.OnesCount32(mines&b.around[c]) > int(m) {
			return
		}
	}
	if i == len(b.hidden) {
		if b.agrees(mines) {
			b.fits = append(b.fits, mines)
		}
		return
	}
	b.try(i+1, mines)
	b.try(i+1, mines|1<<b.hidden[i])
}

func (b *bruteForce) agrees(mines uint32) bool {
	for c, m := range b.view.Marks {
		if m.IsNumber() && bits.OnesCount32(mines&b.around[c]) != int(m) {
			return false
		}
	}
	return bits.OnesCount32(mines) == b.view.Mines
}

// randomLayout draws a layout that the rules allow after a first click, or nil if they
// allow none.
func randomLayout(r *rand.Rand, rules mines.Rules, first mines.Cell) mines.Layout {
	free := make([]bool, rules.Cells())
	if rules.First != mines.Any {
		free[first] = true
	}
	if rules.First == mines.Zero {
		for _, d := range rules.AppendNeighbours(nil, first) {
			free[d] = true
		}
	}
	layout := make(mines.Layout, rules.Cells())
	left := rules.Mines
	for _, c := range r.Perm(rules.Cells()) {
		if left > 0 && !free[c] {
			layout[c] = true
			left--
		}
	}
	if left > 0 {
		return nil
	}
	return layout
}

// randomView opens about so many random safe cells of a random layout: a position that
// play can reach. It is false where the rules allow no such game.
func randomView(r *rand.Rand, rules mines.Rules, opened int) (mines.View, bool) {
	v := mines.NewView(rules)
	first := mines.Cell(r.IntN(rules.Cells()))
	layout := randomLayout(r, rules, first)
	if layout == nil || layout[first] {
		return v, false
	}
	v.Marks[first] = mines.Mark(layout.Number(rules, first))
	for _, c := range r.Perm(rules.Cells())[:opened] {
		if !layout[c] {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		}
	}
	return v, true
}
