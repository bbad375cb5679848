// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
)

// gridForm is a way to draw one number per cell. In the short form a percentage has at
// least two characters and an open number has one, so that the two cannot be mistaken.
type gridForm struct {
	width int // of a column
	short bool
}

// picture is a grid of numbers with a title.
type picture struct {
	title string
	forms []gridForm // the most readable first; the second is used for panels
	trail string     // after every column: room for a mark
	cell  func(p *page, form gridForm, c mines.Cell) string
}

// maxPanels is how many times a board is cut before its grid is no help to anyone.
const maxPanels = 3

// choose returns the most readable form that fits, and the number of columns of the
// board that go side by side; 0 if there is no room for a useful grid.
func (pic picture) choose(boardWidth, labelWidth, room int) (gridForm, int) {
	for _, form := range pic.forms {
		if form.short && boardWidth > 99 {
			continue // the names of columns would run into each other
		}
		if labelWidth+boardWidth*form.width <= room {
			return form, boardWidth
		}
	}
	form := pic.forms[1]
	perPanel := max(1, (room-labelWidth)/form.width)
	if (boardWidth+perPanel-1)/perPanel > maxPanels {
		return gridForm{}, 0
	}
	return form, perPanel
}

// grids draws the risks and, if they are known, the winning chances: side by side if
// there is room, else one below the other.
func (p *page) grids(an *analysis) {
	pictures := []picture{an.riskPicture()}
	if an.Win.Known && an.Win.Value.Badge() != veil.Estimate { // few moves have one
		pictures = append(pictures, an.winPicture())
	}
	label := len("  r") + len(strconv.Itoa(an.View.Height))
	wide := 0
	for _, pic := range pictures {
		wide += label + an.View.Width*pic.forms[0].width + len("   ")
	}
	if wide <= p.width && len(pictures) == 2 {
		left := p.panel(an, pictures[0], pictures[0].forms[0], 0, an.View.Width)
		right := p.panel(an, pictures[1], pictures[1].forms[0], 0, an.View.Width)
		for i := range left {
			p.line("%s", strings.TrimRight(left[i]+"   "+right[i], " "))
		}
		return
	}
	for i, pic := range pictures {
		if i > 0 {
			p.line("")
		}
		p.grid(an, pic, label)
	}
}

// grid draws one picture, cut into panels if it is wide.
func (p *page) grid(an *analysis, pic picture, label int) {
	form, perPanel := pic.choose(an.View.Width, label, p.width)
	if perPanel == 0 {
		p.line("The board is too wide to draw in %d columns: --plain and --json have every cell.", p.width)
		return
	}
	for from := 0; from < an.View.Width; from += perPanel {
		lines := p.panel(an, pic, form, from, min(from+perPanel, an.View.Width))
		if from > 0 {
			lines[0] = "" // the title is said once
		}
		for _, line := range lines {
			p.line("%s", strings.TrimRight(line, " "))
		}
	}
	if form.short {
		p.line("%s two digits: %%; one digit: open; ok: safe; **: mine", strings.Repeat(" ", label))
	}
}

// panel returns the lines of a part of a picture, all of the same width on screen.
func (p *page) panel(an *analysis, pic picture, form gridForm, from, to int) []string {
	label := len("  r") + len(strconv.Itoa(an.View.Height))
	width := label + (to-from)*form.width
	lines := []string{fmt.Sprintf("%-*s", width, strings.Repeat(" ", label+2)+pic.title)}
	heads := []string{strings.Repeat(" ", label)}
	for col := from; col < to; col++ {
		name := "c" + strconv.Itoa(col+1)
		if form.short {
			name = strconv.Itoa(col + 1)
		}
		heads = append(heads, pic.pad(form, name))
	}
	lines = append(lines, strings.Join(heads, ""))
	for row := range an.View.Height {
		cells := []string{fmt.Sprintf("%*s", label, "r"+strconv.Itoa(row+1))}
		for col := from; col < to; col++ {
			cells = append(cells, pic.cell(p, form, an.View.Cell(row, col)))
		}
		lines = append(lines, strings.Join(cells, ""))
	}
	return lines
}

// pad puts a text into its column, to the right.
func (pic picture) pad(form gridForm, text string) string {
	return fmt.Sprintf("%*s%s", form.width-len(pic.trail), text, pic.trail)
}

// riskPicture draws the risk of every cell.
func (an *analysis) riskPicture() picture {
	pic := picture{title: "mine risk %", forms: []gridForm{{width: 6}, {width: 5}, {width: 3, short: true}}}
	pic.cell = func(p *page, form gridForm, c mines.Cell) string {
		if text, ok := pic.settled(p, an, form, c); ok {
			return text
		}
		risk, ok := an.risk(c)
		if !ok {
			return pic.pad(form, "?")
		}
		text := risk.percent(1)
		if form.short {
			text = fmt.Sprintf("%02s", risk.percent(0))
		}
		if an.isLowest(c) {
			return p.best(pic.pad(form, text))
		}
		return pic.pad(form, text)
	}
	return pic
}

// settled draws what needs no number: open cells and certain ones.
func (pic picture) settled(p *page, an *analysis, form gridForm, c mines.Cell) (string, bool) {
	safe, mine := "safe", "mine"
	if form.short {
		safe, mine = "ok", "**"
	}
	switch mark := an.View.Marks[c]; {
	case mark.IsNumber():
		return p.dim(pic.pad(form, strconv.Itoa(int(mark)))), true
	case mark == mines.Mine || an.Certainty(c) == count.CertainMine:
		return p.mine(pic.pad(form, mine)), true
	case an.Certainty(c) == count.CertainSafe:
		return p.safe(pic.pad(form, safe)), true
	}
	return "", false
}

// winPicture draws the winning chance of every move, with a star on both sides of the
// best ones.
func (an *analysis) winPicture() picture {
	pic := picture{title: "win % if you open it", forms: []gridForm{{width: 9}, {width: 8}, {width: 5, short: true}}, trail: " "}
	pic.cell = func(p *page, form gridForm, c mines.Cell) string {
		win, ok := an.Win.Of(c)
		if !ok {
			text, settled := pic.settled(p, an, form, c)
			if !settled {
				text = pic.pad(form, "?")
			}
			return text
		}
		text := winText(win, form.short)
		if !an.Win.IsBest(c) {
			return pic.pad(form, text)
		}
		starred := pic.pad(form, "*"+text)
		return p.best(strings.TrimSuffix(starred, " ") + "*")
	}
	return pic
}

// winText prints a winning chance for a grid: exact ones as a number, bounds as both
// ends or, where there is no room, as the lower one.
func winText(v veil.Value, short bool) string {
	lo, hi := v.Interval()
	switch exact := v.Badge() == veil.Exact; {
	case exact && short:
		return fmt.Sprintf("%02s", chanceOf(v).percent(0))
	case exact:
		return chanceOf(v).percent(2)
	case short:
		return fmt.Sprintf("≥%02.0f", math.Floor(100*lo))
	default:
		return fmt.Sprintf("%.0f–%.0f", math.Floor(100*lo), math.Ceil(100*hi))
	}
}
