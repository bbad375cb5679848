// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// Position is the analysis of a Minesweeper position, its cells sorted for display.
type Position struct {
	View     mines.View
	Analysis *count.Analysis
	Stopped  error // why the risks were not counted: the context's, or veil.ErrTooHard
	Opening  bool  // no cell is open, and the first click is protected

	Safe         []mines.Cell // hidden and certainly safe
	CertainMines []mines.Cell // hidden and certainly mines
	Unsure       []mines.Cell // by rising risk if risks are known, else in reading order
	Wrong        []mines.Cell // flagged, but certainly safe
	Risks        []veil.Value // by cell; the zero value where none was counted

	Win Values // the zero value means that no winning chance is known

	// BestOnly leaves the moves that are not best with bounds instead of exact values.
	BestOnly bool

	memory *optimal.Memory // shared with the searches of other positions; nil for a separate one
	laws   map[mines.Cell][]*big.Int
	shares map[[2]*big.Int]veil.Value
}

// NewPosition sorts the cells of v by the analysis a. If a is incomplete, stopped is the reason.
func NewPosition(v mines.View, a *count.Analysis, stopped error) *Position {
	m, _ := newPosition(v, a, stopped, func() bool { return false })
	return m
}

// newPosition is NewPosition until stop returns true: long fractions take long to reduce and
// compare.
func newPosition(v mines.View, a *count.Analysis, stopped error, stop func() bool) (_ *Position, whole bool) {
	m := &Position{
		View: v, Analysis: a, Stopped: stopped, Risks: make([]veil.Value, v.Cells()), laws: map[mines.Cell][]*big.Int{}, shares: map[[2]*big.Int]veil.Value{},
		Opening: v.Untouched() && v.First != mines.Any,
	}
	for i, mark := range v.Marks {
		if i%askCells == 0 && stop() {
			return m, false
		}
		if c := mines.Cell(i); mark.IsHidden() {
			m.sort(c, mark)
		}
	}
	return m, !m.Counted() || m.rank(stop)
}

// askCells is the number of cells ranked between two calls of stop.
const askCells = 64

// rank sorts the cells that are not certain by their risk.
func (m *Position) rank(stop func() bool) (whole bool) {
	compared, whole := 0, true
	slices.SortStableFunc(m.Unsure, func(c, d mines.Cell) int {
		if compared++; compared%askCells == 0 && whole {
			whole = !stop()
		}
		if !whole {
			return 0
		}
		return m.byRisk(c, d)
	})
	return whole
}

func (m *Position) sort(c mines.Cell, mark mines.Mark) {
	switch m.Certainty(c) {
	case count.CertainSafe:
		m.Safe = append(m.Safe, c)
		if mark == mines.Flag {
			m.Wrong = append(m.Wrong, c)
		}
	case count.CertainMine:
		m.CertainMines = append(m.CertainMines, c)
	case count.Unsure:
		m.Unsure = append(m.Unsure, c)
	}
	if m.Counted() && m.Analysis.Total(c).Sign() > 0 {
		m.Risks[c] = m.risk(m.Analysis.MineCount(c), m.Analysis.Total(c))
	}
}

// risk reduces a fraction, once for all cells that share it.
func (m *Position) risk(mined, total *big.Int) veil.Value {
	share := [2]*big.Int{mined, total}
	value, ok := m.shares[share]
	if !ok {
		value = veil.ExactValue(mined, total)
		m.shares[share] = value
	}
	return value
}

// byRisk compares two cells by risk; a cell that cannot be opened comes last.
func (m *Position) byRisk(c, d mines.Cell) int {
	a, b := m.Risks[c], m.Risks[d]
	if a.Badge() != veil.Exact || b.Badge() != veil.Exact {
		return int(b.Badge()) - int(a.Badge())
	}
	return a.Compare(b)
}

// Counted reports whether layouts were counted: not if the mine count is unknown or
// the budget ended.
func (m *Position) Counted() bool { return m.Analysis.Counted() }

// Certainty returns what is certain about c if it is opened now. A protected first click is safe
// wherever the rule leaves room for the mines.
func (m *Position) Certainty(c mines.Cell) count.Certainty {
	certainty := m.Analysis.Certainty(c)
	switch {
	case !m.Opening || certainty == count.CertainMine:
		return certainty
	case m.Counted() && m.Analysis.Total(c).Sign() == 0:
		return count.Unsure // it cannot be the first click
	default:
		return count.CertainSafe
	}
}

// Law returns the number of layouts in which c shows each number; nil if they were not counted.
// Laws are kept: on a large board they take longer than the risks, and every document contains
// them. Laws not counted when ctx ends are left out.
func (m *Position) Law(ctx context.Context, c mines.Cell) []*big.Int {
	if law, ok := m.laws[c]; ok {
		return law
	}
	law, err := m.Analysis.LawUntil(c, stopping(ctx))
	switch {
	case err == nil:
		m.laws[c] = law[:]
	case ctx.Err() == nil: // too hard, or no mine count: certainties still hold
		m.laws[c] = nil
	}
	return m.laws[c]
}

// Solved reports whether every cell that is not a mine is open.
func (m *Position) Solved() bool { return len(m.Safe) == 0 && len(m.Unsure) == 0 }

// IsOpen reports whether opening c is a question of chances: c is not certain, or it would be the
// first click, which is safe but not equally good everywhere.
func (m *Position) IsOpen(c mines.Cell) bool { return m.Opening || m.Certainty(c) == count.Unsure }

// Forced reports whether a guess is forced: no hidden cell is certainly safe though some may be. It
// is nil if that is not known: without the mine count, or within too small a budget, a safe cell
// may have been missed.
func (m *Position) Forced() *bool {
	forced := len(m.Safe) == 0 && len(m.Unsure) > 0
	if forced && !m.Counted() {
		return nil
	}
	return &forced
}

// Hidden lists the hidden cells, safest first.
func (m *Position) Hidden() []mines.Cell { return slices.Concat(m.Safe, m.Unsure, m.CertainMines) }

// Snapshot returns a copy that later improvements of m do not change.
func (m *Position) Snapshot() *Position {
	s := *m
	s.laws, s.shares = maps.Clone(m.laws), maps.Clone(m.shares)
	s.Win.Moves = slices.Clone(m.Win.Moves)
	return &s
}

// Names returns the cells' names.
func (m *Position) Names(cells []mines.Cell) []string { return names(m.View.Rules, cells) }

func names(r mines.Rules, cells []mines.Cell) []string {
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = r.Name(c)
	}
	return list
}
