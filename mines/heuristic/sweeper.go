// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Inference selects how a [Sweeper] finds safe cells.
type Inference uint8

// The kinds of inference: complete deduction, or only what single numbers prove.
const (
	Everything Inference = iota
	SinglePoints
)

// Sweeper follows one game.
type Sweeper struct {
	Solver *count.Solver
	View   mines.View
	safe   []mines.Cell // known, not yet opened
	deduce []func() error
}

// NewSweeper returns the sweeper of an untouched board.
func NewSweeper(rules mines.Rules, inference Inference) *Sweeper {
	s := count.NewSolver(rules, count.Limit{})
	p := &Sweeper{Solver: s, View: mines.NewView(rules), deduce: []func() error{s.Propagate}}
	if inference == Everything {
		p.deduce = append(p.deduce, s.Deduce)
	}
	return p
}

// Safe returns a cell that is certainly safe, if there is one; cheap inference is tried first.
func (p *Sweeper) Safe() (c mines.Cell, ok bool, err error) {
	for _, deduce := range p.deduce {
		if len(p.safe) > 0 {
			break
		}
		if err := deduce(); err != nil {
			return 0, false, err
		}
		p.safe = append(p.safe, p.Solver.TakeSafe()...)
	}
	if len(p.safe) == 0 {
		return 0, false, nil
	}
	c, p.safe = p.safe[0], p.safe[1:]
	return c, true, nil
}

// Hear records the number that a cell shows.
func (p *Sweeper) Hear(c mines.Cell, seen mines.Reading) error {
	p.View.Marks[c] = mines.Mark(seen)
	return p.Solver.Set(c, mines.Mark(seen))
}

// AnyCell returns a random hidden cell among those not known to be mines. It reports false if there
// is none.
func (p *Sweeper) AnyCell(r *rand.Rand) (mines.Cell, bool) {
	return pick(r, p.hidden(func(c mines.Cell) bool { return p.Solver.Certainty(c) != count.CertainMine }))
}

// LowestRisk returns the first of the cells with the lowest risk. It reports false if nothing
// is left to open.
func (p *Sweeper) LowestRisk() (mines.Cell, bool, error) {
	if err := p.Solver.Weigh(); err != nil {
		return 0, false, err
	}
	c, ok := p.Solver.Safest()
	return c, ok, nil
}

// AnyLowestRisk returns a random cell among those with the lowest risk. Risks that differ by
// rounding only count as equal.
func (p *Sweeper) AnyLowestRisk(r *rand.Rand) (mines.Cell, bool, error) {
	best, ok, err := p.LowestRisk()
	if err != nil || !ok {
		return 0, false, err
	}
	const rounding = 1e-12
	c, ok := pick(r, p.hidden(func(c mines.Cell) bool { return p.Solver.Risk(c) <= p.Solver.Risk(best)+rounding }))
	return c, ok, nil
}

// hidden lists the hidden cells that pass a test.
func (p *Sweeper) hidden(test func(mines.Cell) bool) []mines.Cell {
	var list []mines.Cell
	for c, m := range p.View.Marks {
		if m.IsHidden() && test(mines.Cell(c)) {
			list = append(list, mines.Cell(c))
		}
	}
	return list
}

func pick(r *rand.Rand, cells []mines.Cell) (mines.Cell, bool) {
	if len(cells) == 0 {
		return 0, false
	}
	return cells[r.IntN(len(cells))], true
}
