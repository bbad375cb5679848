// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

// Story explains one cell: a reason if it is certain, else counts.
type Story struct {
	Cell   mines.Cell
	Name   string
	Reason *explain.Explanation
	Risk   veil.Value
	Law    []*big.Int // layouts in which the cell shows 0, 1, …; nil if not counted
}

// Explanation gives the reasons or the counts of some cells.
type Explanation struct {
	Of      *Position
	Stories []Story
	After   string // a closing sentence about the whole position, or ""
}

// Explain returns the reason or the counts of each cell.
func (m *Position) Explain(ctx context.Context, cells []mines.Cell) (*Explanation, error) {
	e := &Explanation{Of: m}
	reasoner, err := explain.NewReasoner(ctx, m.View)
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		s := Story{Cell: c, Name: m.View.Name(c), Risk: m.Risks[c]}
		switch certainty := m.Certainty(c); {
		case certainty == count.Unsure || m.Opening:
			s.Law = m.Law(ctx, c)
		default:
			reason, err := reasoner.Explain(c, certainty == count.CertainMine)
			if err != nil {
				return nil, err
			}
			s.Reason = &reason
		}
		e.Stories = append(e.Stories, s)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if sentence, ok := explain.DeadlockOf(m.Analysis); ok {
		e.After = sentence.Text
	}
	return e, nil
}

// Document returns the document mines.explanation/1.
func (e *Explanation) Document() *api.MinesExplanation {
	doc := &api.MinesExplanation{Schema: "mines.explanation/1", After: e.After, Cells: []api.MinesStory{}}
	for _, s := range e.Stories {
		story := api.MinesStory{
			Cell: s.Name, Certain: CertainWord(e.Of.Certainty(s.Cell)), Outcomes: e.Of.Outcomes(s.Cell, s.Law, ""),
			Risk: api.FractionOf(s.Risk),
		}
		if win, ok := e.Of.Win.Of(s.Cell); ok {
			value := api.NewValue(win)
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

// Sentences returns sentences with the names of the cells they mention.
func (m *Position) Sentences(list []explain.Sentence) []api.Sentence {
	out := make([]api.Sentence, len(list))
	for i, s := range list {
		out[i] = api.Sentence{Text: s.Text, Cells: m.Names(s.Cells), Numbers: m.Names(s.Numbers)}
	}
	return out
}

// HintDocument returns a hint as the document mines.hint/1.
func (m *Position) HintDocument(hint explain.Hint, level explain.HintLevel) *api.MinesHint {
	return &api.MinesHint{
		Schema: "mines.hint/1", Level: int(level), ForcedGuess: hint.Guess, Sentences: m.Sentences(hint.Sentences),
	}
}
