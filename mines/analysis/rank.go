// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// Lowest returns the cells that share the lowest risk among those that are not certain.
func (m *Position) Lowest() []mines.Cell { return m.equalRisk(0) }

// equalRisk returns the run of equal risks that starts at Unsure[from].
func (m *Position) equalRisk(from int) []mines.Cell {
	if !m.Counted() || m.Opening || from >= len(m.Unsure) {
		return nil
	}
	to := from + 1
	for to < len(m.Unsure) && m.byRisk(m.Unsure[to], m.Unsure[from]) == 0 {
		to++
	}
	return m.Unsure[from:to]
}

// IsLowest reports whether no cell is safe and c has the lowest risk.
func (m *Position) IsLowest(c mines.Cell) bool {
	lowest := m.Lowest()
	return len(m.Safe) == 0 && len(lowest) > 0 && m.byRisk(c, lowest[0]) == 0
}

// SecondBest returns the moves that share the best exact value below the best, if known.
func (m *Position) SecondBest() []mines.Cell {
	var cells []mines.Cell
	var next veil.Value
	for _, move := range m.Win.Moves {
		if m.Win.IsBest(move.Cell) {
			continue
		}
		if move.Win.Badge() != veil.Exact || len(cells) > 0 && move.Win.Compare(next) != 0 {
			break
		}
		cells, next = append(cells, move.Cell), move.Win
	}
	return cells
}
