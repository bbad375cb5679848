// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/proof"
)

// guesses returns why a position cannot be won without a guess: openings that cost nothing, and a
// deadlock that may be left after them. Cells that are safe in every layout can be opened first,
// because the numbers they show never hurt; so no choice among them has to be refuted.
func (f field) guesses(start []mines.State) []api.MinesForced {
	if start[0].Placed {
		return []api.MinesForced{*f.forced(start)}
	}
	var list []api.MinesForced
	for _, c := range f.AppendActions(nil, &start[0]) {
		list = append(list, *f.opened(start, c))
	}
	return list
}

// forced returns a position without a safe cell that can be reached, or nil if there is none.
func (f field) forced(b []mines.State) *api.MinesForced {
	if b[0].Left == 0 {
		return nil
	}
	for c := range mines.Cell(f.Rules().Cells()) {
		if !b[0].Open.Has(c) && !slices.ContainsFunc(b, func(s mines.State) bool { return s.Mines.Has(c) }) {
			return f.opened(b, c)
		}
	}
	return &api.MinesForced{Refutation: f.cover(b)}
}

// opened is forced after opening a safe cell.
func (f field) opened(b []mines.State, c mines.Cell) *api.MinesForced {
	for shows, then := range f.readings(b, c) {
		if len(then) == 0 {
			continue
		}
		if g := f.forced(then); g != nil {
			g.Opened = slices.Insert(g.Opened, 0, api.MinesOpened{Cell: f.Rules().Name(c), Shows: shows})
			return g
		}
	}
	return nil
}

// readings divides layouts by the number that a cell shows. Layouts in which it is a mine
// are left out.
func (f field) readings(b []mines.State, c mines.Cell) [9][]mines.State {
	var by [9][]mines.State
	for i := range b {
		for _, out := range f.AppendOutcomes(nil, &b[i], c) {
			if out.Seen != mines.Boom {
				by[out.Seen] = append(by[out.Seen], out.State)
			}
		}
	}
	return by
}

// cover returns a refutation of layouts that have no safe cell in common: a few of them, so
// that every hidden cell is a mine in one.
func (f field) cover(b []mines.State) *proof.Refutation {
	out := &proof.Refutation{Plies: int(b[0].Left), Nodes: []proof.Lost{{}}}
	var covered mines.Set
	for c := range mines.Cell(f.Rules().Cells()) {
		if b[0].Open.Has(c) || covered.Has(c) {
			continue
		}
		i := slices.IndexFunc(b, func(s mines.State) bool { return s.Mines.Has(c) })
		out.Nodes[0].Belief = append(out.Nodes[0].Belief, len(out.States))
		out.States = append(out.States, f.NameState(&b[i]))
		for w := range covered {
			covered[w] |= b[i].Mines[w]
		}
	}
	return out
}
