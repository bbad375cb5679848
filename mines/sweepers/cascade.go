// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

// minesCascade is Minesweeper as programs play it: a zero opens its neighbours. It opens one cell
// after the other, without a search, in games, in the tree and in simulations.
//
// The 2011 paper does not mention it, but no game of its Table II ends below 6 of the 38 safe
// cells: as many as a zero at the border opens.
type minesCascade struct{ *mines.Model }

// Forced returns a hidden cell beside a zero.
func (m minesCascade) Forced(b analysis.Belief) (mines.Cell, bool) {
	history := storyOf(b)
	for _, step := range slices.Backward(history) {
		if step.Seen != 0 {
			continue
		}
		var buf [8]mines.Cell
		for _, c := range m.Rules().AppendNeighbours(buf[:0], step.Action) {
			if !slices.ContainsFunc(history, func(s minesStep) bool { return s.Action == c }) {
				return c, true
			}
		}
	}
	return 0, false
}

// Roll returns a hidden cell beside a zero if there is one, else any.
func (m minesCascade) Roll(r *rand.Rand, s *mines.State) mines.Cell {
	var hidden [mines.MaxSetCells]mines.Cell
	actions := m.AppendActions(hidden[:0], s)
	for _, c := range actions {
		var buf [8]mines.Cell
		for _, n := range m.Rules().AppendNeighbours(buf[:0], c) {
			if s.Open.Has(n) && m.Number(s, n) == 0 {
				return c
			}
		}
	}
	return actions[r.IntN(len(actions))]
}

// storyOf returns the opened cells and the numbers they showed.
func storyOf(b analysis.Belief) []minesStep {
	switch b := b.(type) {
	case belief.Historian[mines.Cell, mines.Reading]:
		return b.History()
	case *count.Posterior:
		var story []minesStep
		for c, mark := range b.View().Marks {
			if mark.IsNumber() {
				story = append(story, minesStep{Action: mines.Cell(c), Seen: mines.Reading(mark)})
			}
		}
		return story
	default:
		return nil
	}
}
