// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strconv"

	"github.com/veilplan/veil/domain/mines"
)

// explanationJSON is the document mines.explanation/1.
type explanationJSON struct {
	Schema string      `json:"schema"`
	Cells  []storyJSON `json:"cells"`
	// Contrast says, of two cells, what makes one win more often.
	Contrast string `json:"contrast,omitempty"`
	After    string `json:"after,omitempty"`
}

type storyJSON struct {
	Cell      string         `json:"cell"`
	Certain   string         `json:"certain,omitempty"`
	Risk      *fractionJSON  `json:"risk,omitempty"`
	Win       *valueJSON     `json:"win,omitempty"`
	Outcomes  []outcomeJSON  `json:"outcomes,omitempty"`
	Numbers   []string       `json:"numbers,omitempty"`
	Count     bool           `json:"mine_count,omitempty"`
	Rule      string         `json:"rule,omitempty"`
	Sentences []sentenceJSON `json:"sentences,omitempty"`
}

// sentenceJSON is a sentence and the cells it speaks of, so that they can be marked.
type sentenceJSON struct {
	Text    string   `json:"text"`
	Cells   []string `json:"cells"`
	Numbers []string `json:"numbers"`
}

func (e *explanation) document() any {
	doc := explanationJSON{Schema: "mines.explanation/1", After: e.after}
	for _, s := range e.stories {
		story := storyJSON{Cell: s.name, Certain: certainWord(e.an.certainty(s.cell)), Outcomes: e.an.outcomesOf(s.cell, s.law)}
		if s.risk.den != nil {
			story.Risk = s.risk.json()
		}
		if win, ok := e.an.win.of(s.cell); ok {
			value := newValueJSON(win)
			story.Win = &value
		}
		if r := s.reason; r != nil {
			story.Numbers, story.Count = e.an.names(r.Numbers), r.Count
			story.Rule, story.Sentences = r.Rule, e.an.sentences(r.Sentences)
		}
		doc.Cells = append(doc.Cells, story)
	}
	if told := newContrast(e.an, e.open()); told != nil {
		doc.Contrast = told.sentence()
	}
	return doc
}

func (an *analysis) sentences(list []mines.Sentence) []sentenceJSON {
	var out []sentenceJSON
	for _, s := range list {
		out = append(out, sentenceJSON{s.Text, an.names(s.Cells), an.names(s.Numbers)})
	}
	return out
}

func (e *explanation) rows() [][]string {
	rows := [][]string{{"cell", "event", "num", "den"}}
	for _, s := range e.stories {
		switch {
		case s.reason != nil:
			rows = append(rows, []string{s.name, certainWord(e.an.certainty(s.cell)), "", ""})
			for _, sentence := range s.reason.Sentences {
				rows = append(rows, []string{s.name, sentence.Text, "", ""})
			}
		case s.risk.den != nil:
			rows = append(rows, []string{s.name, "mine", s.risk.num.String(), s.risk.den.String()})
			for _, o := range e.an.outcomesOf(s.cell, s.law) {
				rows = append(rows, []string{s.name, "shows " + strconv.Itoa(o.Shows), o.Count, s.risk.den.String()})
			}
		}
	}
	return rows
}
