// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/ending/retro"
)

const kriegEndingsLong = `endings manages the tables behind veil krieg ending, about endings against an unseen bare
king: list sums them up, build makes them, check replays every claim in them.`

func newKriegEndings(a *app) *cobra.Command {
	cmd := frame.Group("endings", "tables of endings against a bare king: list, build, check", kriegEndingsLong,
		"veil krieg endings list", "veil krieg endings check")
	cmd.AddCommand(newKriegEndingsList(a), newKriegEndingsBuild(a), newKriegEndingsCheck(a))
	return cmd
}

const kriegEndingsListLong = `list summarises the tables: the number of placements of the men from which the win is sure
when the bare king may be anywhere, the maximum length in moves, and the number of claims.
Lengths are upper bounds. FILE is a file of tables; without one the tables are those that
come with veil.`

func newKriegEndingsList(a *app) *cobra.Command {
	cmd := frame.Verb("list [FILE]", "summarise the tables of endings", kriegEndingsListLong,
		"veil krieg endings list", "veil krieg endings list --plain")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		tables, err := a.readEndings(args, minor.Book)
		if err != nil {
			return err
		}
		return a.Emit(endingsAnswer(tables))
	}
	return cmd
}

const kriegEndingsBuildLong = `build makes tables by retrograde analysis on beliefs and writes them to the file given by
--output. A wider beam may find more and shorter wins; the same beam gives the same bytes.
A pawn promotes into the tables of KQK and KRK, which are built along with KPK.`

func newKriegEndingsBuild(a *app) *cobra.Command {
	var beam int
	var largest bool
	cmd := frame.Verb("build ENDING...", "build tables of endings", kriegEndingsBuildLong,
		"veil krieg endings build KQK --beam 8 -o kqk.bin", "veil krieg endings build KRK --beam 8 -o krk.bin")
	cmd.Flags().IntVar(&beam, "beam", 64, "keep at most `N` sets of squares for each placement")
	cmd.Flags().BoolVar(&largest, "largest", false, "write only the largest set of each placement, and the claims that its win needs")
	cmd.Args = frame.OneTo(len(ending.Materials()))
	cmd.ValidArgs = []string{"KQK", "KRK", "KPK", "KBBK", "KBNK"}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if a.Output.File == "" {
			return frame.Usage("tables are not text: give --output FILE")
		}
		tables, err := a.buildEndings(args, retro.Config{Beam: beam, Largest: largest})
		if err != nil {
			return err
		}
		var file bytes.Buffer
		if err := ending.Encode(&file, tables...); err != nil {
			return err
		}
		return a.Print(file.Bytes())
	}
	return cmd
}

// buildEndings builds each table after those into which its pawns promote.
func (a *app) buildEndings(names []string, cfg retro.Config) ([]*ending.Table, error) {
	wanted := map[ending.Material]bool{}
	for _, name := range names {
		m, err := ending.MaterialNamed(strings.ToUpper(name))
		if err != nil {
			return nil, frame.Usage(err.Error())
		}
		wanted[m] = true
		if m == ending.KPK {
			wanted[ending.KQK], wanted[ending.KRK] = true, true
		}
	}
	line := a.ShowProgress("building")
	defer line.Done()
	var tables []*ending.Table
	for _, m := range ending.Materials() {
		if !wanted[m] {
			continue
		}
		cfg.Material, cfg.Into = m, tables
		cfg.Level = func(moves, claims int) { line.Show("%s: %d moves, %d claims", m, moves, claims) }
		t, err := retro.Build(cfg)
		if err != nil {
			return nil, frame.Usage(err.Error())
		}
		tables = append(tables, t)
	}
	return tables, nil
}

const kriegEndingsCheckLong = `check replays every claim of the tables with the rules of the game, square by square, and
shares no code with what built them. A claim holds if whatever the referee may say leads to
mate or to an earlier claim. It uses only what every ruleset announces; --rules replays the
claims with the announcements of one ruleset.

Of the placements from which no claim wins it counts those where a win cannot be sure at
all: every try that can be made may lose a man or stalemate.

Without a FILE it replays KQK, KRK and KPK, and with --minor the other tables that come with
veil, too, KBBK and KBNK, which take a core-minute.`

func newKriegEndingsCheck(a *app) *cobra.Command {
	var name string
	var all bool
	cmd := frame.Verb("check [FILE]", "replay every claim of the tables of endings", kriegEndingsCheckLong,
		"veil krieg endings check", "veil krieg endings check --rules wild16")
	cmd.Flags().StringVar(&name, "rules", "", "the `RULESET` whose announcements are used: "+rulesetList())
	frame.CompleteFlag(cmd, "rules", rulesetNames()...)
	cmd.Flags().BoolVar(&all, "minor", false, "check KBBK and KBNK too")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		rules := krieg.Rules{Name: "all"}
		if name != "" {
			var err error
			if rules, err = krieg.RulesNamed(name); err != nil {
				return frame.Usage("--rules: "+err.Error(), text.DidYouMean(name, rulesetNames())...)
			}
		}
		which := ending.Standard
		if all {
			which = minor.Book
		}
		tables, err := a.readEndings(args, which)
		if err != nil {
			return err
		}
		return a.checkEndings(rules, tables)
	}
	return cmd
}

func (a *app) checkEndings(rules krieg.Rules, tables []*ending.Table) error {
	line := a.ShowProgress("replaying claims")
	defer line.Done()
	n, err := check.Tables(rules, tables...)
	if err != nil {
		return &frame.Failure{Code: frame.ExitNo, Kind: frame.KindMalformed, What: "a claim does not hold: " + err.Error(), Cause: err}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "every one of %s claims holds under %s rules\n", text.Thousands(n), rules.Name)
	for _, t := range tables {
		sure, hopeless, open := check.Sure(rules, t)
		fmt.Fprintf(&out, "%s, king anywhere: sure win from %s placements, no sure win from %s, unknown for %s\n",
			t.Material, text.Thousands(sure), text.Thousands(hopeless), text.Thousands(open))
	}
	return a.Print([]byte(out.String()))
}

// readEndings reads a file of tables, or a built-in book.
func (a *app) readEndings(args []string, builtIn func() (*ending.Book, error)) ([]*ending.Table, error) {
	if len(args) == 0 {
		book, err := builtIn()
		if err != nil {
			return nil, err
		}
		return book.Tables(), nil
	}
	file, err := os.Open(a.Path(args[0]))
	if err != nil {
		return nil, a.Unreadable(args[0], err)
	}
	tables, err := ending.Decode(bufio.NewReader(file))
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: args[0] + ": " + err.Error(), Cause: err}
	}
	return tables, nil
}

// endingsAnswer is the answer of list.
type endingsAnswer []*ending.Table

func (e endingsAnswer) Text(p *text.Page) {
	p.Line("ending   placements      sure  moves at most   claims  beam")
	for _, t := range e {
		s := t.Summary()
		p.Line("%-6s %12s %9s %14d %8s %5d", t.Material, text.Thousands(s.Placements), text.Thousands(s.Sure), s.Longest, text.Thousands(s.Claims), t.Beam)
	}
	p.Advise("Sure: a win whatever the bare king does and wherever it may be. Lengths are upper bounds.")
}

func (e endingsAnswer) Rows() [][]string {
	rows := [][]string{{"ending", "placements", "sure", "moves", "claims", "beam"}}
	for _, t := range e {
		s := t.Summary()
		row := []string{string(t.Material)}
		for _, n := range []int{s.Placements, s.Sure, s.Longest, s.Claims, t.Beam} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return rows
}

func (e endingsAnswer) Document() any {
	doc := api.KriegEndings{Schema: "krieg.endings/1"}
	for _, t := range e {
		s := t.Summary()
		doc.Endings = append(doc.Endings, api.KriegEndingTable{
			Ending: string(t.Material), Placements: s.Placements, Sure: s.Sure, Moves: s.Longest, Claims: s.Claims, Beam: t.Beam,
		})
	}
	return doc
}
