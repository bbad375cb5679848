// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// recommend chooses the moves to make from all values, and puts estimates beside the values of
// moves. Opening a safe cell costs nothing, so all safe cells are equally good and no guess is as
// good as one of them. Proofs come before estimates.
func (m *Position) recommend(e Estimated) {
	w := &m.Win
	m.addEstimates(e)
	switch {
	case len(m.Safe) > 0 && !m.Opening:
		w.Best, w.Because = m.Safe, BecauseSafe
	case len(w.Proved) > 0:
		w.Best, w.Because = w.Proved, BecauseExact
	case len(e.Best) > 0 && !m.provedWorse(e.Best[0]):
		w.Best, w.Because = e.Best, BecausePolicy
		if e.Better {
			w.Because = BecauseTested
		}
	default:
		m.fallback()
	}
	if len(w.Best) > 0 {
		w.Estimate, _ = w.EstimateOf(w.Best[0])
	}
}

// mostProved returns the move with the highest proved lower bound, if any is above zero.
func (v *Values) mostProved() *Move {
	var best *Move
	top := 0.0
	for i := range v.Moves {
		if lo, _ := v.Moves[i].Win.Interval(); v.Moves[i].Win.Badge() != veil.Unknown && lo > top {
			best, top = &v.Moves[i], lo
		}
	}
	return best
}

// provedWorse reports whether another move is proved better than c.
func (m *Position) provedWorse(c mines.Cell) bool {
	win, ok := m.Win.Of(c)
	if !ok {
		return false
	}
	_, hi := win.Interval()
	best := m.Win.mostProved()
	if best == nil {
		return false
	}
	lo, _ := best.Win.Interval()
	return hi < lo
}

// fallback recommends without an estimate: the highest proved lower bound, else the lowest risk.
func (m *Position) fallback() {
	w := &m.Win
	if best := w.mostProved(); best != nil {
		w.Best, w.Because = []mines.Cell{best.Cell}, BecauseBounds
		return
	}
	candidates := m.Unsure
	if m.Opening {
		candidates = m.Safe
	}
	if m.Counted() && len(candidates) > 0 {
		w.Best, w.Because = candidates[:1], BecausePolicy
	}
}

// addEstimates puts estimates beside the values of moves.
func (m *Position) addEstimates(e Estimated) {
	w := &m.Win
	at := make(map[mines.Cell]int, len(w.Moves))
	for i := range w.Moves {
		at[w.Moves[i].Cell] = i
	}
	for _, estimated := range e.Moves {
		if i, ok := at[estimated.Cell]; ok {
			w.Moves[i].Estimate = estimated.Estimate
		} else {
			w.Moves = append(w.Moves, estimated)
		}
	}
	if w.Done || len(e.Moves) == 0 {
		return
	}
	slices.SortStableFunc(w.Moves, func(a, b Move) int {
		return cmp.Or(b.Win.Compare(a.Win), cmp.Compare(b.Estimate.Float(), a.Estimate.Float()))
	})
}
