// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
)

type minesTask = api.Task[*api.MinesAnalysis]

// Prepare reads a question and returns its task, which a server can look up, price and schedule.
func (s *Service) Prepare(q api.MinesAnalyseQuestion) (minesTask, error) {
	doc, err := s.read(q.Position)
	if err != nil {
		return minesTask{}, err
	}
	return s.task(doc.View, q), nil
}

// PrepareCode is Prepare for a position given by its code. The task's key is the canonical code.
func (s *Service) PrepareCode(code string, budget api.Budget) (minesTask, error) {
	v, err := s.parseCode(code)
	if err != nil {
		return minesTask{}, err
	}
	return s.task(v, api.MinesAnalyseQuestion{Budget: budget}), nil
}

func (s *Service) task(v mines.View, q api.MinesAnalyseQuestion) minesTask {
	t := minesTask{Cost: price(v, q, s.Limits.Of(q.Budget)), Turn: func(doc *api.MinesAnalysis) *api.MinesAnalysis { return doc }}
	asked, to := v, []mines.Cell(nil)
	if v.Cells() <= maxNamed {
		asked, to = v.Canonical()
		if q.Moves == "" && q.Top == 0 && len(q.Fields) == 0 { // otherwise the document differs from the cached one
			t.Key = asked.Code()
		}
		t.Turn = func(doc *api.MinesAnalysis) *api.MinesAnalysis { return turn(doc, asked, v, to) }
	}
	t.Run = func(ctx context.Context, tell api.Tell[*api.MinesAnalysis]) (*api.MinesAnalysis, error) {
		answer, err := s.analyse(ctx, asked, q, tell)
		if p, ok := err.(*api.Problem); ok && p.Type == api.Contradictory { //nolint:errorlint // the service returns nothing else
			return nil, Contradiction(ctx, v) // name the cells of the position in the question
		}
		return answer, err
	}
	return t
}

// turn renames the cells of a document about w, the canonical form of v, into those of v, and sorts
// them as they would have been listed for v.
func turn(doc *api.MinesAnalysis, w, v mines.View, to []mines.Cell) *api.MinesAnalysis {
	out := *doc
	out.Width, out.Height, out.First = v.Width, v.Height, v.First.String()
	cell := func(name string) mines.Cell {
		c, err := w.ParseCell(name)
		if err != nil {
			panic("a document names a cell that is not there: " + err.Error())
		}
		return to[c]
	}
	rename := func(list []string) []string {
		cells := make([]mines.Cell, len(list))
		for i, name := range list {
			cells[i] = cell(name)
		}
		slices.Sort(cells)
		return names(v.Rules, cells)
	}
	out.Safe, out.Certain, out.Best = rename(doc.Safe), rename(doc.Certain), rename(doc.Best)
	out.WrongFlags = nil
	for _, name := range out.Safe {
		if c, err := v.ParseCell(name); err == nil && v.Marks[c] == mines.Flag {
			out.WrongFlags = append(out.WrongFlags, name)
		}
	}
	out.Moves = turnMoves(doc.Moves, v, cell)
	return &out
}

// turnMoves renames moves. They are in groups of equal certainty and risk, in reading order
// within each.
func turnMoves(moves []api.MinesMove, v mines.View, cell func(string) mines.Cell) []api.MinesMove {
	type placed struct {
		at    mines.Cell
		group int
		move  api.MinesMove
	}
	list, group := make([]placed, len(moves)), 0
	for i, m := range moves {
		if i > 0 && !sameGroup(m, moves[i-1]) {
			group++
		}
		at := cell(m.Cell)
		m.Cell = v.Name(at)
		list[i] = placed{at, group, m}
	}
	slices.SortFunc(list, func(a, b placed) int { return cmp.Or(a.group-b.group, int(a.at-b.at)) })
	out := make([]api.MinesMove, len(list))
	for i, p := range list {
		out[i] = p.move
	}
	return out
}

func sameGroup(a, b api.MinesMove) bool {
	if a.Certain != b.Certain || (a.Risk == nil) != (b.Risk == nil) {
		return false
	}
	return a.Certain != "" || a.Risk == nil || *a.Risk == *b.Risk
}

// gamePrice is the approximate cost of playing out one game, in milliseconds.
const gamePrice = 0.5

// price estimates the cost of an answer in milliseconds: counting by the numbers on the board,
// searching by the layouts that it can have if the cells off the numbers are free.
func price(v mines.View, q api.MinesAnalyseQuestion, l api.Limits) float64 {
	hidden, open := 0, 0
	for _, mark := range v.Marks {
		switch {
		case mark.IsHidden():
			hidden++
		case mark.IsNumber():
			open++
		}
	}
	counting := 0.05*float64(open) + 0.02*float64(hidden)
	if q.Moves == "none" || v.Mines == mines.UnknownMines || hidden == 0 {
		return counting
	}
	most := float64(l.Readings) / float64(hidden)
	free, left := offNumbers(v), v.Mines-strings.Count(v.Code(), "*")
	layouts := binomial(free, left*free/hidden)
	games := gamePrice * float64(max(0, l.Games))
	if layouts > most {
		return counting + atMost(games, l.Time)
	}
	search := min(most, binomial(hidden, left)) * float64(hidden) / 100
	return counting + atMost(search, l.Time)
}

// atMost returns the price, capped by the time limit.
func atMost(price float64, limit time.Duration) float64 {
	if limit > 0 {
		return min(price, float64(limit.Milliseconds()))
	}
	return price
}

// offNumbers counts the hidden cells that touch no number.
func offNumbers(v mines.View) int {
	n := 0
	var around []mines.Cell
	for c, mark := range v.Marks {
		if !mark.IsHidden() {
			continue
		}
		around = v.AppendNeighbours(around[:0], mines.Cell(c))
		if !slices.ContainsFunc(around, func(d mines.Cell) bool { return v.Marks[d].IsNumber() }) {
			n++
		}
	}
	return n
}

// binomial returns n over k, approximately.
func binomial(n, k int) float64 {
	if k < 0 || k > n {
		return 0
	}
	lg := func(x int) float64 { y, _ := math.Lgamma(float64(x) + 1); return y }
	return math.Exp(lg(n) - lg(k) - lg(n-k))
}
