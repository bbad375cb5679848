// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// explain tells the story of each cell.
func explain(an *analysis, cells []mines.Cell) (*explanation, error) {
	e := &explanation{an: an}
	reasoner, err := mines.NewReasoner(an.view)
	if err != nil {
		return nil, usage(err.Error())
	}
	for _, c := range cells {
		s := cellStory{cell: c, name: an.view.Name(c), risk: an.risks[c]}
		switch certainty := an.certainty(c); {
		case certainty == mines.Unsure || an.opening:
			s.law = an.lawOf(c)
		default:
			reason, err := reasoner.Explain(c, certainty == mines.CertainMine)
			if err != nil {
				return nil, noReason(err)
			}
			s.reason = &reason
		}
		e.stories = append(e.stories, s)
	}
	e.after = deadlock(an)
	return e, nil
}

// noReason explains why there are no words for something that is certain.
func noReason(err error) error {
	switch {
	case errors.Is(err, veil.ErrTooHard):
		return &failure{
			code: exitBudget, kind: kindBudget, cause: err,
			what: "the reason is too hard to find within this budget", notes: []string{"that it is certain stands all the same"},
		}
	case errors.Is(err, mines.ErrUnverified), errors.Is(err, mines.ErrNotCertain):
		panic(err) // the two solvers disagree: nothing may be printed
	default:
		return err
	}
}

// contradiction explains a board that no layout fits: the numbers that clash, and how.
func contradiction(v mines.View, cause error) *failure {
	f := &failure{code: exitContradiction, kind: kindContradiction, cause: cause, what: "no mine layout fits this board"}
	reasoner, err := mines.NewReasoner(v)
	if err != nil {
		f.notes = []string{err.Error()}
		return f
	}
	conflict, found, err := reasoner.ExplainConflict()
	if err != nil || !found {
		f.notes = []string{"Which numbers clash could not be found out within the budget."}
		return f
	}
	f.notes = []string{conflict.Headline.Text}
	for _, sentence := range conflict.Sentences {
		f.notes = append(f.notes, "  "+sentence.Text)
		f.clash.Reason = append(f.clash.Reason, sentence.Text)
	}
	f.notes = append(f.notes, conflict.Advice.Text)
	for _, c := range conflict.Numbers {
		f.clash.Conflict = append(f.clash.Conflict, v.Name(c))
	}
	f.clash.MineCount = conflict.Count
	return f
}

// fewLayouts is how many layouts can be told one by one.
const fewLayouts = 4

// deadlock returns the sentence that nothing more can be learned, if so.
func deadlock(an *analysis) string {
	list, err := an.know.List(fewLayouts)
	if err != nil {
		return "" // not counted, or too many
	}
	var layouts []mines.Layout
	for i := range list.Len() {
		layout := make(mines.Layout, an.view.Cells())
		for c := range layout {
			layout[c] = an.view.Marks[c] == mines.Mine || an.certainty(mines.Cell(c)) == mines.CertainMine
		}
		for j, c := range list.Cells {
			layout[c] = list.Mine(i, j)
		}
		layouts = append(layouts, layout)
	}
	sentence, ok := mines.Deadlock(an.view, layouts)
	if !ok {
		return ""
	}
	return sentence.Text
}
