// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strconv"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// analysis is all that is known of a position, for showing.
type analysis struct {
	*solvemines.Position
}

// newAnalysis sorts what k knows of v.
func newAnalysis(v mines.View, k *count.Knowledge, partial bool) *analysis {
	return &analysis{solvemines.NewPosition(v, k, partial)}
}

// risk returns the exact chance that the hidden cell c is a mine.
func (an *analysis) risk(c mines.Cell) (chance, bool) {
	risk := chanceOf(an.Risks[c])
	return risk, risk.den != nil
}

// lowest returns the cells that share the lowest risk among those that are not certain.
func (an *analysis) lowest() []mines.Cell { return an.level(0) }

// level returns the run of equal risks that starts at Unsure[from].
func (an *analysis) level(from int) []mines.Cell {
	if !an.Counted() || an.Opening || from >= len(an.Unsure) {
		return nil
	}
	to := from + 1
	for to < len(an.Unsure) && an.ByRisk(an.Unsure[to], an.Unsure[from]) == 0 {
		to++
	}
	return an.Unsure[from:to]
}

func (an *analysis) isLowest(c mines.Cell) bool {
	lowest := an.lowest()
	return len(an.Safe) == 0 && len(lowest) > 0 && an.ByRisk(c, lowest[0]) == 0
}

func (s *solution) document() any {
	doc := s.Document(solvemines.Everything)
	doc.Engine = s.engine
	return doc
}

func (s *solution) rows() [][]string {
	rows := [][]string{{"cell", "certain", "risk", "num", "den", "win"}}
	for _, c := range s.Hidden() {
		row := []string{s.View.Name(c), solvemines.CertainWord(s.Certainty(c)), "", "", "", ""}
		if risk, ok := s.risk(c); ok {
			row[2] = strconv.FormatFloat(risk.float(), 'f', 6, 64)
			row[3], row[4] = risk.num.String(), risk.den.String()
		}
		if win, ok := s.Win.Of(c); ok && win.Badge() == veil.Exact {
			row[5] = strconv.FormatFloat(win.Float(), 'f', 6, 64)
		}
		rows = append(rows, row)
	}
	return rows
}
