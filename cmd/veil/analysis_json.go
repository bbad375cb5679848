// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"strconv"

	"github.com/veilplan/veil/domain/mines"
)

// analysisJSON is the document mines.analysis/1.
type analysisJSON struct {
	Schema      string      `json:"schema"`
	State       string      `json:"state"` // done or partial
	Width       int         `json:"width"`
	Height      int         `json:"height"`
	Mines       *int        `json:"mines"` // null if not given
	First       mines.First `json:"first"`
	Layouts     string      `json:"layouts,omitempty"`
	Value       valueJSON   `json:"value"`
	Safe        []string    `json:"safe"`
	Certain     []string    `json:"certain_mines"`
	WrongFlags  []string    `json:"wrong_flags,omitempty"`
	ForcedGuess *bool       `json:"forced_guess"` // null if not known
	Solved      bool        `json:"solved"`
	Moves       []moveJSON  `json:"moves"`
	Engine      string      `json:"engine"`
}

// valueJSON says how a winning chance is known; "none" while it is not computed.
type valueJSON struct {
	Kind string `json:"kind"`
}

type moveJSON struct {
	Cell     string        `json:"cell"`
	Certain  string        `json:"certain,omitempty"` // safe or mine
	Risk     *fractionJSON `json:"risk,omitempty"`
	Win      valueJSON     `json:"win"`
	Outcomes []outcomeJSON `json:"outcomes,omitempty"`
}

type outcomeJSON struct {
	Shows int    `json:"shows"`
	Count string `json:"count"`
}

func (s *solution) document() any {
	doc := &analysisJSON{
		Schema: "mines.analysis/1", State: "done", Engine: s.engine,
		Width: s.view.Width, Height: s.view.Height, First: s.view.First,
		Value: valueJSON{"none"}, Solved: s.solved(),
		Safe: s.names(s.safe), Certain: s.names(s.mines), WrongFlags: s.names(s.wrong),
		Moves: []moveJSON{},
	}
	if s.partial {
		doc.State = "partial"
	}
	if s.view.Mines != mines.UnknownMines {
		doc.Mines = &s.view.Mines
	}
	if s.counted() {
		doc.Layouts = s.know.Layouts().String()
	}
	doc.ForcedGuess = s.forced()
	for _, c := range s.hidden() {
		doc.Moves = append(doc.Moves, s.move(c))
	}
	return doc
}

func (s *solution) move(c mines.Cell) moveJSON {
	m := moveJSON{Cell: s.view.Name(c), Win: valueJSON{"none"}, Certain: certainWord(s.certainty(c))}
	if risk, ok := s.risk(c); ok {
		m.Risk = risk.json()
		m.Outcomes = outcomesOf(s.lawOf(c))
	}
	return m
}

// outcomesOf lists what a cell may show, with the number of layouts in which it does.
func outcomesOf(law []*big.Int) []outcomeJSON {
	var list []outcomeJSON
	for shows, count := range law {
		if count.Sign() > 0 {
			list = append(list, outcomeJSON{shows, count.String()})
		}
	}
	return list
}

// certainWord returns "safe", "mine" or nothing.
func certainWord(c mines.Certainty) string {
	switch c {
	case mines.CertainSafe:
		return "safe"
	case mines.CertainMine:
		return "mine"
	default:
		return ""
	}
}

// hidden lists the hidden cells, safest first.
func (an *analysis) hidden() []mines.Cell {
	list := append([]mines.Cell(nil), an.safe...)
	list = append(list, an.unsure...)
	return append(list, an.mines...)
}

func (s *solution) rows() [][]string {
	rows := [][]string{{"cell", "certain", "risk", "num", "den", "win"}}
	for _, c := range s.hidden() {
		row := []string{s.view.Name(c), certainWord(s.certainty(c)), "", "", "", ""}
		if risk, ok := s.risk(c); ok {
			row[2] = strconv.FormatFloat(risk.float(), 'f', 6, 64)
			row[3], row[4] = risk.num.String(), risk.den.String()
		}
		rows = append(rows, row)
	}
	return rows
}
