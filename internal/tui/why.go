// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"fmt"
	"math/big"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/domain/mines/explain"
	"github.com/veilplan/veil/internal/text"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// why explains the cell under the cursor; asked of a second cell, it compares the two.
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
	return m.ask(func(an *solvemines.Position, wins *solvemines.Values) (talk, bool) {
		return reasons(an, wins, cells), false
	})
}

// aboutNumber says what a number still asks for.
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

// reasons explains cells: a certain one by numbers that prove it, others by counts.
func reasons(an *solvemines.Position, wins *solvemines.Values, cells []mines.Cell) talk {
	var t talk
	var open []mines.Cell
	for _, c := range cells {
		certainty := an.Certainty(c)
		if certainty == count.Unsure || an.Opening {
			open = append(open, c)
			continue
		}
		reason, err := explain.NewReasonerWith(an.Know).Explain(c, certainty == count.CertainMine)
		if err != nil {
			t.lines = append(t.lines, noWords(err))
			continue
		}
		said := spoken(append([]explain.Sentence{reason.Verdict}, reason.Sentences...))
		t.lines = append(t.lines, append(said.lines, reason.Summary())...)
		t.cells, t.numbers = append(t.cells, said.cells...), append(t.numbers, said.numbers...)
	}
	if len(open) == 0 {
		return t
	}
	t.cells = append(t.cells, open...)
	if !an.Counted() {
		t.lines = append(t.lines, text.IsAre(an.Names(open))+" not certain, and the layouts are not counted.")
		return t
	}
	var columns []outcomes
	for _, c := range open {
		columns = append(columns, outcomesAt(an, wins, c))
	}
	t.lines = append(t.lines, compareRisks(an, columns))
	t.table = countsOf(columns, wins != nil)
	return t
}

// countsOf tells what opening each cell can bring, side by side.
func countsOf(columns []outcomes, valued bool) []string {
	lines := []string{
		tableRow("", columns, func(o outcomes) string { return o.name }),
		tableRow("mine", columns, func(o outcomes) string { return o.cell(o.risk.Num, "lose") }),
	}
	for shows := range 9 {
		row := tableRow(fmt.Sprintf("shows %d", shows), columns, func(o outcomes) string { return o.cell(o.law[shows], o.then[shows]) })
		if strings.ContainsAny(row, "%") {
			lines = append(lines, row)
		}
	}
	if valued {
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

// outcomes is what opening one cell can bring.
type outcomes struct {
	name string
	risk text.Chance
	law  [9]*big.Int
	then [9]string
	win  string
}

func outcomesAt(an *solvemines.Position, wins *solvemines.Values, c mines.Cell) outcomes {
	o := outcomes{name: an.View.Name(c), risk: text.ChanceOf(an.Risks[c])}
	if law, err := an.Know.Law(c); err == nil {
		o.law = law
	}
	if wins == nil {
		return o
	}
	for _, move := range wins.Moves {
		if move.Cell != c {
			continue
		}
		o.win = badged(move.Win)
		for _, out := range move.Outcomes {
			o.then[out.Shows] = "then " + text.ValuePercent(out.Then, 1)
		}
	}
	return o
}

// width is the room of a column.
func (o outcomes) width() int {
	return max(len("57.42% (379/660) exact"), len(o.risk.Den.String())*o.counted()+len("  100.0%  then 100.0%"))
}

// counted is 1 if counts are short enough to be read.
func (o outcomes) counted() int {
	if len(o.risk.Den.String()) > 9 {
		return 0
	}
	return 1
}

// cell prints one event: in how many layouts, how likely, and what then.
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

// compareRisks says in a sentence how the cells compare.
func compareRisks(an *solvemines.Position, columns []outcomes) string {
	first := columns[0]
	switch {
	case an.Opening:
		return "The first click is protected (first: " + an.View.First.String() + ")."
	case len(columns) == 1 && first.counted() == 0:
		return fmt.Sprintf("%s is a mine in %s%% of the layouts, exact.", first.name, first.risk.Percent(2))
	case len(columns) == 1:
		return fmt.Sprintf("%s is a mine in %s of %s layouts: %s%% exact.", first.name, text.Count(first.risk.Num), text.Count(first.risk.Den), first.risk.Percent(2))
	}
	second := columns[1]
	switch first.risk.Compare(second.risk) {
	case 0:
		return "Same risk" + map[bool]string{true: ", and the same chances.", false: ", different future."}[sameOutcomes(first, second)]
	case 1:
		return fmt.Sprintf("%s is riskier than %s.", first.name, second.name)
	default:
		return fmt.Sprintf("%s is less risky than %s.", first.name, second.name)
	}
}

func sameOutcomes(a, b outcomes) bool {
	for i := range a.law {
		if a.law[i] == nil || b.law[i] == nil || a.law[i].Cmp(b.law[i]) != 0 || a.then[i] != b.then[i] {
			return false
		}
	}
	return true
}
