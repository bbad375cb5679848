// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

// drawBoard draws the risks and, if available, the winning chances.
func drawBoard(p *text.Page, an *analysis.Position) {
	grids := []text.Grid{riskGrid(p, an)}
	if an.Win.Searched() { // few moves have an estimate
		grids = append(grids, winGrid(p, an))
	}
	p.Grids(grids...)
}

// boardGrid returns a grid of a board without entries.
func boardGrid(v mines.View) text.Grid {
	return text.Grid{
		Rows: v.Height, Columns: v.Width,
		Legend:    "two digits: %; one digit: open; ok: safe; **: mine",
		Elsewhere: "--plain and --json have every cell",
	}
}

// riskGrid returns the grid of risks.
func riskGrid(p *text.Page, an *analysis.Position) text.Grid {
	g := boardGrid(an.View)
	g.Title, g.Forms = "mine risk %", []text.GridForm{{Width: 6}, {Width: 5}, {Width: 3, Short: true}}
	g.Cell = func(form text.GridForm, row, col int) string {
		c := an.View.Cell(row, col)
		if text, ok := settled(p, g, an, form, c); ok {
			return text
		}
		risk := text.ChanceOf(an.Risks[c])
		if !risk.Known() {
			return g.Pad(form, "?")
		}
		text := risk.Percent(1)
		if form.Short {
			text = fmt.Sprintf("%02s", risk.Percent(0))
		}
		if an.IsLowest(c) {
			return p.Best(g.Pad(form, text))
		}
		return g.Pad(form, text)
	}
	return g
}

// settled draws cells that need no number: open and certain ones.
func settled(p *text.Page, g text.Grid, an *analysis.Position, form text.GridForm, c mines.Cell) (string, bool) {
	safe, mine := "safe", "mine"
	if form.Short {
		safe, mine = "ok", "**"
	}
	switch mark := an.View.Marks[c]; {
	case mark.IsNumber():
		return p.Dim(g.Pad(form, strconv.Itoa(int(mark)))), true
	case mark == mines.Mine || an.Certainty(c) == count.CertainMine:
		return p.Mine(g.Pad(form, mine)), true
	case an.Certainty(c) == count.CertainSafe:
		return p.Safe(g.Pad(form, safe)), true
	}
	return "", false
}

// winGrid returns the grid of winning chances, with a star on both sides of the best moves, or
// behind them if there is no room for two.
func winGrid(p *text.Page, an *analysis.Position) text.Grid {
	g := boardGrid(an.View)
	g.Title, g.Forms, g.Trail = "win % if you open it", []text.GridForm{{Width: 9}, {Width: 8}, {Width: 5, Short: true}}, " "
	g.Cell = func(form text.GridForm, row, col int) string {
		c := an.View.Cell(row, col)
		win, ok := an.Win.Of(c)
		if !ok {
			text, ok := settled(p, g, an, form, c)
			if !ok {
				text = g.Pad(form, "?")
			}
			return text
		}
		text := winText(win, form.Short)
		if !an.Win.IsBest(c) {
			return g.Pad(form, text)
		}
		starred := strings.TrimSuffix(g.Pad(form, "*"+text), " ") + "*"
		if !strings.HasPrefix(starred, " ") && !form.Short { // it would touch its neighbour
			starred = " " + strings.TrimPrefix(starred, "*")
		}
		return p.Best(starred)
	}
	return g
}

// winText prints a winning chance for a grid: exact ones as a number, bounds as both ends or, if
// there is no room, as the lower one.
func winText(v veil.Value, short bool) string {
	lo, hi := v.Interval()
	switch exact := v.Badge() == veil.Exact; {
	case exact && short:
		return fmt.Sprintf("%02s", text.ChanceOf(v).Percent(0))
	case exact:
		return text.ChanceOf(v).Percent(2)
	case short:
		return fmt.Sprintf("≥%02.0f", math.Floor(100*lo))
	default:
		return fmt.Sprintf("%.0f–%.0f", math.Floor(100*lo), math.Ceil(100*hi))
	}
}
