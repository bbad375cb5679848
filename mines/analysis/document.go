// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
)

// Detail selects how much a document contains about the moves. The zero value suits most readers.
type Detail struct {
	Top      int  // limit on the moves listed, best first; 0 means all
	Outcomes bool // what each cell may show
	Digits   bool // counts of any length in full
}

// DetailOf returns the detail that a question asks for.
func DetailOf(q api.MinesAnalyseQuestion) Detail {
	return Detail{Top: q.Top, Outcomes: slices.Contains(q.Fields, "outcomes"), Digits: slices.Contains(q.Fields, "digits")}
}

// shortDigits is the length up to which counts are always written out.
const shortDigits = 64

// maxNamed is the largest board, in cells, whose position gets a code in the document: longer codes
// do not fit into a URL.
const maxNamed = 1 << 11

// Document returns the position as the document mines.analysis/2. If ctx ends before the slow parts
// are written, they are left out and the document is marked as cut.
func (m *Position) Document(ctx context.Context, detail Detail) *api.MinesAnalysis {
	doc := &api.MinesAnalysis{
		Schema: "mines.analysis/2", State: m.state(), Cut: m.Win.Cut,
		Width: m.View.Width, Height: m.View.Height, First: m.View.First.String(),
		Best: m.Names(m.Win.Best), Because: string(m.Win.Because), Value: api.NewValue(m.Win.Value), NotComputed: m.Win.Why, Solved: m.Solved(),
		Safe: m.Names(m.Safe), Certain: m.Names(m.CertainMines), WrongFlags: m.Names(m.Wrong),
		ForcedGuess: m.Forced(), Moves: []api.MinesMove{},
	}
	if m.View.Mines != mines.UnknownMines {
		doc.Mines = &m.View.Mines
	}
	if m.View.Cells() <= maxNamed {
		w, _ := m.View.Canonical()
		doc.Position = w.Code()
	}
	if m.Counted() {
		doc.Layouts = m.Analysis.Layouts().String()
	}
	if m.Win.Estimate.Badge() == veil.Estimate {
		value := api.NewValue(m.Win.Estimate)
		doc.Estimate, doc.Policy = &value, policyName
	}
	if m.Win.Stats.Nodes > 0 {
		doc.Work = &api.Work{Nodes: m.Win.Stats.Nodes}
	}
	doc.Value = shared(doc.Value, doc.Layouts)
	m.addMoves(ctx, doc, detail)
	return doc
}

// state returns Done if a later document cannot contain more: every move has its exact value, the
// board is solved, or winning chances lack the mine count.
func (m *Position) state() string {
	if m.Solved() || m.Win.Done || m.View.Mines == mines.UnknownMines {
		return api.Done
	}
	return api.Partial
}

func (m *Position) addMoves(ctx context.Context, doc *api.MinesAnalysis, detail Detail) {
	cells := m.Hidden()
	if detail.Top > 0 && detail.Top < len(cells) {
		cells = m.ranked()[:detail.Top]
		doc.Omitted = len(m.Hidden()) - detail.Top
	}
	known := m.Win.known()
	for i, c := range cells {
		if i%askCells == 0 && ctx.Err() != nil {
			detail.Outcomes, detail.Digits, doc.Cut = false, false, true
		}
		doc.Moves = append(doc.Moves, m.move(ctx, c, known[c], doc.Layouts, detail))
	}
}

// ranked lists the hidden cells: the moves to make first, then by value, then by risk.
func (m *Position) ranked() []mines.Cell {
	cells := m.Hidden()
	best := make(map[mines.Cell]bool, len(m.Win.Best))
	for _, c := range m.Win.Best {
		best[c] = true
	}
	known := m.Win.known()
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if x, y := best[cells[i]], best[cells[j]]; x != y {
			return map[bool]int{true: -1, false: 1}[x]
		}
		return cmp.Or(compareWorth(known[cells[j]], known[cells[i]]), i-j)
	})
	sorted := make([]mines.Cell, len(cells))
	for i, j := range order {
		sorted[i] = cells[j]
	}
	return sorted
}

// compareWorth compares two moves by their proved values, then by their estimates; nil is a move
// without either.
func compareWorth(a, b *Move) int {
	x, y := cmp.Or(a, new(Move)), cmp.Or(b, new(Move))
	return cmp.Or(x.Win.Compare(y.Win), x.Estimate.Compare(y.Estimate))
}

// move describes one cell; known is its value, nil if it has none.
func (m *Position) move(ctx context.Context, c mines.Cell, known *Move, layouts string, detail Detail) api.MinesMove {
	move := api.MinesMove{Cell: m.View.Name(c), Certain: CertainWord(m.Certainty(c)), Risk: share(m.Risks[c], layouts, detail)}
	if known != nil && known.Win.Badge() != veil.Unknown {
		value := shared(api.NewValue(known.Win), layouts)
		move.Win = &value
	}
	if known != nil && known.Estimate.Badge() != veil.Unknown {
		value := api.NewValue(known.Estimate)
		move.Estimate = &value
	}
	if move.Risk != nil && detail.Outcomes {
		move.Outcomes = m.Outcomes(c, m.Law(ctx, c), layouts)
	}
	return move
}

// share returns an exact risk; nil if the risk was not counted.
func share(risk veil.Value, layouts string, detail Detail) *api.Share {
	num, den := risk.Fraction()
	if den == nil {
		return nil
	}
	s := &api.Share{P: risk.Float()}
	if !isShort(den) && !detail.Digits {
		return s
	}
	if s.Num = num.String(); den.String() != layouts {
		s.Den = den.String()
	}
	return s
}

// isShort reports whether a count has at most shortDigits digits, without converting it: conversion
// takes longest for the counts that would not be written.
func isShort(n *big.Int) bool {
	const bits = shortDigits * 10 / 3
	return n.BitLen() <= bits && len(n.String()) <= shortDigits
}

// shared leaves out a denominator that the document already contains.
func shared(v api.Value, layouts string) api.Value {
	if v.Den == layouts {
		v.Den = ""
	}
	return v
}

// Outcomes lists the numbers that a cell may show, each with its number of layouts and, if known,
// the value of the position after it.
func (m *Position) Outcomes(c mines.Cell, law []*big.Int, layouts string) []api.MinesOutcome {
	var list []api.MinesOutcome
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		o := api.MinesOutcome{Shows: shows, Count: count.String()}
		if then, ok := m.Win.Then(c, shows); ok {
			value := shared(api.NewValue(then), layouts)
			o.Then = &value
		}
		list = append(list, o)
	}
	return list
}

// checkDigits refuses a document that would be too long: on a large board with many mines every
// count has thousands of digits, and converting them takes correspondingly long.
func (m *Position) checkDigits(detail Detail, most int) error {
	if !m.Counted() {
		return nil
	}
	length := 1 + m.Analysis.Layouts().BitLen()*3/10
	digits := length
	if detail.Digits || length <= shortDigits {
		digits += len(m.Hidden()) * length
	}
	if detail.Outcomes {
		digits += 8 * len(m.Hidden()) * length
	}
	if digits > most {
		return api.NewTooLarge("the answer would be too long", most, digits, "digits")
	}
	return nil
}

// Check returns whether any layout fits the board, and whether a guess is forced.
func (m *Position) Check() *api.MinesCheck {
	doc := &api.MinesCheck{
		Schema: "mines.check/1", Consistent: true, Solved: m.Solved(), WrongFlags: len(m.Wrong), ForcedGuess: m.Forced(),
	}
	for _, mark := range m.View.Marks {
		if mark == mines.Flag {
			doc.Flags++
		}
	}
	if m.Counted() {
		doc.Layouts = m.Analysis.Layouts().String()
	}
	return doc
}
