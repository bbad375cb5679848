// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

const solveLong = `solve analyses a position: the exact risk of every cell, the cells that are certain, the
number of mine layouts that fit, and the chance of winning with best play after each move. Winning chances are exact if the search ends within its limits. If not,
they are bounds, with an estimate beside them: test games that continue at the lowest risk,
so best play wins at least as often. One move is always recommended, with the reason.

By default the limits count work, not time, so the same board gives the same answer on any
machine. With --time the search uses all of it; an answer stopped by it is marked cut and
exits with code 4.`

func newMinesSolve(a *app) *cobra.Command {
	cmd := frame.Verb("solve [FILE]", "analyse a position: risk and winning chance of every move", solveLong,
		"printf '4x4/4\\n1...\\n....\\n....\\n....\\n' | veil mines solve",
		"veil mines gen 16x16/40 --seed 7 | veil mines solve")
	var in boardFlags
	var win winFlags
	in.register(cmd)
	win.register(cmd)
	var detail detailFlags
	detail.register(cmd)
	risksOnly := false
	cmd.Flags().BoolVar(&risksOnly, "risks-only", false, "compute risks, but no winning chances: much faster")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := win.validate(); err != nil {
			return err
		}
		return a.answerBoard(cmd, in, args, asked{}, func(ctx context.Context, a *app, q asked) (frame.Printable, error) {
			return win.solve(ctx, a, q, detail, risksOnly)
		})
	}
	return cmd
}

// solve analyses a position.
func (w *winFlags) solve(ctx context.Context, a *app, q asked, detail detailFlags, risksOnly bool) (frame.Printable, error) {
	question := w.question(q.board)
	question.Top, question.Fields = detail.top, detail.fields
	if risksOnly {
		question.Moves = "none"
	}
	an, failed := a.solve(ctx, q.board, question)
	if an == nil {
		return nil, failed
	}
	if failed == nil {
		failed = w.satisfied(an)
	}
	return &solution{Position: an, source: q.source, engine: "veil " + a.Version, detail: analysis.DetailOf(question)}, failed
}

// solution is the answer of solve.
type solution struct {
	*analysis.Position

	source string // how the user named the board
	engine string
	detail analysis.Detail
}

func (s *solution) Text(p *text.Page) {
	p.Line("%s  %s", s.headline(), s.chances())
	if !s.Opening || len(s.Unsure) > 0 || s.Win.Known() { // otherwise all cells are alike
		p.Line("")
		drawBoard(p, s.Position)
		p.Line("")
		printCells(p, "safe", s.Names(s.Safe))
		printCells(p, "mines", s.Names(s.CertainMines))
	}
	s.ranking(p)
	p.Line("%s", s.verdict())
	if because := s.because(); because != "" {
		p.Line("%s", because)
	}
	if len(s.Wrong) > 0 {
		p.Line("A flag is wrong: %s certainly safe.", text.IsAre(s.Names(s.Wrong)))
	}
	if cells := s.worthAsking(); cells != "" {
		p.Advise("try:   %s", rerun("veil mines why "+cells, s.source))
	}
}

// headline summarises the position.
func (s *solution) headline() string {
	size := strconv.Itoa(s.View.Width) + "x" + strconv.Itoa(s.View.Height)
	switch {
	case s.View.Mines == mines.UnknownMines:
		return size + ", mine count not given: only what the numbers say by themselves."
	case s.Stopped != nil:
		return size + ", " + text.Plural(s.View.Mines, "mine") + ", layouts not counted: too hard within this budget."
	default:
		return size + ", " + text.Plural(s.View.Mines, "mine") + ", " + text.LayoutsFit(s.Analysis.Layouts()) + "."
	}
}

// chances returns the winning chance of the position, by its best known value.
func (s *solution) chances() string {
	switch {
	case s.Win.Searched():
		return "Best play wins " + s.Win.Value.String() + "  " + s.Win.Value.Badge().String()
	case s.Win.Estimate.Badge() == veil.Estimate:
		return "Estimated winning chance " + s.Win.Estimate.String() + "  estimate"
	case s.Win.Why != "":
		return "Winning chances: not computed (" + s.Win.Why + ")."
	default:
		return "Winning chances: not computed."
	}
}

// ranking prints the recommended moves and the next best.
func (s *solution) ranking(p *text.Page) {
	if len(s.Safe) > 0 && !s.Opening || len(s.Win.Best) == 0 {
		return // no guess needed, or no results
	}
	best := s.Win.Best[0]
	p.Line("%-7s%-37s %s", "best", s.bestNames(37), s.worth(best))
	if win, _ := s.Win.Of(best); win.Badge() == veil.Exact {
		s.rankNext(p, win)
		return
	}
	s.rankEstimates(p)
	if lowest := s.Lowest(); len(lowest) > 0 && !s.Win.IsBest(lowest[0]) {
		p.Line("%-7s%-37s %s risk  exact", "lowest", text.ShortList(s.Names(lowest), 37), text.ChanceOf(s.Risks[lowest[0]]))
	}
}

// worth returns the value of a move, by its best known value.
func (s *solution) worth(c mines.Cell) string {
	worth, ok := s.Win.Worth(c)
	switch {
	case ok && worth.Badge() == veil.Exact:
		return text.ChanceOf(worth).Percent(2) + "%  exact"
	case ok:
		return worth.String() + "  " + worth.Badge().String()
	case s.Opening:
		return "not yet estimated"
	default:
		return text.ChanceOf(s.Risks[c]).String() + " risk  exact"
	}
}

// rankNext prints the moves with the next best exact value.
func (s *solution) rankNext(p *text.Page, best veil.Value) {
	next := s.SecondBest()
	if len(next) == 0 {
		return
	}
	win, _ := s.Win.Of(next[0])
	p.Line("%-7s%-37s %s%%  -%.2f", "next", text.ShortList(s.Names(next), 37), text.ChanceOf(win).Percent(2), 100*(best.Float()-win.Float()))
}

// rankEstimates prints the other moves with estimates.
func (s *solution) rankEstimates(p *text.Page) {
	var others []analysis.Move
	for _, m := range s.Win.Moves {
		if m.Estimate.Badge() == veil.Estimate && !s.Win.IsBest(m.Cell) {
			others = append(others, m)
		}
	}
	slices.SortStableFunc(others, func(a, b analysis.Move) int { return cmp.Compare(b.Estimate.Float(), a.Estimate.Float()) })
	for from, to := 0, 0; from < len(others); from = to {
		var cells []mines.Cell
		for ; to < len(others) && others[to].Estimate == others[from].Estimate; to++ {
			cells = append(cells, others[to].Cell)
		}
		p.Line("%-7s%-37s %s  estimate", "or", text.ShortList(s.Names(cells), 37), others[from].Estimate)
	}
}

// bestNames lists the best moves, and notes if they are equivalent by symmetry.
func (s *solution) bestNames(room int) string {
	const note = " (mirror images)"
	names := s.Names(s.Win.Best)
	if all := strings.Join(names, ", "); s.mirrored() && len(all)+len(note) <= room {
		return all + note
	}
	return text.ShortList(names, room)
}

// mirrored reports whether the best moves are images of each other.
func (s *solution) mirrored() bool {
	images := []mines.Cell{s.Win.Best[0]}
	for _, turn := range s.View.Symmetries() {
		images = append(images, turn[s.Win.Best[0]])
	}
	for _, c := range s.Win.Best {
		if !slices.Contains(images, c) {
			return false
		}
	}
	return len(s.Win.Best) > 1
}

// verdict returns the conclusion about the position.
func (s *solution) verdict() string {
	switch {
	case s.Solved():
		return "Every safe cell is open: the board is solved."
	case s.Opening:
		return "No cell is open yet: the first click is protected (first: " + s.View.First.String() + ")."
	case len(s.Safe) > 0:
		return text.Plural(len(s.Safe), "cell") + " can be opened without a guess."
	case s.Stopped != nil:
		return "No safe cell was found within this budget."
	case s.View.Mines == mines.UnknownMines:
		return "No safe cell follows from the numbers alone; the mine count might show one."
	}
	said := "No safe cell: a guess is forced."
	if ties := len(s.Lowest()); ties > 1 {
		said += "  " + text.Plural(ties, "cell") + " tie on risk; " + s.tieOnWinning()
	}
	return said
}

// because returns the reason for the best move, if it is not proved.
func (s *solution) because() string {
	estimated := s.Win.Estimate.Badge() == veil.Estimate
	switch {
	case s.Win.Because == analysis.BecauseBounds:
		return "Recommended: highest proved winning chance."
	case s.Win.Because == analysis.BecauseTested:
		return "Recommended because it won more test games than the move that looking one guess ahead suggests. Best play wins at least as often as estimated."
	case s.Win.Because == analysis.BecausePolicy && estimated:
		return "Recommended by looking one guess ahead; no other move won significantly more test games. Best play wins at least as often as estimated."
	case estimated && !s.Win.Done:
		return "Estimates are of lowest-risk play; best play wins at least as often."
	default:
		return ""
	}
}

// tieOnWinning reports whether cells of equal risk have equal winning chances.
func (s *solution) tieOnWinning() string {
	lowest := s.Lowest()
	first, _ := s.Win.Of(lowest[0])
	for _, c := range lowest {
		win, _ := s.Win.Of(c)
		switch {
		case first.Badge() != veil.Exact || win.Badge() != veil.Exact:
			return "that does not make them equally good."
		case first.Compare(win) != 0:
			return "they do not tie on winning."
		}
	}
	return "they tie on winning too."
}

// worthAsking returns the cells for the suggested command "mines why", which explains one cell and
// compares two: a best one with one of the lowest risk if these differ, else two of equal risk.
func (s *solution) worthAsking() string {
	lowest := s.Lowest()
	switch {
	case len(s.Safe) > 0:
		return s.View.Name(s.Safe[0])
	case len(s.Win.Best) > 0 && len(lowest) > 0 && !s.Win.IsBest(lowest[len(lowest)-1]):
		return s.View.Name(s.Win.Best[0]) + "," + s.View.Name(lowest[len(lowest)-1])
	case len(lowest) > 1:
		return s.View.Name(lowest[0]) + "," + s.View.Name(lowest[len(lowest)-1])
	case len(lowest) == 1:
		return s.View.Name(lowest[0])
	case len(s.CertainMines) > 0:
		return s.View.Name(s.CertainMines[0])
	default:
		return ""
	}
}

// printCells prints a labelled list, if it is not empty.
func printCells(p *text.Page, label string, names []string) {
	if len(names) > 0 {
		p.Line("%-7s%s", label, text.ShortList(names, p.Width-7))
	}
}

func (s *solution) Document() any {
	doc := s.Position.Document(context.Background(), s.detail) // an interrupt ends the whole program
	doc.Engine = s.engine
	return doc
}

func (s *solution) Rows() [][]string {
	rows := [][]string{{"cell", "certain", "risk", "num", "den", "win", "badge", "lo", "hi", "best"}}
	for _, c := range s.Hidden() {
		row := []string{s.View.Name(c), analysis.CertainWord(s.Certainty(c)), "", "", "", "", "", "", "", strconv.FormatBool(s.Win.IsBest(c))}
		if risk := text.ChanceOf(s.Risks[c]); risk.Known() {
			row[2] = strconv.FormatFloat(risk.Float(), 'f', 6, 64)
			row[3], row[4] = risk.Num.String(), risk.Den.String()
		}
		copy(row[5:9], winRow(&s.Win, c))
		rows = append(rows, row)
	}
	return rows
}

// winRow returns the value of a move, its badge, and its interval.
func winRow(v *analysis.Values, c mines.Cell) []string {
	win, ok := v.Worth(c)
	if !ok {
		return nil
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
	lo, hi := win.Interval()
	mean := ""
	if win.Badge() != veil.Bounds {
		mean = number(win.Float())
	}
	return []string{mean, win.Badge().String(), number(lo), number(hi)}
}

// detailFlags select the fields of moves in JSON.
type detailFlags struct {
	top    int
	fields []string
}

func (d *detailFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&d.top, "top", 0, "with --json, list only the best `N` moves (default: all)")
	cmd.Flags().StringSliceVar(&d.fields, "fields", nil, "with --json, add `FIELDS` to every move: outcomes, digits")
	frame.CompleteFlag(cmd, "fields", "outcomes", "digits")
}
