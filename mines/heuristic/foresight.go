// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// foresight scores guesses by the guess after them, much as D. Hill's player does: how safe the two
// safest groups of cells with unknown numbers are then. The learned chance only adds to it, and it does
// not limit the cells that are compared: among them, it says little about which is better.
type foresight struct {
	rules  mines.Rules
	seals  *sealing
	groups []sameRisk
}

// sameRisk is hidden cells around the same numbers: all safe, or all with the same risk.
type sameRisk struct {
	safe  float64
	key   int
	cells []mines.Cell
	taken bool
}

func newForesight(rules mines.Rules, limit count.Limit) *foresight {
	return &foresight{rules: rules, seals: newSealing(rules, limit)}
}

// weigh scores the choices in the position of s, whose chances are known. Cells whose number tells
// nothing are left out, unless all are such cells.
func (f *foresight) weigh(s *count.Solver, all []choice) ([]choice, error) {
	all = telling(all)
	if err := f.seals.finish(s, all); err != nil {
		return all, err
	}
	for i := range all {
		x := &all[i]
		x.alike = true
		x.score = grid(float64(learnedShare*x.win) + float64(x.ahead*f.seals.easier(s, x.cell)))
	}
	return all, nil
}

// telling leaves out the cells whose number is known, unless all are such cells.
func telling(all []choice) []choice {
	kept := all[:0:0]
	for _, x := range all {
		if !x.mute {
			kept = append(kept, x)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// grid rounds a score. Many cells have the same, which must not depend on the last bits of the risks: these
// depend on the order in which cells were opened.
func grid(x float64) float64 { return math.Floor(math.Ldexp(x, 32)+0.5) / (1 << 32) }

const (
	learnedShare = 0.3
	secondShare  = 0.2 // of the second safest group
)

// safety returns the chance to survive the guess after the next one, mixed with a little of that of
// the second best, in a position that has been weighed.
func (f *foresight) safety(s *count.Solver) (float64, error) {
	first, second, err := f.safest(s)
	return first + float64(secondShare*(second-first)), err
}

// safest returns the safety of the two safest groups with unknown numbers. Cells off the numbers count as
// two groups.
func (f *foresight) safest(s *count.Solver) (first, second float64, err error) {
	first, second = f.list(s)
	for g := f.take(); g != nil && g.safe > second; g = f.take() {
		tells, err := f.someTells(s, g.cells)
		if err != nil {
			return 0, 0, err
		}
		switch {
		case !tells:
		case g.safe > first:
			first, second = g.safe, first
		default:
			second = g.safe
		}
	}
	return first, second, nil
}

// list collects the groups, and returns the safety of the cells off the numbers twice.
func (f *foresight) list(s *count.Solver) (first, second float64) {
	f.groups = f.groups[:0]
	for c := range mines.Cell(f.rules.Cells()) {
		switch {
		case !s.Closed(c):
		case s.Certainty(c) == count.CertainSafe:
			f.enter(c, 1, f.numbersAround(s, c))
		case s.GroupOf(c) < 0:
			first = 1 - s.Risk(c)
		default:
			f.enter(c, 1-s.Risk(c), s.GroupOf(c))
		}
	}
	return first, first
}

// take returns the safest group that has not been taken, the first of equals, or nil.
func (f *foresight) take() (best *sameRisk) {
	for i := range f.groups {
		if g := &f.groups[i]; !g.taken && (best == nil || g.safe > best.safe) {
			best = g
		}
	}
	if best != nil {
		best.taken = true
	}
	return best
}

// enter adds a cell to its group.
func (f *foresight) enter(c mines.Cell, safe float64, key int) {
	for i := range f.groups {
		if g := &f.groups[i]; g.key == key {
			g.cells = append(g.cells, c)
			return
		}
	}
	if n := len(f.groups); n < cap(f.groups) {
		f.groups = f.groups[:n+1]
		g := &f.groups[n]
		*g = sameRisk{safe: safe, key: key, cells: append(g.cells[:0], c)}
		return
	}
	f.groups = append(f.groups, sameRisk{safe: safe, key: key, cells: []mines.Cell{c}})
}

// numbersAround returns a key of the open cells around c: negative, and in practice different for
// different ones. A clash would join two groups of safe cells.
func (f *foresight) numbersAround(s *count.Solver, c mines.Cell) int {
	var buf [8]mines.Cell
	key := 0
	for _, n := range f.rules.AppendNeighbours(buf[:0], c) {
		if s.Certainty(n) == count.CertainSafe && !s.Closed(n) {
			key = (key*1009 + int(n) + 1) % 1_000_000_007
		}
	}
	return -1 - key
}

// someTells reports whether some cell of a group may show different numbers.
func (f *foresight) someTells(s *count.Solver, cells []mines.Cell) (bool, error) {
	for _, c := range cells {
		if tells, err := f.tells(s, c); tells || err != nil {
			return tells, err
		}
	}
	return false, nil
}

// tells reports whether a cell may show different numbers. It does beside a cell off the numbers.
func (f *foresight) tells(s *count.Solver, c mines.Cell) (bool, error) {
	var buf [8]mines.Cell
	near := false
	for _, n := range f.rules.AppendNeighbours(buf[:0], c) {
		if s.Certainty(n) == count.Unsure {
			if s.GroupOf(n) < 0 {
				return true, nil
			}
			near = true
		}
	}
	if !near {
		return false, nil
	}
	law, err := s.Law(c)
	return several(&law), err
}

// several reports whether more than one number is possible.
func several(law *[9]float64) bool {
	n := 0
	for _, p := range law {
		if p > 0 {
			n++
		}
	}
	return n > 1
}
