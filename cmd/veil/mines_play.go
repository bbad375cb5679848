// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/internal/tui"
)

const playLong = `play is Minesweeper in the terminal, with an engine that knows the exact risk and, where
it can be computed, the exact winning chance of every cell. It is silent until you ask: o
shows the numbers, h gives hints from a nudge to the answer, w says why, u takes a move
back, also the one that killed you, and ? lists all keys.

SIZE/MINES is 30x16/99 or beginner (9x9/10, the default), intermediate (16x16/40) or expert
(30x16/99). The engine sees what you see: it never uses the hidden mines and does not
believe your flags. A saved game records how much help you took; "veil mines review" says
what your moves were worth.`

// needsTerminal marks a command that cannot run in a pipe.
const needsTerminal = "needs a terminal"

// playFlags are what play is told.
type playFlags struct {
	seed   uint64
	first  firstFlag
	engine string
}

func newMinesPlay(a *app) *cobra.Command {
	var f playFlags
	cmd := verb("play [SIZE/MINES]", "play in the terminal, with exact help", playLong,
		"veil mines play", "veil mines play expert --first zero --engine on")
	cmd.Annotations = map[string]string{needsTerminal: "yes"}
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the board (default: a random one)")
	flags.Var(&f.first, "first", "first-click `RULE`: any, safe or zero (default safe)")
	flags.StringVar(&f.engine, "engine", "off", "start with the engine's numbers `WHEN`: on or off")
	completeFlag(cmd, "first", firstRules()...)
	completeFlag(cmd, "engine", "on", "off")
	cmd.Args = atMost(1)
	cmd.ValidArgs = mines.PresetNames()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !flags.Changed("seed") && a.get(variable("seed")) == "" {
			f.seed = a.entropy()
		}
		size := mines.PresetNames()[0]
		if len(args) == 1 {
			size = args[0]
		}
		game, err := f.setup(cmd, size)
		if err != nil {
			return err
		}
		if err := a.canPlay(); err != nil {
			return err
		}
		return a.play(cmd.Context(), game)
	}
	return cmd
}

// boardSize reads SIZE/MINES or the name of a usual board, for a command.
func boardSize(size string, cmd *cobra.Command) (mines.Rules, error) {
	rules, err := mines.ParseBoard(size)
	if err == nil && rules.Mines == mines.UnknownMines {
		err = fmt.Errorf("size %q: the number of mines is missing", size)
	}
	if err != nil {
		return rules, usage(err.Error(), append(text.DidYouMean(size, mines.PresetNames()),
			"for example: "+cmd.CommandPath()+" 30x16/99, or "+strings.Join(mines.PresetNames(), ", "))...)
	}
	return rules, nil
}

// setup is the game that the flags ask for.
func (f playFlags) setup(cmd *cobra.Command, size string) (tui.Game, error) {
	rules, err := boardSize(size, cmd)
	if err != nil {
		return tui.Game{}, err
	}
	rules.First = f.first.First
	if f.engine != "on" && f.engine != "off" {
		return tui.Game{}, usage(fmt.Sprintf("--engine %q: want on or off", f.engine))
	}
	game := tui.Game{Rules: rules, Seed: f.seed, Engine: f.engine == "on"}
	if err := game.Validate(); err != nil {
		return game, usage(err.Error())
	}
	return game, nil
}

// canPlay reports why there is no way to play here.
func (a *app) canPlay() error {
	advice := "To look at boards without one: veil mines gen 9x9/10 | veil mines solve"
	switch {
	case a.output.json || a.output.plain || a.output.file != "":
		return usage("play is for people: it has no --json, --plain or --output", "press s in the game to save it")
	case !a.stdinTTY:
		return usage("play needs a terminal, but standard input is not one", advice)
	case !a.stdoutTTY:
		return usage("play needs a terminal, but standard output is not one", advice)
	case a.get("TERM") == "dumb", a.get("TERM") == "" && runtime.GOOS != "windows":
		return usage(fmt.Sprintf("play needs a terminal that can place the cursor; TERM=%q cannot", a.get("TERM")), advice)
	}
	return nil
}

// play runs the game on the terminal until the player leaves.
func (a *app) play(ctx context.Context, game tui.Game) error {
	game.Dir, game.Getenv, game.In, game.Out = a.dir, a.get, a.stdin, a.stdout
	switch {
	case a.output.color == "always":
		game.Color = tui.ColorAlways
	case !a.colored():
		game.Color = tui.ColorNever
	}
	farewell, err := tui.Play(ctx, game)
	switch {
	case errors.Is(err, tui.ErrInterrupted):
		return &failure{code: exitInterrupted}
	case errors.Is(err, tui.ErrInternal):
		return &failure{
			code: exitInternal, kind: kindInternal, cause: err, what: "internal error in the game",
			notes: []string{"Please report it at " + repository + "/issues with the lines above."},
		}
	case err != nil:
		return err
	case a.output.quiet:
		return nil
	}
	return a.write([]byte(farewell))
}
