// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/tui"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
)

const playLong = `play is Minesweeper in the terminal, with an engine that knows the exact risk and, where
it can be computed, the exact winning chance of every cell. It is silent until you ask: o
shows the numbers, h gives hints from a nudge to the answer, w explains why, u takes a move
back, even the one that lost the game, and ? lists all keys.

SIZE/MINES is 30x16/99 or beginner (9x9/10, the default), intermediate (16x16/40) or expert
(30x16/99). The engine sees what you see: it never uses the hidden mines and does not trust
your flags. A saved game records how much help you took; "veil mines review" says
which moves were mistakes.`

// needsTerminal marks a command that cannot run in a pipe.
const needsTerminal = "needs a terminal"

// playFlags are the flags of play.
type playFlags struct {
	seed   uint64
	first  firstFlag
	engine string
}

func newMinesPlay(a *app) *cobra.Command {
	var f playFlags
	cmd := frame.Verb("play [SIZE/MINES]", "play in the terminal, with exact help", playLong,
		"veil mines play", "veil mines play expert --first zero --engine on")
	cmd.Annotations = map[string]string{needsTerminal: "yes"}
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the board (default: a random one)")
	flags.Var(&f.first, "first", "first-click `RULE`: any, safe or zero (default safe)")
	flags.StringVar(&f.engine, "engine", "off", "start with the engine's numbers `WHEN`: on or off")
	frame.CompleteFlag(cmd, "first", firstRules()...)
	frame.CompleteFlag(cmd, "engine", "on", "off")
	cmd.Args = frame.AtMost(1)
	cmd.ValidArgs = mines.PresetNames()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !flags.Changed("seed") && a.Get(frame.Variable("seed")) == "" {
			f.seed = a.Entropy()
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

// boardSize parses SIZE/MINES or the name of a standard board.
func boardSize(size string, cmd *cobra.Command) (mines.Rules, error) {
	rules, err := mines.ParseBoard(size)
	if err == nil && rules.Mines == mines.UnknownMines {
		err = fmt.Errorf("size %q: the number of mines is missing", size)
	}
	if err != nil {
		return rules, frame.Usage(err.Error(), append(text.DidYouMean(size, mines.PresetNames()),
			"for example: "+cmd.CommandPath()+" 30x16/99, or "+strings.Join(mines.PresetNames(), ", "))...)
	}
	return rules, nil
}

// setup returns the game that the flags describe.
func (f playFlags) setup(cmd *cobra.Command, size string) (tui.Game, error) {
	rules, err := boardSize(size, cmd)
	if err != nil {
		return tui.Game{}, err
	}
	rules.First = f.first.First
	if f.engine != "on" && f.engine != "off" {
		return tui.Game{}, frame.Usage(fmt.Sprintf("--engine %q: want on or off", f.engine))
	}
	game := tui.Game{Rules: rules, Seed: f.seed, Engine: f.engine == "on"}
	if err := game.Validate(); err != nil {
		return game, frame.Usage(err.Error())
	}
	return game, nil
}

// canPlay reports why the game cannot be played here.
func (a *app) canPlay() error {
	advice := "To look at boards without one: veil mines gen 9x9/10 | veil mines solve"
	switch {
	case a.Output.JSON || a.Output.Plain || a.Output.File != "":
		return frame.Usage("play is for people: it has no --json, --plain or --output", "press s in the game to save it")
	case !a.StdinTTY:
		return frame.Usage("play needs a terminal, but standard input is not one", advice)
	case !a.StdoutTTY:
		return frame.Usage("play needs a terminal, but standard output is not one", advice)
	case a.Get("TERM") == "dumb", a.Get("TERM") == "" && runtime.GOOS != "windows":
		return frame.Usage(fmt.Sprintf("play needs a terminal that can place the cursor; TERM=%q cannot", a.Get("TERM")), advice)
	}
	return nil
}

// play runs the game on the terminal until the player leaves.
func (a *app) play(ctx context.Context, game tui.Game) error {
	game.Dir, game.Getenv, game.In, game.Out = a.Dir, a.Get, a.Stdin, a.Stdout
	switch {
	case a.Output.Color == "always":
		game.Color = tui.ColorAlways
	case !a.Colored():
		game.Color = tui.ColorNever
	}
	farewell, err := tui.Play(ctx, game)
	switch {
	case errors.Is(err, tui.ErrInterrupted):
		return &frame.Failure{Code: frame.ExitInterrupted}
	case errors.Is(err, tui.ErrInternal):
		return &frame.Failure{
			Code: frame.ExitInternal, Kind: frame.KindInternal, Cause: err, What: "internal error in the game",
			Notes: []string{"Please report it at " + frame.Repository + "/issues with the lines above."},
		}
	case err != nil:
		return err
	case a.Output.Quiet:
		return nil
	}
	return a.Print([]byte(farewell))
}
