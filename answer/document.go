// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"math/big"

	"github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/domain/mines"
)

// Detail is how much a document tells of every move.
type Detail int

// The details. Risks leaves out what cells may show, which takes longer to count than
// the risks themselves.
const (
	Everything Detail = iota
	Risks
)

// maxNamed is the largest board whose position is named: longer names do not fit into an
// address.
const maxNamed = 1 << 11

// Document returns what is known as the document mines.analysis/1.
func (m *Mines) Document(detail Detail) *analysis.MinesAnalysis {
	doc := &analysis.MinesAnalysis{
		Schema: "mines.analysis/1", State: analysis.Done,
		Width: m.View.Width, Height: m.View.Height, First: m.View.First.String(),
		Value: analysis.NewValue(m.Win.Value), NotComputed: m.Win.Why, Best: m.Names(m.Win.Best), Solved: m.Solved(),
		Safe: m.Names(m.Safe), Certain: m.Names(m.CertainMines), WrongFlags: m.Names(m.Wrong),
		ForcedGuess: m.Forced(), Moves: []analysis.MinesMove{},
	}
	if m.Partial || m.hasty || m.Win.Known && !m.Win.Done {
		doc.State, doc.Cut = analysis.Partial, m.Win.Cut || m.hasty
	}
	if m.View.Mines != mines.UnknownMines {
		doc.Mines = &m.View.Mines
	}
	if m.View.Cells() <= maxNamed {
		w, _ := m.View.Canonical()
		doc.Position = w.Code()
	}
	if m.Counted() {
		doc.Layouts = m.Know.Layouts().String()
	}
	if m.Win.Known {
		doc.Work = &analysis.Work{Nodes: m.Win.Stats.Nodes}
	}
	for _, c := range m.Hidden() {
		doc.Moves = append(doc.Moves, m.move(c, detail))
	}
	return doc
}

func (m *Mines) move(c mines.Cell, detail Detail) analysis.MinesMove {
	win, _ := m.Win.Of(c)
	move := analysis.MinesMove{
		Cell: m.View.Name(c), Win: analysis.NewValue(win), Certain: CertainWord(m.Certainty(c)), Risk: analysis.FractionOf(m.Risks[c]),
	}
	if move.Risk != nil && detail == Everything {
		move.Outcomes = m.Outcomes(c, m.Law(c))
	}
	return move
}

// Outcomes lists what a cell may show, with the number of layouts in which it does
// and, if known, what the position is worth then.
func (m *Mines) Outcomes(c mines.Cell, law []*big.Int) []analysis.MinesOutcome {
	var list []analysis.MinesOutcome
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		o := analysis.MinesOutcome{Shows: shows, Count: count.String()}
		if then, ok := m.Win.Then(c, shows); ok {
			value := analysis.NewValue(then)
			o.Then = &value
		}
		list = append(list, o)
	}
	return list
}

// Check returns whether the board can exist and a guess is forced.
func (m *Mines) Check() *analysis.MinesCheck {
	doc := &analysis.MinesCheck{
		Schema: "mines.check/1", Consistent: true, Solved: m.Solved(), WrongFlags: len(m.Wrong), ForcedGuess: m.Forced(),
	}
	for _, mark := range m.View.Marks {
		if mark == mines.Flag {
			doc.Flags++
		}
	}
	if m.Counted() {
		doc.Layouts = m.Know.Layouts().String()
	}
	return doc
}
