// SPDX-License-Identifier: BSD-3-Clause

package count

import "github.com/veilplan/veil/mines"

// Group is a set of cells that touch the same numbers, and so have the same risk.
type Group struct {
	Size      int
	Risk      float64
	Component int // groups linked by numbers are in the same component
}

// Unsure returns the number of unsure cells, and how many of them are mines.
func (s *Solver) Unsure() (cells, mines int) { return s.unsure, s.mines }

// Groups returns the number of groups, after Weigh.
func (s *Solver) Groups() int { return len(s.net.boxes) }

// Group returns group i, after Weigh.
func (s *Solver) Group(i int) Group {
	return Group{Size: int(s.net.boxes[i].size), Risk: s.weights.boxRisk[i], Component: int(s.diagrams.owner[i])}
}

// GroupOf returns the group of an unsure cell, after Weigh, or -1 if it touches no number.
func (s *Solver) GroupOf(c mines.Cell) int { return int(s.net.boxOf[c]) - 1 }

// Components returns the number of components, after Weigh.
func (s *Solver) Components() int { return len(s.diagrams.components) }

// ComponentMines returns the fewest and the most mines that the numbers allow component i to have.
func (s *Solver) ComponentMines(i int) (least, most int) {
	c := &s.diagrams.components[i]
	return int(c.lo), int(c.hi)
}

// Need returns how many mines an open number still lacks, and among how many unsure neighbours. It
// reports false if c shows no number or has no unsure neighbour.
func (s *Solver) Need(c mines.Cell) (need, among int, ok bool) {
	return int(s.need[c]), int(s.left[c]), s.numbered[c] && s.left[c] > 0
}

// Closed reports whether c is neither open nor known to be a mine.
func (s *Solver) Closed(c mines.Cell) bool { return s.fate[c] == unsure || s.fate[c] == safe }
