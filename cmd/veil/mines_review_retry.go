// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

// puzzles prints the position before each mistake, and not the answer.
func (g *gameReview) puzzles(p *page) {
	list := g.mistakes()
	if len(list) == 0 {
		p.line("Nothing to retry: no move gave away 5 points or more.")
		return
	}
	views := g.before()
	for n, i := range list {
		turn := g.Turns[i]
		p.line("%d of %d. Before move %d you opened %s%s. Find better.", n+1, len(list), i+1, turn.Action, cost(turn.Exact(), turn.GivenAway))
		p.line("")
		for line := range strings.Lines(handForm(views[i])) {
			p.line("    %s", strings.TrimSuffix(line, "\n"))
		}
		p.line("")
	}
	p.advise("A move within 0.5 points of the best is as good. The answers: %s", again("veil mines review", g.source))
}

// cost says what a move gave away, if that is known exactly.
func cost(exact bool, given func() *big.Rat) string {
	if !exact {
		return ""
	}
	return ", which gave away " + points(given()) + " points"
}

// before returns what the player saw at each turn.
func (g *gameReview) before() []mines.View {
	game, err := mines.NewGameOn(g.Rules, g.doc.Layout)
	if err != nil {
		panic("replaying a game that was reviewed: " + err.Error())
	}
	var views []mines.View
	for i, m := range g.doc.Moves {
		if i > 0 || g.First == nil {
			views = append(views, game.View())
		}
		if err := game.Play(m); err != nil {
			panic("replaying a game that was reviewed: " + err.Error())
		}
	}
	return views
}

func handForm(v mines.View) string {
	text, err := mines.WriteFormat(mines.FormatHand, mines.Document{View: v}, mines.WriteOptions{})
	if err != nil {
		panic("writing a view: " + err.Error())
	}
	return string(text)
}

func (g *gameReview) rows() [][]string {
	rows := [][]string{{"move", "cell", "saw", "layouts", "risk", "lowest_risk", "win_played", "win_best", "best", "given_away", "luck", "verdict"}}
	for i, turn := range g.Turns {
		given, luck, verdict := "", "", ""
		if turn.Exact() {
			given, luck, verdict = turn.GivenAway().RatString(), turn.Luck().RatString(), turn.Verdict().String()
		}
		rows = append(rows, []string{
			strconv.Itoa(i + 1), turn.Action, markWord(turn.Saw), turn.Layouts.String(),
			plainValue(turn.Risk), plainValue(turn.Lowest), plainValue(turn.Played), plainValue(turn.Value),
			strings.Join(turn.Best, ","), given, luck, verdict,
		})
	}
	return rows
}

// plainValue prints a value for programs that read columns: a fraction, or lo..hi.
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

// reviewJSON is the document mines.review/1.
type reviewJSON struct {
	Schema     string      `json:"schema"`
	Width      int         `json:"width"`
	Height     int         `json:"height"`
	Mines      int         `json:"mines"`
	First      mines.First `json:"first"`
	FirstClick string      `json:"first_click,omitempty"` // protected, and so not a turn
	Result     string      `json:"result"`                // won, lost or open
	Turns      []turnJSON  `json:"turns"`
	ExactFrom  int         `json:"exact_from"` // the ledger covers the turns from this one on, counted from 1; 0 if none
	Ledger     *ledgerJSON `json:"ledger,omitempty"`
	Accuracy   *float64    `json:"accuracy,omitempty"` // mean over the turns of the ledger
}

// turnJSON is one decision.
type turnJSON struct {
	Move      int           `json:"move"`
	Cell      string        `json:"cell"`
	Saw       string        `json:"saw"` // a number, or mine
	Layouts   string        `json:"layouts"`
	Risk      *fractionJSON `json:"risk"`
	Lowest    *fractionJSON `json:"lowest_risk"`
	Safe      []string      `json:"safe,omitempty"`
	Win       veil.Value    `json:"win"` // of the move
	Value     veil.Value    `json:"value"`
	Best      []string      `json:"best"`
	After     veil.Value    `json:"after"`
	GivenAway *fractionJSON `json:"given_away,omitempty"`
	Luck      *fractionJSON `json:"luck,omitempty"`
	Verdict   string        `json:"verdict,omitempty"` // inaccuracy, mistake or blunder
	Accuracy  *float64      `json:"accuracy,omitempty"`
	Before    string        `json:"before,omitempty"` // with --retry: the position of a mistake
}

// ledgerJSON is start − given_away + luck = result.
type ledgerJSON struct {
	Start     *fractionJSON `json:"start"`
	GivenAway *fractionJSON `json:"given_away"`
	Luck      *fractionJSON `json:"luck"`
	Result    *fractionJSON `json:"result"`
}

// exactJSON returns an exact value as it was counted, not reduced.
func exactJSON(v veil.Value) *fractionJSON {
	num, den := v.Fraction()
	return &fractionJSON{num.String(), den.String()}
}

func ratJSON(r *big.Rat) *fractionJSON { return &fractionJSON{r.Num().String(), r.Denom().String()} }

func (g *gameReview) document() any {
	doc := reviewJSON{
		Schema: "mines.review/1", Width: g.Rules.Width, Height: g.Rules.Height, Mines: g.Rules.Mines, First: g.Rules.First,
		Result: map[veil.Status]string{veil.Won: "won", veil.Lost: "lost", veil.Open: "open"}[g.Status],
		Turns:  []turnJSON{},
	}
	if g.First != nil {
		doc.FirstClick = g.Rules.Name(*g.First)
	}
	views, sum := g.before(), 0.0
	for i, turn := range g.Turns {
		t := g.turnJSON(i, views[i])
		if i >= g.Exact {
			sum += turn.Accuracy()
		}
		doc.Turns = append(doc.Turns, t)
	}
	if n := len(g.Turns) - g.Exact; n > 0 {
		l, mean := g.Ledger, sum/float64(n)
		doc.ExactFrom, doc.Accuracy = g.Exact+1, &mean
		doc.Ledger = &ledgerJSON{ratJSON(l.Start), ratJSON(l.GivenAway), ratJSON(l.Luck), ratJSON(l.Result)}
	}
	return doc
}

func (g *gameReview) turnJSON(i int, before mines.View) turnJSON {
	turn := g.Turns[i]
	t := turnJSON{
		Move: i + 1, Cell: turn.Action, Saw: markWord(turn.Saw), Layouts: turn.Layouts.String(),
		Risk: exactJSON(turn.Risk), Lowest: exactJSON(turn.Lowest), Win: turn.Played, Value: turn.Value, Best: turn.Best, After: turn.After,
	}
	for _, c := range turn.Safe {
		t.Safe = append(t.Safe, g.Rules.Name(c))
	}
	if turn.Exact() {
		accuracy := turn.Accuracy()
		t.GivenAway, t.Luck, t.Accuracy = ratJSON(turn.GivenAway()), ratJSON(turn.Luck()), &accuracy
	}
	if verdict := judge(turn.Turn); verdict.String() != "" {
		t.Verdict = verdictWord(verdict)
		if g.retry {
			t.Before = handForm(before)
		}
	}
	return t
}
