// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/domain/mines"
)

const genLong = `gen draws a board: the mines are uniform over the layouts that the first-click rule
allows. The first click is made, so that the board can be solved at once.

The same size, rule, first click and seed give the same board for ever; the seed is
written into the board.`

// genFlags are what gen is told.
type genFlags struct {
	size   mines.Rules
	seed   uint64
	first  firstFlag
	click  string
	count  int
	format string
}

func newMinesGen(a *app) *cobra.Command {
	var g genFlags
	cmd := verb("gen SIZE/MINES", "draw a board by seed", genLong,
		"veil mines gen 9x9/10 --seed 7",
		"veil mines gen 30x16/99 --first zero --seed 7 | veil mines solve")
	flags := cmd.Flags()
	flags.Uint64Var(&g.seed, "seed", 0, "seed of the board (default: a random one)")
	flags.Var(&g.first, "first", "first-click `RULE`: any, safe or zero (default safe)")
	flags.StringVar(&g.click, "click", "", "`CELL` of the first click, or none (default: the middle; none under --first any)")
	flags.IntVarP(&g.count, "n", "n", 1, "number of boards, with seeds counting up; more than one needs --json")
	flags.StringVar(&g.format, "to", string(mines.FormatBoard), "`FORMAT` of the output: "+formatList())
	cmd.Args = between(1, 1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !flags.Changed("seed") {
			g.seed = a.entropy()
		}
		if err := g.complete(args[0], a.output.json); err != nil {
			return err
		}
		for i := range g.count {
			if err := cmd.Context().Err(); err != nil {
				return fmt.Errorf("%d of %d boards were written: %w", i, g.count, err)
			}
			if err := a.generate(g, g.seed+uint64(i)); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

// complete checks the flags and fills in what follows from others.
func (g *genFlags) complete(size string, json bool) error {
	rules, err := mines.ParseSize(size)
	if err != nil {
		return usage(err.Error(), "for example: veil mines gen 30x16/99")
	}
	rules.First = g.first.First
	g.size = rules
	if err := knownFormat(g.format); err != nil {
		return err
	}
	switch {
	case g.count < 1:
		return usage(fmt.Sprintf("-n %d: want at least 1", g.count))
	case g.count > 1 && !json:
		return usage("more than one board needs --json: one document per line")
	case g.click == "" && rules.First == mines.Any:
		g.click = "none"
	case g.click == "":
		g.click = rules.Name(rules.Cell((rules.Height-1)/2, (rules.Width-1)/2))
	}
	return nil
}

// generate draws and prints one board.
func (a *app) generate(g genFlags, seed uint64) error {
	game, err := mines.NewGame(g.size, seed)
	if err != nil {
		return usage(err.Error())
	}
	if g.click != "none" {
		c, err := g.size.ParseCell(g.click)
		if err != nil {
			return usage("--click: " + err.Error())
		}
		if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
			return usage(err.Error())
		}
	}
	doc := mines.Document{View: game.View(), Layout: game.Layout(), Moves: game.Moves(), Seed: &seed}
	answer, err := newPosition(doc, mines.Format(g.format), mines.WriteOptions{})
	if err != nil {
		return err
	}
	return a.emit(answer)
}
