// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
)

// puzzles prints the position before each mistake, without the answer.
func (g *gameReview) puzzles(p *text.Page) {
	list := g.mistakes()
	if len(list) == 0 {
		p.Line("Nothing to retry: no move gave away 5 points or more.")
		return
	}
	views := g.Before()
	for n, i := range list {
		turn := g.Turns[i]
		p.Line("%d of %d. Before move %d you opened %s%s. Find better.", n+1, len(list), i+1, turn.Action, g.gave(i))
		p.Line("")
		for line := range strings.Lines(analysis.HandForm(views[i])) {
			p.Line("    %s", strings.TrimSuffix(line, "\n"))
		}
		p.Line("")
	}
	p.Advise("A move within 0.5 points of the best is as good. The answers: %s", rerun("veil mines review", g.source))
}

// gave returns what a move gave away, if it is known.
func (g *gameReview) gave(i int) string {
	if turn := g.Turns[i]; turn.Exact() {
		return ", which gave away " + text.Points(turn.GivenAway()) + " points"
	}
	if gauge := g.Gauge(i); gauge != nil && gauge.Cost != nil {
		return ", which gave away " + inPoints(*gauge.Cost) + " points"
	}
	return ""
}

func (g *gameReview) Rows() [][]string {
	rows := [][]string{{"move", "cell", "saw", "layouts", "risk", "lowest_risk", "win_played", "win_best", "best", "given_away", "luck", "verdict"}}
	for i, turn := range g.Turns {
		given, luck, verdict := "", "", ""
		if turn.Exact() {
			given, luck, verdict = turn.GivenAway().RatString(), turn.Luck().RatString(), turn.Verdict().String()
		}
		rows = append(rows, []string{
			strconv.Itoa(i + 1), turn.Action, analysis.MarkWord(turn.Saw), turn.Layouts.String(),
			plainValue(turn.Risk), plainValue(turn.Lowest), plainValue(turn.Played), plainValue(turn.Value),
			strings.Join(turn.Best, ","), given, luck, verdict,
		})
	}
	return rows
}

// plainValue prints a value for column-oriented programs: a fraction, or lo..hi.
func plainValue(v veil.Value) string {
	switch v.Badge() {
	case veil.Exact:
		num, den := v.Fraction()
		return num.String() + "/" + den.String()
	case veil.Bounds:
		lo, hi := v.Interval()
		return strconv.FormatFloat(lo, 'g', 6, 64) + ".." + strconv.FormatFloat(hi, 'g', 6, 64)
	default:
		return ""
	}
}

func (g *gameReview) Document() any { return g.Review.Document(g.retry) }
