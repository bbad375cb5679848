// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/domain/mines"
)

// Story is what there is to say of one cell: a reason if it is certain, else counts.
type Story struct {
	Cell   mines.Cell
	Name   string
	Reason *mines.Explanation
	Risk   veil.Value
	Law    []*big.Int // layouts in which the cell shows 0, 1, …; nil if not counted
}

// Explanation says why cells are as they are.
type Explanation struct {
	Of      *Mines
	Stories []Story
	After   string // what is left to say of the whole position, if anything
}

// Explain tells the story of each cell.
func (m *Mines) Explain(cells []mines.Cell) (*Explanation, error) {
	e := &Explanation{Of: m}
	reasoner, err := mines.NewReasoner(m.View)
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		s := Story{Cell: c, Name: m.View.Name(c), Risk: m.Risks[c]}
		switch certainty := m.Certainty(c); {
		case certainty == mines.Unsure || m.Opening:
			s.Law = m.Law(c)
		default:
			reason, err := reasoner.Explain(c, certainty == mines.CertainMine)
			if err != nil {
				return nil, err
			}
			s.Reason = &reason
		}
		e.Stories = append(e.Stories, s)
	}
	if sentence, ok := m.Know.Deadlock(); ok {
		e.After = sentence.Text
	}
	return e, nil
}

// Document returns the document mines.explanation/1.
func (e *Explanation) Document() *analysis.MinesExplanation {
	doc := &analysis.MinesExplanation{Schema: "mines.explanation/1", After: e.After, Cells: []analysis.MinesStory{}}
	for _, s := range e.Stories {
		story := analysis.MinesStory{
			Cell: s.Name, Certain: CertainWord(e.Of.Certainty(s.Cell)), Outcomes: e.Of.Outcomes(s.Cell, s.Law),
			Risk: analysis.FractionOf(s.Risk),
		}
		if win, ok := e.Of.Win.Of(s.Cell); ok {
			value := analysis.NewValue(win)
			story.Win = &value
		}
		if r := s.Reason; r != nil {
			story.Numbers, story.Count = e.Of.Names(r.Numbers), r.Count
			story.Rule, story.Sentences = r.Rule, e.Of.Sentences(r.Sentences)
		}
		doc.Cells = append(doc.Cells, story)
	}
	doc.Contrast = e.Contrast().Sentence()
	return doc
}

// Sentences returns sentences with the names of the cells they speak of.
func (m *Mines) Sentences(list []mines.Sentence) []analysis.Sentence {
	out := make([]analysis.Sentence, len(list))
	for i, s := range list {
		out[i] = analysis.Sentence{Text: s.Text, Cells: m.Names(s.Cells), Numbers: m.Names(s.Numbers)}
	}
	return out
}

// HintDocument returns a hint as the document mines.hint/1.
func (m *Mines) HintDocument(hint mines.Hint, level mines.HintLevel) *analysis.MinesHint {
	return &analysis.MinesHint{
		Schema: "mines.hint/1", Level: int(level), ForcedGuess: hint.Guess, Sentences: m.Sentences(hint.Sentences),
	}
}
