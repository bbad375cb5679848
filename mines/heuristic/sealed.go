// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"errors"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// sealing computes exactly how likely neighbouring cells come to be sealed: two cells with one mine, or
// a square with mines on one diagonal, if every cell that touches more of the one half than of the other
// is a mine. No number will ever tell the halves apart, so one of them has to be guessed, now or later
// (see package unavoidable). A guess of one pays what must be paid anyway.
type sealing struct {
	seals []seal
	walls []mines.Cell
	next  *count.Solver
	pairs []float64 // per cell: the chance that it is the mine of a sealed pair
	box   []float64 // per cell: the same of the likeliest square
	wall  []float64 // per cell: the chance that a pair is sealed, with its mine on one side, if the cell is a mine
	want  []bool
}

// seal is the halves that may be sealed, of n cells each, and where the cells are listed that have to be
// mines: those that touch more of the one than of the other.
type seal struct {
	cells    [2][2]mines.Cell
	n        int
	from, to int
}

func (sl *seal) half(i int) []mines.Cell { return sl.cells[i][:sl.n] }

const (
	mostWalls  = 3     // not yet known to be mines, for a seal to be considered
	leastSeal  = 0.01  // chance that a seal must seem to have
	leastWhole = 0.025 // chance from which the only wall that is not known counts too
)

func newSealing(rules mines.Rules, limit count.Limit) *sealing {
	n := rules.Cells()
	x := &sealing{
		next:  count.NewSolver(rules, limit),
		pairs: make([]float64, n), box: make([]float64, n), wall: make([]float64, n), want: make([]bool, n),
	}
	for c := range mines.Cell(n) {
		row, col := rules.RowCol(c)
		right, down := col+1 < rules.Width, row+1 < rules.Height
		if right {
			x.add(rules, c, 1, [2]mines.Cell{c}, [2]mines.Cell{c + 1}, [][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 2}, {0, 2}, {1, 2}})
		}
		if down {
			x.add(rules, c, 1, [2]mines.Cell{c}, [2]mines.Cell{rules.Cell(row+1, col)}, [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {2, -1}, {2, 0}, {2, 1}})
		}
		if right && down {
			below := rules.Cell(row+1, col)
			x.add(rules, c, 2, [2]mines.Cell{c, below + 1}, [2]mines.Cell{c + 1, below}, [][2]int{{-1, -1}, {-1, 2}, {2, -1}, {2, 2}})
		}
	}
	return x
}

// add lists a seal with halves of n cells, whose walls are at some rows and columns from the cell at.
func (x *sealing) add(rules mines.Rules, at mines.Cell, n int, one, other [2]mines.Cell, walls [][2]int) {
	sl := seal{cells: [2][2]mines.Cell{one, other}, n: n, from: len(x.walls)}
	row, col := rules.RowCol(at)
	for _, w := range walls {
		if r, k := row+w[0], col+w[1]; r >= 0 && k >= 0 && r < rules.Height && k < rules.Width {
			x.walls = append(x.walls, rules.Cell(r, k))
		}
	}
	sl.to = len(x.walls)
	x.seals = append(x.seals, sl)
}

// begin computes the chances of the seals that lack at most one wall in the position of s.
func (x *sealing) begin(s *count.Solver) error {
	for _, list := range [][]float64{x.pairs, x.box, x.wall} {
		clear(list)
	}
	return x.estimate(s, 0, 1, func(mines.Cell) bool { return true })
}

// finish adds those that lack more walls and concern some cells.
func (x *sealing) finish(s *count.Solver, cells []choice) error {
	clear(x.want)
	for i := range cells {
		x.want[cells[i].cell] = true
	}
	return x.estimate(s, 2, mostWalls, func(c mines.Cell) bool { return x.want[c] })
}

// estimate computes the chances of the seals that lack from least to most walls and concern a wanted cell.
func (x *sealing) estimate(s *count.Solver, least, most int, wanted func(c mines.Cell) bool) error {
	for i := range x.seals {
		sl := &x.seals[i]
		missing, ok := x.matters(s, sl, most, wanted)
		if !ok || missing < least {
			continue
		}
		p, err := x.chance(s, sl)
		if err != nil {
			return err
		}
		x.record(s, sl, p, missing)
	}
	return nil
}

// matters reports whether a seal is possible, lacks at most some walls, is not too unlikely and concerns a
// wanted cell, and how many walls it lacks.
func (x *sealing) matters(s *count.Solver, sl *seal, most int, wanted func(c mines.Cell) bool) (missing int, ok bool) {
	some := false
	likely := func(c mines.Cell, chance float64) bool {
		some = some || wanted(c)
		return s.Certainty(c) == count.Unsure && chance >= leastSeal
	}
	for i, c := range sl.half(0) {
		if d := sl.cells[1][i]; !likely(c, s.Risk(c)) || !likely(d, 1-s.Risk(d)) {
			return 0, false
		}
	}
	for _, c := range x.walls[sl.from:sl.to] {
		if s.Certainty(c) == count.CertainMine {
			continue
		}
		if missing++; missing > most || !likely(c, s.Risk(c)) {
			return 0, false
		}
	}
	return missing, some
}

// chance returns the chance that a seal closes with the mines in its first half, which is that with the
// mines in the other.
func (x *sealing) chance(s *count.Solver, sl *seal) (float64, error) {
	x.next.Copy(s)
	err := x.suppose(sl)
	if err == nil {
		err = x.next.Deduce()
	}
	if errors.Is(err, veil.ErrImpossible) {
		return 0, nil
	}
	if err == nil {
		err = x.next.Weigh()
	}
	if err != nil {
		return 0, err
	}
	return x.next.ShareOf(s), nil
}

// suppose closes a seal in next.
func (x *sealing) suppose(sl *seal) error {
	for _, list := range [][]mines.Cell{sl.half(0), x.walls[sl.from:sl.to]} {
		for _, c := range list {
			if err := x.next.Set(c, mines.Mine); err != nil {
				return err
			}
		}
	}
	for _, c := range sl.half(1) {
		if err := x.next.Set(c, mines.Opened); err != nil {
			return err
		}
	}
	return nil
}

// record adds the chance of a seal to its cells. Opening its only wall that is not known opens the seal.
func (x *sealing) record(s *count.Solver, sl *seal, p float64, missing int) {
	for i := range sl.cells {
		for _, c := range sl.half(i) {
			if sl.n == 1 {
				x.pairs[c] += p
			} else {
				x.box[c] = max(x.box[c], p)
			}
		}
	}
	if p <= leastWhole || missing != 1 {
		return
	}
	for _, c := range x.walls[sl.from:sl.to] {
		if s.Certainty(c) == count.Unsure {
			x.wall[c] += p
		}
	}
}

// easier returns by what factor the chance grows to get through what may be sealed, if c is opened and
// safe. D. Hill's player counts nine tenths of it.
func (x *sealing) easier(s *count.Solver, c mines.Cell) float64 {
	const share = 0.9
	return 1 + float64(share*x.spares(s, c))/(1-s.Risk(c))
}

// spares returns the chance that c, if it is opened and safe, spares a later guess.
func (x *sealing) spares(s *count.Solver, c mines.Cell) float64 {
	risk := s.Risk(c)
	return min(x.pairs[c]+x.box[c]+x.wall[c], risk, 1-risk)
}
