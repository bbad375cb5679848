// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/internal/text"
	solvemines "github.com/veilplan/veil/solve/mines"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
)

const solveLong = `solve prints what is known of a position: the exact risk of every cell, the cells that are
certain, the number of mine layouts that fit, and the chance of winning with best play
after each move. Winning chances are exact if the search ends within its limits, else
bounds. Where too many layouts fit for a search they are estimated, by games that go on at
the lowest risk: best play can only win more of them.`

func newMinesSolve(a *app) *cobra.Command {
	cmd := verb("solve [FILE]", "the risk and the winning chance of every move", solveLong,
		"printf '4x4/4\\n1...\\n....\\n....\\n....\\n' | veil mines solve",
		"veil mines gen 16x16/40 --seed 7 | veil mines solve")
	var in boardFlags
	var win winFlags
	in.register(cmd)
	win.register(cmd)
	cmd.Flags().IntVar(&win.games, "games", 4000, "games to play for an estimate where too many layouts fit; 0 for none")
	cmd.Args = atMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := win.validate(); err != nil {
			return err
		}
		return a.answerBoard(cmd, in, args, asked{}, win.solve)
	}
	return cmd
}

// solve answers what is known of a position.
func (w *winFlags) solve(ctx context.Context, a *app, q asked) (printable, error) {
	an, failed := a.analyseWins(ctx, q.board, *w, func(*solvemines.Position) bool { return true })
	if an == nil {
		return nil, failed
	}
	return &solution{Position: an, source: q.source, engine: "veil " + a.version}, failed
}

// solution is the answer of solve.
type solution struct {
	*solvemines.Position

	source string // what the user would type to name the board again
	engine string
}

func (s *solution) text(p *text.Page) {
	p.Line("%s  %s", s.headline(), s.chances())
	if !s.Opening || len(s.Unsure) > 0 || s.Win.Known { // else all cells are alike
		p.Line("")
		drawBoard(p, s.Position)
		p.Line("")
		printCells(p, "safe", s.Names(s.Safe))
		printCells(p, "mines", s.Names(s.CertainMines))
		s.ranking(p)
	}
	p.Line("%s", s.verdict())
	if len(s.Wrong) > 0 {
		p.Line("A flag is wrong: %s certainly safe.", text.IsAre(s.Names(s.Wrong)))
	}
	if cells := s.worthAsking(); cells != "" {
		p.Advise("try:   %s", rerun("veil mines why "+cells, s.source))
	}
}

// headline says what is on the table.
func (s *solution) headline() string {
	size := strconv.Itoa(s.View.Width) + "x" + strconv.Itoa(s.View.Height)
	switch {
	case s.View.Mines == mines.UnknownMines:
		return size + ", mine count not given: only what the numbers say by themselves."
	case s.Partial:
		return size + ", " + text.Plural(s.View.Mines, "mine") + ", layouts not counted: too hard within this budget."
	default:
		return size + ", " + text.Plural(s.View.Mines, "mine") + ", " + text.LayoutsFit(s.Know.Layouts()) + "."
	}
}

// chances says what best play is worth.
func (s *solution) chances() string {
	if !s.Win.Known && s.Win.Why != "" {
		return "Win chances: not computed (" + s.Win.Why + ")."
	}
	if !s.Win.Known {
		return "Win chances: not computed."
	}
	if s.Win.Value.Badge() == veil.Estimate {
		return "Playing on at the lowest risk wins " + s.Win.Value.String() + "  estimate"
	}
	return "Best play wins " + s.Win.Value.String() + "  " + s.Win.Value.Badge().String()
}

// ranking prints the best moves, or the lowest risks if winning chances are unknown.
func (s *solution) ranking(p *text.Page) {
	lowest := s.Lowest()
	s.rankEstimates(p)
	switch {
	case len(s.Win.Best) > 0:
		s.rankWins(p)
	case len(lowest) > 0 && len(s.Safe) == 0: // else a guess is no question
		s.rank(p, "lowest", lowest)
		if next := s.EqualRisk(len(lowest)); len(next) > 0 {
			s.rank(p, "next", next)
		}
	}
}

func (s *solution) rank(p *text.Page, label string, cells []mines.Cell) {
	p.Line("%-7s%-37s %s risk  exact", label, text.ShortList(s.Names(cells), 37), text.ChanceOf(s.Risks[cells[0]]))
}

func (s *solution) rankWins(p *text.Page) {
	best, _ := s.Win.Of(s.Win.Best[0])
	worth := best.String()
	if best.Badge() == veil.Exact {
		worth = text.ChanceOf(best).Percent(2) + "%"
	}
	p.Line("%-7s%-37s %s  %s", "best", s.bestNames(37), worth, best.Badge())
	if next := s.SecondBest(); len(next) > 0 && best.Badge() == veil.Exact {
		win, _ := s.Win.Of(next[0])
		lost := best.Float() - win.Float()
		p.Line("%-7s%-37s %s%%  -%.2f", "next", text.ShortList(s.Names(next), 37), text.ChanceOf(win).Percent(2), 100*lost)
	}
}

// rankEstimates prints the moves that won most games, if any were played and it is a
// question.
func (s *solution) rankEstimates(p *text.Page) {
	if s.Win.Value.Badge() != veil.Estimate || len(s.Safe) > 0 && !s.Opening {
		return
	}
	labels := []string{"likely", "or"}
	for from, to := 0, 0; from < len(s.Win.Moves) && len(labels) > 0; from, labels = to, labels[1:] {
		var cells []mines.Cell
		for ; to < len(s.Win.Moves) && s.Win.Moves[to].Win == s.Win.Moves[from].Win; to++ {
			cells = append(cells, s.Win.Moves[to].Cell)
		}
		p.Line("%-7s%-37s %s  estimate", labels[0], text.ShortList(s.Names(cells), 37), s.Win.Moves[from].Win)
	}
}

// bestNames lists the best moves, and says if they are one and the same by symmetry.
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

// verdict says what the position asks of the player.
func (s *solution) verdict() string {
	switch {
	case s.Solved():
		return "Every safe cell is open: the board is solved."
	case s.Opening:
		return "No cell is open yet: the first click is protected (first: " + s.View.First.String() + ")."
	case len(s.Safe) > 0:
		return text.Plural(len(s.Safe), "cell") + " can be opened without a guess."
	case s.Partial:
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

// tieOnWinning says whether cells of equal risk are equally good.
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

// worthAsking returns the cells whose reason or comparison is of interest next.
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

func (s *solution) document() any {
	doc := s.Document(solvemines.Everything)
	doc.Engine = s.engine
	return doc
}

func (s *solution) rows() [][]string {
	rows := [][]string{{"cell", "certain", "risk", "num", "den", "win"}}
	for _, c := range s.Hidden() {
		row := []string{s.View.Name(c), solvemines.CertainWord(s.Certainty(c)), "", "", "", ""}
		if risk := text.ChanceOf(s.Risks[c]); risk.Known() {
			row[2] = strconv.FormatFloat(risk.Float(), 'f', 6, 64)
			row[3], row[4] = risk.Num.String(), risk.Den.String()
		}
		if win, ok := s.Win.Of(c); ok && win.Badge() == veil.Exact {
			row[5] = strconv.FormatFloat(win.Float(), 'f', 6, 64)
		}
		rows = append(rows, row)
	}
	return rows
}
