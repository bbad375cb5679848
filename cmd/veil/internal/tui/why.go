// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/explain"
)

// why explains the cell under the cursor; for a second cell, it compares the two.
func (m model) why() (model, tea.Cmd) {
	switch {
	case m.game.status != veil.Open:
		return m.over(), nil
	case !m.game.view.Marks[m.cursor].IsHidden():
		return m.say(m.aboutNumber()), nil
	}
	cells := []mines.Cell{m.cursor}
	if len(m.asked) == 1 && m.asked[0] != m.cursor {
		cells = []mines.Cell{m.asked[0], m.cursor}
	}
	m.asked = cells
	m.used.whys++
	return m.ask(func(p *analysis.Position) (talk, bool) { return reasons(p, cells), false })
}

// aboutNumber returns the number of mines that a number still needs, and where.
func (m model) aboutNumber() string {
	v := m.game.view
	var closed []string
	for _, c := range v.AppendNeighbours(nil, m.cursor) {
		if v.Marks[c].IsHidden() {
			closed = append(closed, v.Name(c))
		}
	}
	name, number := v.Name(m.cursor), int(v.Marks[m.cursor])
	if len(closed) == 0 {
		return fmt.Sprintf("%s shows %d; everything around it is open.", name, number)
	}
	return fmt.Sprintf("%s shows %d: %s among %s.", name, number, text.Plural(number, "mine"), strings.Join(closed, ", "))
}

// wordsTime is how long the screen may freeze while a reason is computed.
const wordsTime = time.Second

// reasons explains cells: a certain one by numbers that prove it, others by counts.
func reasons(p *analysis.Position, cells []mines.Cell) talk {
	ctx, cancel := api.WithTime(context.Background(), wordsTime)
	defer cancel()
	e, err := p.Explain(ctx, cells)
	if err != nil {
		return talk{lines: []string{noWords(err)}}
	}
	var t talk
	var open []outcomes
	for _, s := range e.Stories {
		t.cells = append(t.cells, s.Cell)
		switch {
		case s.Reason == nil && !p.Counted():
			t.lines = append(t.lines, s.Name+" is not certain, and the layouts are too hard to count.")
			continue
		case s.Reason == nil && s.Risk.Badge() == veil.Unknown:
			t.lines = append(t.lines, s.Name+" cannot be the first click: the rule leaves no room for the mines.")
			continue
		case s.Reason == nil:
			open = append(open, outcomesOf(p, s))
			continue
		}
		said := spoken(append([]explain.Sentence{s.Reason.Verdict}, s.Reason.Sentences...))
		t.lines = append(t.lines, append(said.lines, s.Reason.Summary())...)
		t.cells, t.numbers = append(t.cells, said.cells...), append(t.numbers, said.numbers...)
	}
	if len(open) == 0 {
		return t
	}
	t.lines = append(t.lines, compareRisks(p, open))
	if contrast := e.Contrast().Sentence(); contrast != "" {
		t.lines = append(t.lines, contrast)
	}
	t.table = countsOf(open)
	return t
}

// countsOf lists the outcomes of opening each cell, side by side. A row without a percentage is
// impossible for every cell, and omitted.
func countsOf(columns []outcomes) []string {
	lines := []string{
		tableRow("", columns, func(o outcomes) string { return o.Name }),
		tableRow("mine", columns, func(o outcomes) string { return o.cell(o.risk.Num, "lose") }),
	}
	for shows := range 9 {
		row := tableRow(fmt.Sprintf("shows %d", shows), columns, func(o outcomes) string { return o.cell(o.Showing(shows), o.then[shows]) })
		if strings.ContainsAny(row, "%") {
			lines = append(lines, row)
		}
	}
	if slices.ContainsFunc(columns, func(o outcomes) bool { return o.win != "" }) {
		lines = append(lines, tableRow("win", columns, func(o outcomes) string { return o.win }))
	}
	return lines
}

func tableRow(label string, columns []outcomes, text func(outcomes) string) string {
	parts := []string{fmt.Sprintf("%-9s", "  "+label)}
	for _, col := range columns {
		parts = append(parts, fmt.Sprintf("%-*s", col.width(), text(col)))
	}
	return strings.TrimRight(strings.Join(parts, "  "), " ")
}

// outcomes are the possible results of opening one cell.
type outcomes struct {
	analysis.Story

	risk text.Chance
	then [9]string
	win  string
}

func outcomesOf(p *analysis.Position, s analysis.Story) outcomes {
	o := outcomes{Story: s, risk: text.ChanceOf(s.Risk)}
	if win, ok := p.Win.Worth(s.Cell); ok {
		o.win = badged(win)
	}
	for shows := range o.then {
		if then, ok := p.Win.Then(s.Cell, shows); ok {
			o.then[shows] = "then " + text.ValuePercent(then, 1)
		}
	}
	return o
}

// width returns the width of a column.
func (o outcomes) width() int {
	return max(len("57.42% (379/660) exact"), len(o.risk.Den.String())*o.counted()+len("  100.0%  then 100.0%"))
}

// counted returns 1 if the counts are short enough to read, else 0.
func (o outcomes) counted() int {
	if len(o.risk.Den.String()) > 9 {
		return 0
	}
	return 1
}

// cell prints one event: its number of layouts, its probability, and the value after it.
func (o outcomes) cell(n *big.Int, then string) string {
	if n == nil || n.Sign() == 0 {
		return "-"
	}
	share := fmt.Sprintf("%6s%%  %s", text.Chance{Num: n, Den: o.risk.Den}.Percent(1), then)
	if o.counted() == 0 {
		return share
	}
	return fmt.Sprintf("%*v %s", len(o.risk.Den.String()), n, share)
}

// compareRisks compares the cells in one sentence.
func compareRisks(p *analysis.Position, columns []outcomes) string {
	first := columns[0]
	switch {
	case p.Opening:
		return "The first click is protected (first: " + p.View.First.String() + ")."
	case len(columns) == 1 && first.counted() == 0:
		return fmt.Sprintf("%s is a mine in %s%% of the layouts, exact.", first.Name, first.risk.Percent(2))
	case len(columns) == 1:
		return fmt.Sprintf("%s is a mine in %s of %s layouts: %s%% exact.", first.Name, text.Count(first.risk.Num), text.Count(first.risk.Den), first.risk.Percent(2))
	}
	second := columns[1]
	switch first.risk.Compare(second.risk) {
	case 0:
		return "Same risk" + map[bool]string{true: ", and the same chances.", false: ", different future."}[sameOutcomes(first, second)]
	case 1:
		return fmt.Sprintf("%s is riskier than %s.", first.Name, second.Name)
	default:
		return fmt.Sprintf("%s is less risky than %s.", first.Name, second.Name)
	}
}

func sameOutcomes(a, b outcomes) bool {
	for shows := range a.then {
		if a.Law == nil || b.Law == nil || a.Showing(shows).Cmp(b.Showing(shows)) != 0 || a.then[shows] != b.then[shows] {
			return false
		}
	}
	return true
}
