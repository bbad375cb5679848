// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// cellForm is the layout of a cell: a number of characters between two brackets, which neighbours
// share if room is scarce.
type cellForm struct {
	content int
	shared  bool
}

// pitch is the distance from cell to cell.
func (f cellForm) pitch() int {
	if f.shared {
		return f.content + 1
	}
	return f.content + 2
}

// span returns the width of a number of cells.
func (f cellForm) span(cols int) int {
	if f.shared {
		return cols*f.pitch() + 1
	}
	return cols * f.pitch()
}

// formFor returns the most readable form in which all columns fit, or the narrowest that can hold
// the content.
func formFor(cols, room int, numbers bool) cellForm {
	forms := []cellForm{{content: 5}, {content: 4}, {content: 2}, {content: 2, shared: true}}
	if cols > 8 {
		forms = forms[1:] // two decimals would only spread a wide board
	}
	for _, f := range forms {
		if f.span(cols) <= room {
			return f
		}
	}
	if numbers {
		return forms[len(forms)-1]
	}
	return cellForm{content: 1, shared: true}
}

// bracket is the character left and right of a cell. The higher rank wins a shared place.
type bracket struct {
	left, right string
	rank        int
}

func (m model) bracketOf(c mines.Cell) bracket {
	switch {
	case c == m.cursor:
		return bracket{"[", "]", 4}
	case slices.Contains(m.talk.numbers, c):
		return bracket{"<", ">", 3}
	case slices.Contains(m.talk.cells, c):
		return bracket{"(", ")", 2}
	case m.overlay == overlayWin && m.wins().IsBest(c):
		return bracket{m.glyphs.bestLeft, m.glyphs.bestRight, 1}
	default:
		return bracket{" ", " ", 0}
	}
}

// between merges two brackets that share a place.
func (m model) between(a, b bracket) string {
	switch {
	case a.rank == 1 && b.rank == 1:
		return m.glyphs.bestBoth
	case a.rank > b.rank:
		return a.right
	default:
		return b.left
	}
}

// boardRow draws the visible cells of a row.
func (m model) boardRow(f cellForm, row, from, to int) string {
	var line strings.Builder
	before := bracket{" ", " ", 0}
	for col := from; col < to; col++ {
		c := m.game.rules.Cell(row, col)
		b := m.bracketOf(c)
		if f.shared {
			line.WriteString(m.between(before, b))
		} else {
			line.WriteString(b.left)
		}
		line.WriteString(m.square(f, c))
		if !f.shared {
			line.WriteString(b.right)
		}
		before = b
	}
	if f.shared {
		line.WriteString(before.right)
	}
	return line.String()
}

// square draws one cell without its brackets.
func (m model) square(f cellForm, c mines.Cell) string {
	text, style := m.content(f, c)
	pad := max(0, f.content-lipgloss.Width(text))
	text = strings.Repeat(" ", (pad+1)/2) + text + strings.Repeat(" ", pad/2)
	if c == m.cursor {
		style = style.Reverse(true)
	}
	return style.Render(text)
}

// content returns the text of a cell.
func (m model) content(f cellForm, c mines.Cell) (string, lipgloss.Style) {
	switch mark := m.game.view.Marks[c]; {
	case mark == 0:
		return " ", plainStyle()
	case mark.IsNumber():
		return strconv.Itoa(int(mark)), numberStyle(int(mark))
	case mark == mines.Mine:
		return m.glyphs.boom, mineStyle().Reverse(true)
	case mark == mines.Flag:
		text, _ := m.number(f, c)
		if f.content < 4 || text == m.glyphs.hidden {
			text = ""
		}
		return m.glyphs.flag + strings.TrimSuffix(text, ".0"), mineStyle()
	}
	return m.number(f, c)
}

// number returns the overlay's text for a hidden cell.
func (m model) number(f cellForm, c mines.Cell) (string, lipgloss.Style) {
	switch {
	case m.overlay == overlayOff || m.game.status != veil.Open:
		return m.glyphs.hidden, faintStyle()
	case m.certainty(c) == count.CertainMine:
		return m.glyphs.mine, mineStyle()
	case m.overlay == overlayWin:
		return m.winNumber(f, c)
	case m.certainty(c) == count.CertainSafe:
		return m.glyphs.safe, safeStyle()
	}
	risk, ok := m.risk(c)
	if !ok {
		return m.glyphs.hidden, faintStyle()
	}
	return shortPercent(risk, f, 1), m.tinted(m.fresh(), 1-risk.Float())
}

// winNumber returns the winning chance of a hidden cell, if necessary that of the previous position.
func (m model) winNumber(f cellForm, c mines.Cell) (string, lipgloss.Style) {
	var win veil.Value
	if m.insight.at != nil {
		win, _ = m.insight.at.Win.Worth(c)
	}
	switch win.Badge() {
	case veil.Exact:
		return exactWin(f, win, m.glyphs), m.tinted(m.fresh(), win.Float())
	case veil.Estimate:
		return m.estimatedWin(f, win), m.tinted(m.fresh(), win.Float())
	case veil.Bounds:
		return boundedWin(f, win), faintStyle()
	case veil.Unknown:
	}
	if m.certainty(c) == count.CertainSafe {
		return m.glyphs.safe, safeStyle()
	}
	return "?", faintStyle()
}

func exactWin(f cellForm, win veil.Value, g glyphs) string {
	num, den := win.Fraction()
	if f.content == 2 && num.Cmp(den) == 0 {
		return g.sure
	}
	return shortPercent(text.Chance{Num: num, Den: den}, f, 2)
}

// estimatedWin marks an estimate if there is room. Without room, it is shown only if no number on
// the board is more than an estimate, as the line above the board states.
func (m model) estimatedWin(f cellForm, win veil.Value) string {
	percent := fmt.Sprintf("%02.0f", min(99, max(1, 100*win.Float())))
	switch {
	case f.content > 2:
		return "~" + percent
	case m.insight.at.Win.Searched():
		return ".."
	default:
		return percent
	}
}

func boundedWin(f cellForm, win veil.Value) string {
	if f.content < 5 {
		return ".."
	}
	lo, hi := win.Interval()
	return fmt.Sprintf("%02.0f-%02.0f", math.Floor(100*lo), min(99, math.Ceil(100*hi)))
}

// tinted returns the style of a number: grey if it is about an earlier position.
func (m model) tinted(fresh bool, good float64) lipgloss.Style {
	switch {
	case !fresh:
		return faintStyle()
	case m.heat:
		return heatStyle(good)
	default:
		return plainStyle()
	}
}

// shortPercent prints a chance in a cell. Narrow cells have two digits, so that a percentage cannot
// be confused with an open number.
func shortPercent(c text.Chance, f cellForm, decimals int) string {
	switch {
	case f.content == 2:
		return fmt.Sprintf("%02s", c.Percent(0))
	case f.content == 4:
		return strings.TrimSuffix(c.Percent(1), ".0") + map[bool]string{true: ".0"}[len(c.Percent(1)) <= 4 && strings.HasSuffix(c.Percent(1), ".0")]
	case c.Num.Cmp(c.Den) == 0:
		return "100"
	default:
		return c.Percent(decimals)
	}
}

// columnNames draws the line above the board.
func (m model) columnNames(f cellForm, from, to int) string {
	line := []byte(strings.Repeat(" ", f.span(to-from)))
	for col := from; col < to; col++ {
		name := strconv.Itoa(col + 1)
		if f.pitch() >= 4 {
			name = "c" + name
		}
		if f.pitch() < 3 && (col+1)%5 != 0 && col != from {
			continue
		}
		digits := len(strconv.Itoa(col + 1)) // aligned with the cell's text
		start := (col-from)*f.pitch() + 1 + (max(0, f.content-digits)+1)/2 - (len(name) - digits)
		end := start + len(name)
		if start >= 0 && end <= len(line) {
			copy(line[start:end], name)
		}
	}
	return strings.TrimRight(string(line), " ")
}
