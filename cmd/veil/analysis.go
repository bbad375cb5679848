// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"slices"

	"github.com/veilplan/veil/domain/mines"
)

// analysis is all that is known of a position, sorted for showing.
type analysis struct {
	view    mines.View
	know    *mines.Knowledge
	partial bool // the budget ended before the risks were counted
	opening bool // no cell is open, and the first click is protected

	safe   []mines.Cell // hidden and certainly safe
	mines  []mines.Cell // hidden and certainly mines
	unsure []mines.Cell // by rising risk if risks are known, else in reading order
	wrong  []mines.Cell // flagged, but certainly safe
	risks  []chance     // by cell; nothing where there is no risk to speak of

	win winning // its zero value says that winning chances are not computed
}

// newAnalysis sorts what k knows of v.
func newAnalysis(v mines.View, k *mines.Knowledge, partial bool) *analysis {
	an := &analysis{
		view: v, know: k, partial: partial, risks: make([]chance, v.Cells()),
		opening: v.Untouched() && v.First != mines.Any,
	}
	for i, mark := range v.Marks {
		if c := mines.Cell(i); mark.IsHidden() {
			an.sort(c, mark)
		}
	}
	if an.counted() {
		slices.SortStableFunc(an.unsure, an.byRisk)
	}
	return an
}

// byRisk compares two cells; one that cannot be opened at all comes last.
func (an *analysis) byRisk(c, d mines.Cell) int {
	_, ok1 := an.risk(c)
	_, ok2 := an.risk(d)
	if !ok1 || !ok2 {
		return boolOrder(ok2) - boolOrder(ok1)
	}
	return an.risks[c].compare(an.risks[d])
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (an *analysis) sort(c mines.Cell, mark mines.Mark) {
	switch an.certainty(c) {
	case mines.CertainSafe:
		an.safe = append(an.safe, c)
		if mark == mines.Flag {
			an.wrong = append(an.wrong, c)
		}
	case mines.CertainMine:
		an.mines = append(an.mines, c)
	case mines.Unsure:
		an.unsure = append(an.unsure, c)
	}
	if an.counted() && an.know.Total(c).Sign() > 0 {
		an.risks[c] = chance{an.know.MineCount(c), an.know.Total(c)}
	}
}

// counted reports whether layouts were counted: not if the mine count is unknown or
// the budget ended.
func (an *analysis) counted() bool { return an.know.Counted() }

// certainty says what is certain if c is opened now. A protected first click is safe
// wherever the rule leaves room for the mines.
func (an *analysis) certainty(c mines.Cell) mines.Certainty {
	if !an.opening {
		return an.know.Certainty(c)
	}
	if an.counted() && an.know.Total(c).Sign() == 0 {
		return mines.Unsure
	}
	return mines.CertainSafe
}

// lawOf returns in how many layouts c shows each number; nil if that was not counted.
func (an *analysis) lawOf(c mines.Cell) []*big.Int {
	law, err := an.know.Law(c)
	if err != nil {
		return nil // too hard, or no mine count: the certain part still stands
	}
	return law[:]
}

// risk returns the exact chance that the hidden cell c is a mine.
func (an *analysis) risk(c mines.Cell) (chance, bool) {
	return an.risks[c], an.risks[c].den != nil
}

// lowest returns the cells that share the lowest risk among those that are not certain.
func (an *analysis) lowest() []mines.Cell { return an.level(0) }

// level returns the run of equal risks that starts at unsure[from].
func (an *analysis) level(from int) []mines.Cell {
	if !an.counted() || an.opening || from >= len(an.unsure) {
		return nil
	}
	to := from + 1
	for to < len(an.unsure) && an.byRisk(an.unsure[to], an.unsure[from]) == 0 {
		to++
	}
	return an.unsure[from:to]
}

func (an *analysis) isLowest(c mines.Cell) bool {
	lowest := an.lowest()
	return len(an.safe) == 0 && len(lowest) > 0 && an.byRisk(c, lowest[0]) == 0
}

// solved reports whether every cell that is not a mine is open.
func (an *analysis) solved() bool { return len(an.safe) == 0 && len(an.unsure) == 0 }

// isOpen reports whether opening c is a question of chances: c is not certain, or the
// first click, which is safe but not indifferent.
func (an *analysis) isOpen(c mines.Cell) bool { return an.opening || an.certainty(c) == mines.Unsure }

// guessForced reports whether no hidden cell is certainly safe, though some may be.
func (an *analysis) guessForced() bool { return len(an.safe) == 0 && len(an.unsure) > 0 }

// forced reports whether a guess is forced, or nil if that is not known: without the
// mine count, or within too small a budget, a safe cell may have been missed.
func (an *analysis) forced() *bool {
	forced := an.guessForced()
	if forced && !an.counted() {
		return nil
	}
	return &forced
}

// names returns the cells' names.
func (an *analysis) names(cells []mines.Cell) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = an.view.Name(c)
	}
	return names
}
