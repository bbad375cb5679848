// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
)

const genLong = `gen draws a board: the mines are uniform over the layouts that the first-click rule
allows. The first click is made, so that the board can be solved at once. SIZE/MINES is
30x16/99 or beginner (9x9/10), intermediate (16x16/40) or expert (30x16/99).

The same size, rule, first click and seed always give the same board; the seed is written
into the board.

With --no-guess, seeds count up from the given one until a board can be won by logic alone,
using everything that follows from the numbers and the mine count.`

// genFlags are the flags of gen.
type genFlags struct {
	draw   analysis.Draw
	seed   uint64
	first  firstFlag
	click  string
	count  int
	format string

	noGuess bool
	tries   int
}

func newMinesGen(a *app) *cobra.Command {
	var g genFlags
	cmd := frame.Verb("gen SIZE/MINES", "generate a board from a seed", genLong,
		"veil mines gen 9x9/10 --seed 7",
		"veil mines gen 30x16/99 --first zero --seed 7 | veil mines solve")
	flags := cmd.Flags()
	flags.Uint64Var(&g.seed, "seed", 0, "seed of the board (default: a random one)")
	flags.Var(&g.first, "first", "first-click `RULE`: any, safe or zero (default safe)")
	flags.StringVar(&g.click, "click", "", "`CELL` of the first click, or none (default: the middle; none under --first any)")
	flags.IntVarP(&g.count, "n", "n", 1, "number of boards, with seeds counting up; more than one needs --json")
	flags.StringVar(&g.format, "to", string(notation.FormatBoard), "output `FORMAT`: "+formatList())
	frame.CompleteFlag(cmd, "first", firstRules()...)
	frame.CompleteFlag(cmd, "to", formatNames()...)
	flags.BoolVar(&g.noGuess, "no-guess", false, "only a board that can be won without a guess")
	flags.IntVar(&g.tries, "tries", api.DefaultTries, "attempts of --no-guess before it gives up")
	cmd.Args = frame.OneTo(1)
	cmd.ValidArgs = mines.PresetNames()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !flags.Changed("seed") {
			g.seed = a.Entropy()
		}
		if err := g.complete(cmd, args[0], a.Output.JSON); err != nil {
			return err
		}
		return a.generate(cmd.Context(), g)
	}
	return cmd
}

// complete checks the flags and derives the others.
func (g *genFlags) complete(cmd *cobra.Command, size string, json bool) error {
	rules, err := boardSize(size, cmd)
	if err != nil {
		return err
	}
	rules.First = g.first.First
	if err := knownFormat(g.format); err != nil {
		return err
	}
	switch {
	case g.count < 1:
		return frame.Usage(fmt.Sprintf("-n %d: want at least 1", g.count))
	case g.count > 1 && !json:
		return frame.Usage("more than one board needs --json: one document per line")
	case g.noGuess && g.click == "none":
		return frame.Usage("--no-guess needs a first click")
	}
	g.draw = analysis.Draw{Rules: rules, Click: g.click}.Complete(g.noGuess)
	return nil
}

// generate draws and prints the boards.
func (a *app) generate(ctx context.Context, g genFlags) error {
	seed := g.seed
	for i := range g.count {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%d of %s written: %w", i, text.Plural(g.count, "board"), err)
		}
		if g.noGuess {
			var err error
			if seed, err = a.firstWithoutGuess(ctx, g, seed); err != nil {
				return err
			}
		}
		game, err := g.draw.Game(seed)
		if err != nil {
			return frame.Usage(err.Error())
		}
		if err := a.emitGame(g, game, seed); err != nil {
			return err
		}
		seed++
	}
	return nil
}

// firstWithoutGuess increases the seed until a board needs no guess.
func (a *app) firstWithoutGuess(ctx context.Context, g genFlags, seed uint64) (uint64, error) {
	defer a.ShowProgress("looking for a board without a guess").Done()
	found, _, err := g.draw.WithoutGuess(ctx, seed, g.tries)
	if errors.Is(err, analysis.ErrNoBoard) && ctx.Err() == nil {
		return 0, &frame.Failure{
			Code: frame.ExitBudget, Kind: frame.KindBudget,
			What:  fmt.Sprintf("gave up: no board without a guess in %s; nothing was written", text.Plural(g.tries, "attempt")),
			Notes: []string{"allow more with --tries, take fewer mines, or use --first zero"},
		}
	}
	return found, err
}

func (a *app) emitGame(g genFlags, game *mines.Game, seed uint64) error {
	doc := notation.Document{View: game.View(), Layout: game.Layout(), Moves: game.Moves(), Seed: &seed}
	if g.noGuess {
		doc.Meta = []notation.Field{{Key: "no_guess", Value: "true"}}
	}
	board, err := newPosition(doc, notation.Format(g.format), notation.WriteOptions{})
	if err != nil {
		return err
	}
	return a.Emit(board)
}
