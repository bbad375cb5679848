// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Product is a game in product mode: it is never lost. If a guess would hit a mine, the layout is
// redrawn from those in which the cell is safe, and the game continues. The product of the chances
// to survive its guesses, averaged over games, is the policy's winning chance, with about a quarter
// of the variance of counting wins.
type Product struct {
	// Stop, if set, is called while a guess is a mine in layout after layout; true gives up.
	Stop func() bool

	Solver *count.Solver // holds the player's position
	Layout mines.Layout  // the present layout
	Closed int           // safe cells that are not open
	rules  mines.Rules
	rand   *rand.Rand
	safe   []mines.Cell
}

// NewProduct returns a game without a layout.
func NewProduct(rules mines.Rules, limit count.Limit) *Product {
	return &Product{Solver: count.NewSolver(rules, limit), Layout: make(mines.Layout, rules.Cells()), rules: rules}
}

// Deal starts a new game by a first click, which is safe.
func (p *Product) Deal(r *rand.Rand, layout mines.Layout, first mines.Cell) error {
	p.rand, p.Closed = r, p.rules.Cells()-p.rules.Mines
	copy(p.Layout, layout)
	p.Solver.Reset()
	if p.rules.First == mines.Zero {
		var buf [9]mines.Cell
		for _, c := range p.rules.AppendProtected(buf[:0], first) {
			if err := p.Open(c); err != nil {
				return err
			}
		}
		return nil
	}
	return p.Open(first)
}

// Resume starts a game in the position of a solver, in which closed safe cells are still hidden, on
// a layout that fits it.
func (p *Product) Resume(r *rand.Rand, position *count.Solver, closed int) {
	p.rand, p.Closed = r, closed
	p.Solver.Copy(position)
}

// Sweep opens all certainly safe cells, those that follow included, and weighs the risks. It
// reports whether there is something left to guess.
func (p *Product) Sweep() (open bool, err error) {
	s := p.Solver
	for p.Closed > 0 {
		if err := s.Propagate(); err != nil {
			return false, err
		}
		p.safe = append(p.safe[:0], s.TakeSafe()...)
		if len(p.safe) == 0 {
			if err := s.Deduce(); err != nil {
				return false, err
			}
			p.safe = append(p.safe, s.TakeSafe()...)
		}
		if len(p.safe) == 0 {
			return true, s.Weigh()
		}
		for _, c := range p.safe {
			if err := p.Open(c); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// Guess opens a cell after Sweep and returns the chance that it was safe, which must not be 0.
func (p *Product) Guess(c mines.Cell) (survival float64, err error) {
	survival = 1 - p.Solver.Risk(c)
	for p.Layout[c] { // takes long where nearly every cell is a mine
		if p.Stop != nil && p.Stop() {
			return survival, veil.ErrTooHard
		}
		p.Solver.Sample(p.rand, p.Layout)
	}
	return survival, p.Open(c)
}

// Open opens a safe cell.
func (p *Product) Open(c mines.Cell) error {
	p.Closed--
	return p.Solver.Set(c, mines.Mark(p.Layout.Number(p.rules, c)))
}
