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

// Knowledge is everything that can be known of a position, in exact integers.
type Knowledge struct {
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

// Know returns everything that can be known of a view. The error is
// veil.ErrImpossible if no layout fits it. If some part is too hard for the limit the
// error is veil.ErrTooHard and the Knowledge says what is certain all the same.
// Without a mine count only what is certain is known.
func Know(v mines.View, limit Limit) (*Knowledge, error) {
	k := &Knowledge{view: v, limit: Limit{Memory: limit.Memory}, solver: NewSolver(v.Rules, limit), opening: v.First != mines.Any && v.Untouched()}
	if err := k.solver.Load(v); err != nil {
		return nil, err
	}
	err := k.solver.Deduce()
	if err == nil && v.Mines != mines.UnknownMines {
		k.counts, err = count(&k.solver.diagrams, &k.solver.net, k.solver.off, limit)
	}
	k.solver.limit = k.limit // what is asked later is not stopped
	if err != nil && !errors.Is(err, veil.ErrTooHard) {
		return nil, err
	}
	if k.counts != nil && k.opening {
		k.countTotals()
	}
	return k, err
}

// countTotals counts the layouts of every kind of first click, once: on a large board the
// numbers are long.
func (k *Knowledge) countTotals() {
	for _, mark := range k.view.Marks {
		if mark == mines.Mine {
			k.marked++
		}
	}
	room, left := int64(k.view.Cells()-k.marked), int64(k.view.Mines-k.marked)
	k.totals[0] = new(big.Int)
	for c := range mines.Cell(k.view.Cells()) {
		if n := k.zone(c); k.totals[n] == nil {
			k.totals[n] = binomial(int(room-n), int(left))
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

// View returns the view this is knowledge of.
func (k *Knowledge) View() mines.View { return k.view }

// Certainty says what is certain of c.
func (k *Knowledge) Certainty(c mines.Cell) Certainty { return k.solver.Certainty(c) }

// Counted reports whether layouts were counted: the mine count is known and the
// position is not too hard.
func (k *Knowledge) Counted() bool { return k.counts != nil }

// Layouts returns the number of layouts that fit, or nil if they were not counted.
func (k *Knowledge) Layouts() *big.Int {
	if k.counts == nil {
		return nil
	}
	return k.counts.total
}

// Protected reports whether the first click is still to come and will be protected.
func (k *Knowledge) Protected() bool { return k.opening }

// zone returns the number of cells that the first click on c keeps free of mines, or 0 if a
// known mine is among them: then c cannot be the first click.
func (k *Knowledge) zone(c mines.Cell) int64 {
	var buf [9]mines.Cell
	zone := k.view.AppendProtected(buf[:0], c)
	for _, d := range zone {
		if k.view.Marks[d] == mines.Mine {
			return 0
		}
	}
	return int64(len(zone))
}

// Total returns the number of layouts among which c is opened: Layouts, or, before a
// protected first click, those that the rule allows if c is clicked. It is zero where
// the rule leaves too few cells for the mines, or would free a known mine.
func (k *Knowledge) Total(c mines.Cell) *big.Int {
	if k.counts == nil || !k.Protected() {
		return k.Layouts()
	}
	return k.totals[k.zone(c)]
}

// MineCount returns in how many of the Total(c) layouts c is a mine, or nil if they
// were not counted.
func (k *Knowledge) MineCount(c mines.Cell) *big.Int {
	switch {
	case k.counts == nil:
		return nil
	case k.Protected(), k.Certainty(c) == CertainSafe:
		return new(big.Int)
	case k.Certainty(c) == CertainMine:
		return k.counts.total
	}
	if b := k.solver.net.boxOf[c]; b > 0 {
		return k.counts.box[b-1]
	}
	return k.counts.off
}

// CertainOnly returns what is certain in k, as if its layouts had not been counted.
func (k *Knowledge) CertainOnly() *Knowledge {
	return &Knowledge{view: k.view, limit: k.limit, solver: k.solver, opening: k.opening}
}

// Law returns in how many of the Total(c) layouts c is safe and shows 0 to 8. The integers
// belong to k.
func (k *Knowledge) Law(c mines.Cell) (Law, error) { return k.LawUntil(c, nil) }

// LawUntil is Law, and asks stop, if set, every now and then whether to give up, with an error that is
// veil.ErrTooHard.
func (k *Knowledge) LawUntil(c mines.Cell, stop func() bool) (Law, error) {
	switch {
	case k.counts == nil:
		return newLaw(), ErrNoCount
	case k.Certainty(c) == CertainMine:
		return newLaw(), nil
	case k.Protected() && k.view.First == mines.Zero:
		law := newLaw()
		law[0] = k.Total(c)
		return law, nil
	case k.view.Marks[c].IsNumber():
		law := newLaw()
		law[k.view.Marks[c]] = k.counts.total
		return law, nil
	}
	return k.law(int32(c), Limit{Memory: k.limit.Memory, Stop: stop})
}

// Observe returns the knowledge after c was opened and showed number.
func (k *Knowledge) Observe(c mines.Cell, number int) (*Knowledge, error) {
	return Know(k.view.With(c, mines.Mark(number)), k.limit)
}

// Sample draws a layout uniformly from those that fit. Before a protected first click
// the layouts are those of a board without protection.
func (k *Knowledge) Sample(r *rand.Rand) (mines.Layout, error) {
	if !k.solver.weights.ready {
		if err := k.solver.Weigh(); err != nil {
			return nil, err
		}
	}
	layout := make(mines.Layout, k.view.Cells())
	k.solver.Sample(r, layout)
	return layout, nil
}
