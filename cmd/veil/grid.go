// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/domain/mines"
)

// gridForm is a way to draw one number per cell. In the short form a risk has two
// digits and an open number has one, so that the two cannot be mistaken.
type gridForm struct {
	width int // of a column
	short bool
}

// maxPanels is how many times a board is cut before its grid is no help to anyone.
const maxPanels = 3

// chooseForm returns the most readable form that fits, and the number of columns of
// the board that go side by side; 0 if there is no room for a useful grid.
func chooseForm(boardWidth, labelWidth, room int) (gridForm, int) {
	forms := []gridForm{{width: 6}, {width: 5}, {width: 3, short: true}}
	if boardWidth > 99 {
		forms = forms[:2] // "c100" needs its room
	}
	for _, form := range forms {
		if labelWidth+boardWidth*form.width <= room {
			return form, boardWidth
		}
	}
	form := gridForm{width: 5}
	perPanel := max(1, (room-labelWidth)/form.width)
	if (boardWidth+perPanel-1)/perPanel > maxPanels {
		return gridForm{}, 0
	}
	return form, perPanel
}

// grid draws the risks of a board, cut into panels if it is wide.
func (p *page) grid(an *analysis) {
	rules := an.view.Rules
	label := len("  r") + len(strconv.Itoa(rules.Height))
	form, perPanel := chooseForm(rules.Width, label, p.width)
	if perPanel == 0 {
		p.line("The board is too wide to draw in %d columns: --plain and --json have every cell.", p.width)
		return
	}
	p.line("%s  mine risk %%", strings.Repeat(" ", label))
	for from := 0; from < rules.Width; from += perPanel {
		if from > 0 {
			p.line("")
		}
		p.panel(an, form, label, from, min(from+perPanel, rules.Width))
	}
	if form.short {
		p.line("%s  two digits: risk; one digit: open; ok: safe; **: mine", strings.Repeat(" ", label))
	}
}

func (p *page) panel(an *analysis, form gridForm, label, from, to int) {
	fmt.Fprint(p, strings.Repeat(" ", label))
	for col := from; col < to; col++ {
		name := "c" + strconv.Itoa(col+1)
		if form.short {
			name = strconv.Itoa(col + 1)
		}
		fmt.Fprintf(p, "%*s", form.width, name)
	}
	p.line("")
	for row := range an.view.Height {
		fmt.Fprintf(p, "%*s", label, "r"+strconv.Itoa(row+1))
		for col := from; col < to; col++ {
			fmt.Fprint(p, p.square(an, form, an.view.Cell(row, col)))
		}
		p.line("")
	}
}

// square draws one cell, padded to the form's width.
func (p *page) square(an *analysis, form gridForm, c mines.Cell) string {
	pad := func(text string) string { return fmt.Sprintf("%*s", form.width, text) }
	word := func(long, short string) string {
		if form.short {
			return pad(short)
		}
		return pad(long)
	}
	switch mark := an.view.Marks[c]; {
	case mark.IsNumber():
		return p.dim(pad(strconv.Itoa(int(mark))))
	case mark == mines.Mine || an.certainty(c) == mines.CertainMine:
		return p.mine(word("mine", "**"))
	case an.certainty(c) == mines.CertainSafe:
		return p.safe(word("safe", "ok"))
	}
	chance, ok := an.risk(c)
	if !ok {
		return pad("?")
	}
	text := pad(chance.percent(1))
	if form.short {
		text = pad(fmt.Sprintf("%02s", chance.percent(0)))
	}
	if an.isLowest(c) {
		return p.best(text)
	}
	return text
}
