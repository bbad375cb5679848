// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/minor"
)

const kriegEndingLong = `ending is for a few men against an unseen bare king: is the win sure, what should be tried,
and how many moves does mate take at most? FILE is a position (.ks), a referee log or
Kriegspiel PGN; see veil help kriegspiel. "opp: k@*" is a king that may be anywhere.

The answer comes from tables in which an independent checker has replayed every claim: see
veil krieg endings. They cover KQK, KRK and KPK; other tables can be built and given by
--tables. They use only what all rulesets announce, and ignore repetition. Lengths are upper
bounds. If no claim covers every square on which the king may be, the answer is not known,
unless every possible try may lose a man or stalemate: then no win is sure.

Exit code 0 means that the win is sure, 1 that no win is, 4 that it is not known.`

// anyKing is an ending in which the king may be anywhere.
const anyKing = `printf 'me: 8/8/8/8/8/2K5/8/1R6\nopp: k@*\n'`

func newKriegEnding(a *app) *cobra.Command {
	var f kriegFlags
	var tables string
	cmd := frame.Verb("ending [FILE]", "show how to win against a bare king, and in how many moves", kriegEndingLong,
		anyKing+" | veil krieg ending",
		`printf 'to move: black\nme: 8/8/8/8/3k4/3q4/8/8\nopp: K@{f1,f2}\n' | veil krieg ending --json`)
	f.register(cmd)
	cmd.Flags().StringVar(&tables, "tables", "", "use the tables of this `FILE` besides those that come with veil")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		book, err := a.endingBook(tables)
		if err != nil {
			return err
		}
		s, err := a.readSituation(cmd.Context(), cmd, f, args)
		if err != nil {
			return err
		}
		doc, err := deduction.Ending(book, s.Belief)
		if err != nil {
			return problemFailure(err)
		}
		if err := a.Emit(&endingAnswer{doc}); err != nil {
			return err
		}
		return verdictOf(doc)
	}
	return cmd
}

// verdictOf returns the exit code of a verdict.
func verdictOf(doc *api.KriegEnding) error {
	switch doc.Verdict {
	case deduction.EndingWon:
		return nil
	case deduction.EndingNoWin:
		return frame.AnsweredNo()
	default:
		return &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget}
	}
}

// endingBook returns the built-in tables and those of a file.
func (a *app) endingBook(file string) (*ending.Book, error) {
	book, err := minor.Book()
	if err != nil || file == "" {
		return book, err
	}
	more, err := a.readEndings([]string{file}, nil)
	return book.Over(more...), err
}

// endingAnswer is the answer of ending.
type endingAnswer struct{ *api.KriegEnding }

func (e *endingAnswer) Document() any { return e.KriegEnding }

func (e *endingAnswer) Text(p *text.Page) {
	p.Line("%s · %s · %s rules", e.headline(), e.Ending, e.Rules)
	e.picture(p)
	for _, c := range e.Cases {
		p.Line("%s", e.caseText(c))
	}
	switch e.Verdict {
	case deduction.EndingNoWin:
		p.Advise("Every try that can be made may lose a man or stalemate: no win is sure.")
	case deduction.EndingUnknown:
		p.Advise("No claim of the tables covers all squares. A win may still be sure.")
	}
}

func (e *endingAnswer) headline() string {
	switch {
	case e.Verdict == deduction.EndingWon:
		return fmt.Sprintf("won: try %s, mate in at most %s", e.Try, countMoves(e.Moves))
	case e.Try == "":
		return e.Verdict
	default:
		return fmt.Sprintf("%s; %s wins from %d of %s", e.Verdict, e.Try, len(e.Part), countSquares(len(e.Kings)))
	}
}

func (e *endingAnswer) caseText(c api.KriegEndingCase) string {
	line := fmt.Sprintf("%s, %s:", e.Try, c.Heard)
	switch {
	case len(c.Kings) == 0:
		return line + " the end"
	case c.Try == "":
		return fmt.Sprintf("%s %s, not known", line, countSquares(len(c.Kings)))
	default:
		return fmt.Sprintf("%s %s, then %s, at most %s", line, countSquares(len(c.Kings)), c.Try, countMoves(c.Moves))
	}
}

// picture draws the men and the squares: those on which the king may be, and further ones from
// which the claim wins.
func (e *endingAnswer) picture(p *text.Page) {
	men, err := chess.ParseMen(e.Own)
	if err != nil {
		return
	}
	p.Line("     a b c d e f g h")
	for rank := 7; rank >= 0; rank-- {
		row := []string{fmt.Sprintf("  %d ", rank+1)}
		for file := range 8 {
			row = append(row, e.square(p, &men, chess.NewSquare(file, rank)))
		}
		p.Line("%s", strings.Join(row, " "))
	}
	p.Advise("● the king may be here, and the try wins; ○ it may be here, and the try may fail; + the try would win from here too.")
}

func (e *endingAnswer) square(p *text.Page, men *krieg.Position, s krieg.Square) string {
	name := s.String()
	switch wins := slices.Contains(e.Claim, name); {
	case men.Occupied()&s.Bit() != 0:
		letter := men.KindAt(s).Letter()
		if men.Men(krieg.White) != 0 {
			letter = bytes.ToUpper([]byte{letter})[0]
		}
		return p.Dim(string(letter))
	case slices.Contains(e.Kings, name) && wins:
		return p.Best("●")
	case slices.Contains(e.Kings, name):
		return "○"
	case wins:
		return p.Dim("+")
	default:
		return p.Dim(".")
	}
}

func (e *endingAnswer) Rows() [][]string {
	rows := [][]string{{"heard", "kings", "try", "moves"}, {"", strings.Join(e.Kings, ","), e.Try, strconv.Itoa(e.Moves)}}
	for _, c := range e.Cases {
		rows = append(rows, []string{c.Heard, strings.Join(c.Kings, ","), c.Try, strconv.Itoa(c.Moves)})
	}
	return rows
}

func countSquares(n int) string {
	if n == 1 {
		return "1 square"
	}
	return strconv.Itoa(n) + " squares"
}

func countMoves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return strconv.Itoa(n) + " moves"
}
