// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"fmt"
	"strconv"
	"strings"
)

// GridForm is a way to draw one entry per cell. In the short form an entry has at least two
// characters and an open number has one, so that the two cannot be confused.
type GridForm struct {
	Width int // of a column
	Short bool
}

// Grid is a board of short entries with a title.
type Grid struct {
	Title         string
	Rows, Columns int
	Forms         []GridForm // most readable first; panels use the last form of a kind
	Trail         string     // after every column: room for a mark
	Legend        string     // below a grid in the short form
	Elsewhere     string     // printed instead of a grid that does not fit: where the entries are
	Cell          func(form GridForm, row, column int) string
}

// maxPanels is the number of panels above which a grid is not drawn.
const maxPanels = 3

// choose returns the most readable form that fits, and the number of board columns per panel; 0 if
// there is no room for a useful grid. A precise form in panels comes before a short one in one
// piece, so that more room never shows less.
func (g Grid) choose(room int) (form GridForm, perPanel int) {
	for _, short := range []bool{false, true} {
		if short && g.Columns > 99 {
			continue // column names would run into each other
		}
		for _, f := range g.Forms {
			if f.Short != short {
				continue
			}
			if g.label()+g.Columns*f.Width <= room {
				return f, g.Columns
			}
			form = f
		}
		if n := g.panels(form, room); n <= maxPanels {
			return form, (g.Columns + n - 1) / n
		}
	}
	return GridForm{}, 0
}

// panels returns the number of parts into which a form must cut the board.
func (g Grid) panels(form GridForm, room int) int {
	perPanel := max(1, (room-g.label())/form.Width)
	return (g.Columns + perPanel - 1) / perPanel
}

// label returns the width of the row names.
func (g Grid) label() int { return len("  r") + len(strconv.Itoa(g.Rows)) }

// Pad right-aligns a text in its column.
func (g Grid) Pad(form GridForm, text string) string {
	return fmt.Sprintf("%*s%s", form.Width-len(g.Trail), text, g.Trail)
}

// Grids draws two grids of one board side by side if there is room, otherwise one below the other.
func (p *Page) Grids(grids ...Grid) {
	if len(grids) == 2 && p.Width >= grids[0].fullWidth()+grids[1].fullWidth() {
		left, right := grids[0].panel(grids[0].Forms[0], 0, grids[0].Columns), grids[1].panel(grids[1].Forms[0], 0, grids[1].Columns)
		for i := range left {
			p.Line("%s", strings.TrimRight(left[i]+"   "+right[i], " "))
		}
		return
	}
	for i, g := range grids {
		if i > 0 {
			p.Line("")
		}
		p.grid(g)
	}
}

// fullWidth returns the width of the whole board in the most readable form, with a gap.
func (g Grid) fullWidth() int { return g.label() + g.Columns*g.Forms[0].Width + len("   ") }

// grid draws one grid, cut into panels if it is wide.
func (p *Page) grid(g Grid) {
	form, perPanel := g.choose(p.Width)
	if perPanel == 0 {
		p.Line("The board is too wide to draw in %d columns: %s.", p.Width, g.Elsewhere)
		return
	}
	for from := 0; from < g.Columns; from += perPanel {
		lines := g.panel(form, from, min(from+perPanel, g.Columns))
		if from > 0 {
			lines[0] = "" // the title is printed once
		}
		for _, line := range lines {
			p.Line("%s", strings.TrimRight(line, " "))
		}
	}
	if form.Short {
		p.Line("%s %s", strings.Repeat(" ", g.label()), g.Legend)
	}
}

// panel returns the lines of a part of a grid, all of the same display width.
func (g Grid) panel(form GridForm, from, to int) []string {
	width := g.label() + (to-from)*form.Width
	lines := []string{fmt.Sprintf("%-*s", width, strings.Repeat(" ", g.label()+2)+g.Title)}
	heads := []string{strings.Repeat(" ", g.label())}
	for col := from; col < to; col++ {
		name := "c" + strconv.Itoa(col+1)
		if form.Short {
			name = strconv.Itoa(col + 1)
		}
		heads = append(heads, g.Pad(form, name))
	}
	lines = append(lines, strings.Join(heads, ""))
	for row := range g.Rows {
		cells := []string{fmt.Sprintf("%*s", g.label(), "r"+strconv.Itoa(row+1))}
		for col := from; col < to; col++ {
			cells = append(cells, g.Cell(form, row, col))
		}
		lines = append(lines, strings.Join(cells, ""))
	}
	return lines
}
