// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
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
	cmd.ValidArgs = presetNames()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !flags.Changed("seed") && a.get(variable("seed")) == "" {
			f.seed = a.entropy()
		}
		size := presetNames()[0]
		if len(args) == 1 {
			size = args[0]
		}
		m, err := f.model(size)
		if err != nil {
			return err
		}
		if err := a.canPlay(); err != nil {
			return err
		}
		return a.play(cmd.Context(), m)
	}
	return cmd
}

func presetNames() []string { return []string{"beginner", "intermediate", "expert"} }

// boardSize reads SIZE/MINES or the name of a usual size.
func boardSize(text string) (mines.Rules, error) {
	sizes := []string{"9x9/10", "16x16/40", "30x16/99"}
	if i := slices.Index(presetNames(), text); i >= 0 {
		text = sizes[i]
	}
	rules, err := mines.ParseSize(text)
	if err == nil && rules.Mines == mines.UnknownMines {
		err = fmt.Errorf("size %q: the number of mines is missing", text)
	}
	if err != nil {
		return rules, usage(err.Error(), append(didYouMean(text, presetNames()),
			"for example: veil mines play 30x16/99, or "+strings.Join(presetNames(), ", "))...)
	}
	return rules, nil
}

// model sets up the game.
func (f playFlags) model(size string) (playModel, error) {
	rules, err := boardSize(size)
	if err != nil {
		return playModel{}, err
	}
	rules.First = f.first.First
	if f.engine != "on" && f.engine != "off" {
		return playModel{}, usage(fmt.Sprintf("--engine %q: want on or off", f.engine))
	}
	m, err := newPlayModel(rules, f.seed)
	if err != nil {
		return m, usage(err.Error())
	}
	if f.engine == "on" {
		m = m.showEngine(overlayRisk)
	}
	return m, nil
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
func (a *app) play(ctx context.Context, m playModel) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop() // what the engine is still thinking about
	m.ctx, m.dir = ctx, a.dir
	m.glyphs = chooseGlyphs(a.get)
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(a.stdin), tea.WithOutput(a.stdout)}
	switch {
	case a.output.color == "always":
		options = append(options, tea.WithColorProfile(colorprofile.ANSI256))
	case !a.colored():
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	last, err := tea.NewProgram(m, options...).Run()
	switch {
	case errors.Is(err, tea.ErrInterrupted), ctx.Err() != nil:
		return &failure{code: exitInterrupted}
	case errors.Is(err, tea.ErrProgramPanic):
		return &failure{
			code: exitInternal, kind: kindInternal, cause: err, what: "internal error in the game",
			notes: []string{"Please report it at " + repository + "/issues with the lines above."},
		}
	case err != nil:
		return fmt.Errorf("the terminal: %w", err)
	}
	if end, ok := last.(playModel); ok && !a.output.quiet {
		return a.write([]byte(end.farewell()))
	}
	return nil
}

// farewell is what is left on the terminal after the game.
func (m playModel) farewell() string {
	g := m.game
	end := "left unfinished"
	switch g.status {
	case veil.Won:
		end = "won"
	case veil.Lost:
		end = "lost"
	case veil.Open:
	}
	return fmt.Sprintf("%v %s after %s.\nagain: veil mines play %v --first %v --seed %d\n",
		g.rules, end, plural(len(g.moves), "move"), g.rules, g.rules.First, g.seed)
}
