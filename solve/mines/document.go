// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"math/big"

	"github.com/veilplan/veil/api"
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
func (m *Position) Document(detail Detail) *api.MinesAnalysis {
	doc := &api.MinesAnalysis{
		Schema: "mines.analysis/1", State: api.Done,
		Width: m.View.Width, Height: m.View.Height, First: m.View.First.String(),
		Value: api.NewValue(m.Win.Value), NotComputed: m.Win.Why, Best: m.Names(m.Win.Best), Solved: m.Solved(),
		Safe: m.Names(m.Safe), Certain: m.Names(m.CertainMines), WrongFlags: m.Names(m.Wrong),
		ForcedGuess: m.Forced(), Moves: []api.MinesMove{},
	}
	if m.Partial || m.hasty || m.Win.Known && !m.Win.Done {
		doc.State, doc.Cut = api.Partial, m.Win.Cut || m.hasty
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
		doc.Work = &api.Work{Nodes: m.Win.Stats.Nodes}
	}
	for _, c := range m.Hidden() {
		doc.Moves = append(doc.Moves, m.move(c, detail))
	}
	return doc
}

func (m *Position) move(c mines.Cell, detail Detail) api.MinesMove {
	win, _ := m.Win.Of(c)
	move := api.MinesMove{
		Cell: m.View.Name(c), Win: api.NewValue(win), Certain: CertainWord(m.Certainty(c)), Risk: api.FractionOf(m.Risks[c]),
	}
	if move.Risk != nil && detail == Everything {
		move.Outcomes = m.Outcomes(c, m.Law(c))
	}
	return move
}

// Outcomes lists what a cell may show, with the number of layouts in which it does
// and, if known, what the position is worth then.
func (m *Position) Outcomes(c mines.Cell, law []*big.Int) []api.MinesOutcome {
	var list []api.MinesOutcome
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		o := api.MinesOutcome{Shows: shows, Count: count.String()}
		if then, ok := m.Win.Then(c, shows); ok {
			value := api.NewValue(then)
			o.Then = &value
		}
		list = append(list, o)
	}
	return list
}

// Check returns whether the board can exist and a guess is forced.
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
		doc.Layouts = m.Know.Layouts().String()
	}
	return doc
}
