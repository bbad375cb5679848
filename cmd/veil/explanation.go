// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// explanation is the answer of why.
type explanation struct {
	*analysis.Explanation

	an *analysis.Position
}

// cellStory is the explanation of one cell.
type cellStory struct {
	analysis.Story

	risk text.Chance
}

// explainCells explains each cell.
func explainCells(ctx context.Context, an *analysis.Position, cells []mines.Cell) (*explanation, error) {
	e, err := an.Explain(ctx, cells)
	if err != nil {
		return nil, problemFailure(analysis.NoReason(err))
	}
	return &explanation{e, an}, nil
}

// stories returns the explanations, with printable risks.
func (e *explanation) stories() []cellStory {
	var list []cellStory
	for _, s := range e.Stories {
		list = append(list, cellStory{s, text.ChanceOf(s.Risk)})
	}
	return list
}

func (e *explanation) Document() any { return e.Explanation.Document() }

func (e *explanation) Rows() [][]string {
	rows := [][]string{{"cell", "event", "num", "den"}}
	for _, s := range e.stories() {
		switch {
		case s.Reason != nil:
			rows = append(rows, []string{s.Name, analysis.CertainWord(e.an.Certainty(s.Cell)), "", ""})
			for _, sentence := range s.Reason.Sentences {
				rows = append(rows, []string{s.Name, sentence.Text, "", ""})
			}
		case s.risk.Den != nil:
			rows = append(rows, []string{s.Name, "mine", s.risk.Num.String(), s.risk.Den.String()})
			for _, o := range e.an.Outcomes(s.Cell, s.Law, "") {
				rows = append(rows, []string{s.Name, "shows " + strconv.Itoa(o.Shows), o.Count, s.risk.Den.String()})
			}
		}
	}
	return rows
}

func (e *explanation) Text(p *text.Page) {
	for _, s := range e.stories() {
		if s.Reason != nil {
			e.certain(p, s)
		}
	}
	open := e.open()
	switch {
	case len(open) == 0:
	case !e.an.Counted():
		p.Line("%s not certain, and without counted layouts there is no risk to explain.", text.IsAre(namesOf(open)))
	default:
		p.Line("%s", e.summary(open))
		told := e.Contrast()
		e.table(p, open, told)
		if told != nil {
			p.Line("%s", told.Sentence())
		}
	}
	if e.After != "" {
		p.Line("%s", e.After)
	}
}

// open returns the cells that are not certain.
func (e *explanation) open() []cellStory {
	var open []cellStory
	for _, s := range e.stories() {
		if s.Reason == nil {
			open = append(open, s)
		}
	}
	return open
}

// summary compares the cells in one sentence.
func (e *explanation) summary(open []cellStory) string {
	first := open[0]
	if e.an.Opening {
		return fmt.Sprintf("%s safe: the first click is protected (first: %s).", text.IsAre(namesOf(open)), e.an.View.First)
	}
	if len(open) == 1 {
		return fmt.Sprintf("%s is a mine in %s  exact", first.Name, ofLayouts(first.risk))
	}
	for _, s := range open[1:] {
		word := "less risky"
		switch first.risk.Compare(s.risk) {
		case 0:
			continue
		case 1:
			word = "riskier"
		}
		mine, other := text.Apart(first.risk, s.risk)
		return fmt.Sprintf("%s is %s than %s: %s%% against %s%%  exact", first.Name, word, s.Name, mine, other)
	}
	for _, s := range open[1:] {
		if !sameLaw(first.Law, s.Law) {
			return "Same risk, different future."
		}
	}
	return "Same risk, and the same chances of showing each number."
}

// ofLayouts prints a risk as a count of layouts.
func ofLayouts(c text.Chance) string {
	if len(c.Den.String()) > 12 {
		return c.Percent(2) + "% of the layouts"
	}
	return fmt.Sprintf("%s of %s layouts: %s%%", text.Count(c.Num), text.Count(c.Den), c.Percent(2))
}

func sameLaw(a, b []*big.Int) bool {
	for i := range a {
		if len(b) != len(a) || a[i].Cmp(b[i]) != 0 {
			return false
		}
	}
	return true
}

// table prints the counts of several cells side by side.
func (e *explanation) table(p *text.Page, stories []cellStory, told *analysis.Contrast) {
	heads := []string{strings.Repeat(" ", 13)}
	for _, s := range stories {
		heads = append(heads, fmt.Sprintf("%*s%s", len("    ")+countWidth(s)+len(" 100.0%"), s.Name, e.thenPad()))
	}
	p.Line("%s", strings.TrimRight(strings.Join(heads, ""), " "))
	mark := func(event int) string {
		if told.Marks(event) {
			return "<- the difference"
		}
		return ""
	}
	e.row(p, "mine here", stories, mark(analysis.HitsMine), func(s cellStory) entry {
		return entry{count: s.risk.Num, suffix: "/" + s.risk.Den.String(), then: "lose"}
	})
	for shows := range 9 {
		if slices.ContainsFunc(stories, func(s cellStory) bool { return s.Showing(shows).Sign() > 0 }) {
			e.row(p, "shows "+strconv.Itoa(shows), stories, mark(shows), func(s cellStory) entry {
				then, _ := e.an.Win.Then(s.Cell, shows)
				return entry{count: s.Showing(shows), then: "then " + shortValue(then)}
			})
		}
	}
	e.winRow(p, stories)
}

// entry is one event in the table: its number of layouts, and the value after it.
type entry struct {
	count  *big.Int
	suffix string
	then   string
}

// thenWidth is the width of the column with the value after an event.
const thenWidth = len("  then 100.0%")

// thenPad returns the padding for the column of values, if there is one.
func (e *explanation) thenPad() string {
	if !e.an.Win.Searched() {
		return ""
	}
	return strings.Repeat(" ", thenWidth)
}

// shortValue prints a winning chance in at most six characters.
func shortValue(v veil.Value) string {
	if v.Badge() == veil.Exact {
		return fmt.Sprintf("%5s%%", text.ChanceOf(v).Percent(1))
	}
	return winText(v, false) + "%"
}

// countWidth returns the width of a count; counts that are too long are omitted.
func countWidth(s cellStory) int {
	if n := len(s.risk.Den.String()); n <= 12 {
		return 2*n + 1
	}
	return 0
}

func (e *explanation) row(p *text.Page, label string, stories []cellStory, mark string, event func(cellStory) entry) {
	parts := []string{fmt.Sprintf("  %-11s", label)}
	for _, s := range stories {
		x := event(s)
		text, share, then := x.count.String()+x.suffix, text.Chance{Num: x.count, Den: s.risk.Den}.Percent(1)+"%", x.then
		if x.count.Sign() == 0 {
			text, share, then = "-", "", ""
		}
		if countWidth(s) == 0 {
			text, share = "", cmp.Or(share, text)
		}
		parts = append(parts, fmt.Sprintf("    %*s %6s", countWidth(s), text, share))
		if e.an.Win.Searched() {
			parts = append(parts, fmt.Sprintf("%-*s", thenWidth, "  "+then))
		}
	}
	p.Line("%s", strings.TrimRight(strings.Join(parts, "")+"   "+mark, " "))
}

// winRow prints the total: the layouts in which best play wins after the move.
func (e *explanation) winRow(p *text.Page, stories []cellStory) {
	if !e.an.Win.Searched() {
		return
	}
	parts := []string{fmt.Sprintf("  %-11s", "win")}
	for _, s := range stories {
		win, _ := e.an.Win.Of(s.Cell)
		count, share := "", winText(win, false)+"%"
		if win.Badge() == veil.Exact {
			f := text.ChanceOf(win)
			count, share = fmt.Sprintf("%v/%v", f.Num, f.Den), f.Percent(2)+"%"
		}
		parts = append(parts, fmt.Sprintf("    %*s %6s%-*s", countWidth(s), count, share, thenWidth-max(0, len(share)-6), "  "+win.Badge().String()))
	}
	p.Line("%s", strings.TrimRight(strings.Join(parts, ""), " "))
}

func namesOf(stories []cellStory) []string {
	var names []string
	for _, s := range stories {
		names = append(names, s.Name)
	}
	return names
}

// certain prints a reason: the claim, the sentences, and the numbers that prove it.
func (e *explanation) certain(p *text.Page, s cellStory) {
	p.Line("%s", s.Reason.Verdict.Text)
	for _, sentence := range s.Reason.Sentences {
		p.Line("  %s", sentence.Text)
	}
	var more []string
	if e.an.Counted() {
		more = append(more, allLayouts(e.an.Analysis.Layouts()))
	}
	p.Line("  %s", s.Reason.Summary(more...))
}

// allLayouts returns the phrase that a claim holds in every layout.
func allLayouts(n *big.Int) string {
	text := text.Count(n)
	if strings.HasPrefix(text, "about") {
		return "all of " + text + " layouts"
	}
	return text + " of " + text + " layouts"
}
