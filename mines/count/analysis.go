// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// Analysis holds the certainties, risks and counts of a position, in exact integers.
type Analysis struct {
	view   mines.View
	limit  Limit
	solver *Solver
	counts *counts

	opening bool         // the first click is still to come and will be protected
	marked  int          // before it: mines that are already known
	totals  [10]*big.Int // before it: layouts, by the number of cells it keeps free

	asking sync.Mutex
	laws   map[outlook]Law
}

// Analyse counts the layouts of a view. The error is veil.ErrImpossible if no layout fits. If some
// part is too hard for the limit the error is veil.ErrTooHard, and the Analysis still contains the
// certain cells that were found. Without a mine count it contains certainties only.
func Analyse(v mines.View, limit Limit) (*Analysis, error) {
	a := &Analysis{view: v, limit: Limit{Memory: limit.Memory}, solver: NewSolver(v.Rules, limit), opening: v.First != mines.Any && v.Untouched()}
	if err := a.solver.Load(v); err != nil {
		return nil, err
	}
	err := a.solver.Deduce()
	if err == nil && v.Mines != mines.UnknownMines {
		a.counts, err = count(&a.solver.diagrams, &a.solver.net, a.solver.off, limit)
	}
	a.solver.limit = a.limit // later calls are not stopped
	if err != nil && !errors.Is(err, veil.ErrTooHard) {
		return nil, err
	}
	if a.counts != nil && a.opening {
		a.countTotals()
	}
	return a, err
}

// countTotals counts the layouts of every kind of first click, once: on a large board the
// numbers are long.
func (a *Analysis) countTotals() {
	for _, mark := range a.view.Marks {
		if mark == mines.Mine {
			a.marked++
		}
	}
	room, left := int64(a.view.Cells()-a.marked), int64(a.view.Mines-a.marked)
	a.totals[0] = new(big.Int)
	for c := range mines.Cell(a.view.Cells()) {
		if n := a.zone(c); a.totals[n] == nil {
			a.totals[n] = binomial(int(room-n), int(left))
		}
	}
}

// Consistent reports whether any layout fits a view.
func Consistent(v mines.View, limit Limit) (bool, error) {
	s := NewSolver(v.Rules, limit)
	err := s.Load(v)
	if err == nil {
		err = s.Deduce()
	}
	if errors.Is(err, veil.ErrImpossible) {
		return false, nil
	}
	return err == nil, err
}

// View returns the view that was analysed.
func (a *Analysis) View() mines.View { return a.view }

// Certainty returns what is certain about c.
func (a *Analysis) Certainty(c mines.Cell) Certainty { return a.solver.Certainty(c) }

// Counted reports whether layouts were counted: the mine count is known and the
// position is not too hard.
func (a *Analysis) Counted() bool { return a.counts != nil }

// Layouts returns the number of layouts that fit, or nil if they were not counted.
func (a *Analysis) Layouts() *big.Int {
	if a.counts == nil {
		return nil
	}
	return a.counts.total
}

// Protected reports whether the first click is still to come and will be protected.
func (a *Analysis) Protected() bool { return a.opening }

// zone returns the number of cells that the first click on c keeps free of mines, or 0 if a
// known mine is among them: then c cannot be the first click.
func (a *Analysis) zone(c mines.Cell) int64 {
	var buf [9]mines.Cell
	zone := a.view.AppendProtected(buf[:0], c)
	for _, d := range zone {
		if a.view.Marks[d] == mines.Mine {
			return 0
		}
	}
	return int64(len(zone))
}

// Total returns the number of layouts among which c is opened: Layouts, or, before a
// protected first click, those that the rule allows if c is clicked. It is zero where
// the rule leaves too few cells for the mines, or would free a known mine.
func (a *Analysis) Total(c mines.Cell) *big.Int {
	if a.counts == nil || !a.Protected() {
		return a.Layouts()
	}
	return a.totals[a.zone(c)]
}

// MineCount returns in how many of the Total(c) layouts c is a mine, or nil if they
// were not counted.
func (a *Analysis) MineCount(c mines.Cell) *big.Int {
	switch {
	case a.counts == nil:
		return nil
	case a.Protected(), a.Certainty(c) == CertainSafe:
		return new(big.Int)
	case a.Certainty(c) == CertainMine:
		return a.counts.total
	}
	if b := a.solver.net.boxOf[c]; b > 0 {
		return a.counts.box[b-1]
	}
	return a.counts.off
}

// CertainOnly returns the certainties of a, as if its layouts had not been counted.
func (a *Analysis) CertainOnly() *Analysis {
	return &Analysis{view: a.view, limit: a.limit, solver: a.solver, opening: a.opening}
}

// Law returns the number of the Total(c) layouts in which c is safe and shows 0 to 8. The integers
// belong to a.
func (a *Analysis) Law(c mines.Cell) (Law, error) { return a.LawUntil(c, nil) }

// LawUntil is Law, and calls stop, if set, from time to time; true gives up with the error
// veil.ErrTooHard.
func (a *Analysis) LawUntil(c mines.Cell, stop func() bool) (Law, error) {
	switch {
	case a.counts == nil:
		return newLaw(), ErrNoCount
	case a.Certainty(c) == CertainMine:
		return newLaw(), nil
	case a.Protected() && a.view.First == mines.Zero:
		law := newLaw()
		law[0] = a.Total(c)
		return law, nil
	case a.view.Marks[c].IsNumber():
		law := newLaw()
		law[a.view.Marks[c]] = a.counts.total
		return law, nil
	}
	return a.law(int32(c), Limit{Memory: a.limit.Memory, Stop: stop})
}

// Observe returns the analysis after c was opened and showed number.
func (a *Analysis) Observe(c mines.Cell, number int) (*Analysis, error) {
	return Analyse(a.view.With(c, mines.Mark(number)), a.limit)
}

// Sample draws a layout uniformly from those that fit. Before a protected first click
// the layouts are those of a board without protection.
func (a *Analysis) Sample(r *rand.Rand) (mines.Layout, error) {
	if !a.solver.weights.ready {
		if err := a.solver.Weigh(); err != nil {
			return nil, err
		}
	}
	layout := make(mines.Layout, a.view.Cells())
	a.solver.Sample(r, layout)
	return layout, nil
}
