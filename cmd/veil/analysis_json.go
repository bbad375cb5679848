// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"strconv"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// analysisJSON is the document mines.analysis/1.
type analysisJSON struct {
	Schema      string      `json:"schema"`
	State       string      `json:"state"`         // done or partial
	Cut         bool        `json:"cut,omitempty"` // by the clock: another machine may get further
	Width       int         `json:"width"`
	Height      int         `json:"height"`
	Mines       *int        `json:"mines"` // null if not given
	First       mines.First `json:"first"`
	Layouts     string      `json:"layouts,omitempty"`
	Value       valueJSON   `json:"value"`
	Safe        []string    `json:"safe"`
	Certain     []string    `json:"certain_mines"`
	WrongFlags  []string    `json:"wrong_flags,omitempty"`
	Best        []string    `json:"best,omitempty"`
	ForcedGuess *bool       `json:"forced_guess"` // null if not known
	Solved      bool        `json:"solved"`
	Moves       []moveJSON  `json:"moves"`
	Work        *workJSON   `json:"work,omitempty"`
	Engine      string      `json:"engine"`
}

type moveJSON struct {
	Cell     string        `json:"cell"`
	Certain  string        `json:"certain,omitempty"` // safe or mine
	Risk     *fractionJSON `json:"risk,omitempty"`
	Win      valueJSON     `json:"win"`
	Outcomes []outcomeJSON `json:"outcomes,omitempty"`
}

type outcomeJSON struct {
	Shows int        `json:"shows"`
	Count string     `json:"count"`
	Then  *valueJSON `json:"then,omitempty"` // winning chance afterwards
}

type workJSON struct {
	Nodes uint64 `json:"nodes"`
}

func (s *solution) document() any {
	doc := &analysisJSON{
		Schema: "mines.analysis/1", State: "done", Engine: s.engine,
		Width: s.view.Width, Height: s.view.Height, First: s.view.First,
		Value: newValueJSON(s.win.Value), Best: s.names(s.win.Best), Solved: s.solved(),
		Safe: s.names(s.safe), Certain: s.names(s.mines), WrongFlags: s.names(s.wrong),
		Moves: []moveJSON{},
	}
	if s.partial || s.win.known && !s.win.Done {
		doc.State, doc.Cut = "partial", s.win.Cut
	}
	if s.view.Mines != mines.UnknownMines {
		doc.Mines = &s.view.Mines
	}
	if s.counted() {
		doc.Layouts = s.know.Layouts().String()
	}
	doc.ForcedGuess = s.forced()
	if s.win.known {
		doc.Work = &workJSON{s.win.Stats.Nodes}
	}
	for _, c := range s.hidden() {
		doc.Moves = append(doc.Moves, s.move(c))
	}
	return doc
}

func (s *solution) move(c mines.Cell) moveJSON {
	win, _ := s.win.of(c)
	m := moveJSON{Cell: s.view.Name(c), Win: newValueJSON(win), Certain: certainWord(s.certainty(c))}
	if risk, ok := s.risk(c); ok {
		m.Risk = risk.json()
		m.Outcomes = s.outcomesOf(c, s.lawOf(c))
	}
	return m
}

// outcomesOf lists what a cell may show, with the number of layouts in which it does
// and, if known, what the position is worth then.
func (an *analysis) outcomesOf(c mines.Cell, law []*big.Int) []outcomeJSON {
	var list []outcomeJSON
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		o := outcomeJSON{Shows: shows, Count: count.String()}
		if then, ok := an.win.then(c, shows); ok {
			value := newValueJSON(then)
			o.Then = &value
		}
		list = append(list, o)
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
		if win, ok := s.win.of(c); ok && win.Badge() == veil.Exact {
			row[5] = strconv.FormatFloat(win.Float(), 'f', 6, 64)
		}
		rows = append(rows, row)
	}
	return rows
}
