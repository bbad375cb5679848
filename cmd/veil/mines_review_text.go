// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// gameReview is the answer of review.
type gameReview struct {
	*analysis.Review

	source string
	retry  bool
}

func (g *gameReview) Text(p *text.Page) {
	if g.retry {
		g.puzzles(p)
		return
	}
	p.Line("%s", g.headline())
	if len(g.Turns) == 0 {
		return
	}
	p.Line("")
	p.Line("  #  opened  saw  layouts   risk (lowest)  win if played (best)          given away")
	for i, turn := range g.Turns {
		p.Line("%s", g.row(i, turn))
	}
	p.Line("")
	g.ledger(p)
	g.reckoning(p)
	if len(g.mistakes()) > 0 {
		p.Advise("next:    %s", rerun("veil mines review", g.source)+" --retry")
	}
}

// headline identifies the game and its result.
func (g *gameReview) headline() string {
	text := g.Rules.String()
	if g.First != nil {
		text += ", first click " + g.Rules.Name(*g.First)
	}
	n := len(g.Turns)
	switch {
	case n == 0:
		return text + ".  No decision to review: the first click was protected."
	case g.Status == veil.Won:
		text += fmt.Sprintf(", won at move %d.", n)
	case g.Status == veil.Lost:
		text += fmt.Sprintf(", lost at move %d.", n)
	default:
		text += fmt.Sprintf(", not finished after move %d.", n)
	}
	return text + g.known(n)
}

// known returns which values are exact and which are estimates.
func (g *gameReview) known(n int) string {
	switch {
	case g.Exact == 0:
		return "  All values exact."
	case g.Exact < n:
		return fmt.Sprintf("  Values exact from move %d on%s.", g.Exact+1, g.estimatedBefore())
	case g.estimatedBefore() != "":
		return "  Winning chances are not exact but estimates (±: 95%) of veil's play."
	default:
		return "  Winning chances: not exact; see --max-layouts and --nodes."
	}
}

// estimatedBefore returns the remark about turns that are estimated.
func (g *gameReview) estimatedBefore() string {
	for i := range g.Turns {
		if g.Gauge(i) != nil {
			return "; before it estimates (±: 95%) of veil's play"
		}
	}
	return ""
}

func (g *gameReview) row(i int, turn analysis.ReplayTurn) string {
	saw := " " + analysis.MarkWord(turn.Saw) + " "
	if turn.Saw == mines.Mine {
		saw = "mine"
	}
	risk, lowest := "safe", ""
	if turn.Risk.Rat().Sign() != 0 {
		risk, lowest = text.ValuePercent(turn.Risk, 1), "("+text.ValuePercent(turn.Lowest, 1)+")"
	}
	best, name := "", ""
	switch {
	case turn.Value.Badge() == veil.Unknown:
	case slices.Contains(turn.Best, turn.Action):
		best = " =" // in the place of the digits
	case len(turn.Best) > 0:
		best, name = fmt.Sprintf("%7s", text.ValuePercent(turn.Value, 2)), turn.Best[0]
	default:
		best = fmt.Sprintf("%7s", text.ValuePercent(turn.Value, 2))
	}
	given, played := "", text.ValuePercent(turn.Played, 2)
	if turn.Exact() && turn.GivenAway().Sign() > 0 {
		given = text.Points(turn.GivenAway())
	}
	if gauge := g.Gauge(i); gauge != nil {
		played, best, name, given = estimatedRow(turn.Action, gauge)
	}
	line := fmt.Sprintf("%3d  %-6s %4s%8s   %5s  %7s     %7s   %-7s %-6s %8s  %s", i+1, turn.Action, saw,
		text.ShortCount(turn.Layouts), risk, lowest, played, best, name, given, g.note(i, turn))
	return strings.TrimRight(line, " ")
}

// note describes the mistake of a move, or returns "".
func (g *gameReview) note(i int, turn analysis.ReplayTurn) string {
	lost := turn.Saw == mines.Mine
	safe := ""
	if len(turn.Safe) > 0 && turn.Risk.Rat().Sign() != 0 {
		safe = g.Rules.Name(turn.Safe[0]) + " was safe"
	}
	verdict := g.verdict(i)
	if verdict == api.Fine {
		switch {
		case safe != "":
			return "a needless risk: " + safe
		case lost && turn.Exact() && turn.GivenAway().Sign() == 0:
			return "forced guess, played best"
		}
		return ""
	}
	text := verdict.String() + " " + verdict.Word() + ", unpunished"
	if lost {
		text = verdict.String() + " " + verdict.Word() + ", punished"
	}
	if safe != "" {
		text += ": " + safe
	}
	return text
}

// verdict returns the verdict on a turn: exact, else by its estimate.
func (g *gameReview) verdict(i int) api.Verdict {
	if gauge := g.Gauge(i); gauge != nil {
		return api.VerdictNamed(gauge.Verdict)
	}
	return g.Turns[i].Judge()
}

// mistakes returns the indices of the turns with a verdict.
func (g *gameReview) mistakes() []int {
	var list []int
	for i := range g.Turns {
		if g.verdict(i) != api.Fine {
			list = append(list, i)
		}
	}
	return list
}

// ledger prints the sources of the result, as far as values are exact.
func (g *gameReview) ledger(p *text.Page) {
	if g.Exact == len(g.Turns) {
		if g.estimatedBefore() == "" {
			p.Line("ledger   needs exact winning chances at the end of the game; there are none.")
		}
		return
	}
	l := g.Ledger
	luck := "+ " + text.Points(l.Luck) + " luck"
	if l.Luck.Sign() < 0 {
		luck = "- " + text.Points(new(big.Rat).Neg(l.Luck)) + " bad luck"
	}
	end := map[veil.Status]string{veil.Won: "won", veil.Lost: "lost", veil.Open: "not finished"}[g.Status]
	start := "start"
	if g.Exact > 0 {
		start = fmt.Sprintf("before move %d", g.Exact+1)
	}
	p.Line("ledger   %s %s  - %s mistakes  %s  =  %s (%s)", text.Points(l.Start), start, text.Points(l.GivenAway), luck, text.Points(l.Result), end)
	if g.estimatedBefore() == "" {
		p.Line("%s", g.moral())
	}
}

// moral returns the conclusion from the ledger in one sentence.
func (g *gameReview) moral() string {
	l := g.Ledger
	fate := "Luck and bad luck cancelled out"
	switch l.Luck.Sign() {
	case 1:
		fate = "You were lucky overall"
	case -1:
		fate = "You were unlucky overall"
	}
	sum, count := new(big.Rat), 0
	for _, i := range g.mistakes() {
		if i >= g.Exact {
			count++
			sum.Add(sum, g.Turns[i].GivenAway())
		}
	}
	moves := map[int]string{1: "one move", 2: "two moves", 3: "three moves"}[count]
	moves = cmp.Or(moves, fmt.Sprintf("%d moves", count))
	switch {
	case l.GivenAway.Sign() == 0:
		return fate + "; every move was a best one."
	case count == 0:
		return fate + "; no move was a mistake, though some were not the best."
	case sum.Cmp(l.Start) > 0:
		return fate + "; " + moves + " gave away more than the whole game was worth."
	default:
		return fate + "; " + moves + " gave away " + text.Points(sum) + " points."
	}
}
