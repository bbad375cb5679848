// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
)

// Errors that end a game before the player leaves it.
var (
	ErrInterrupted = errors.New("interrupted")
	ErrInternal    = errors.New("internal error in the game")
)

// Game is a game to be played in a terminal.
type Game struct {
	Rules  mines.Rules
	Seed   uint64
	Engine bool // show its numbers from the start

	Dir    string              // where games are saved
	Getenv func(string) string // source of the locale
	In     io.Reader
	Out    io.Writer
	Color  ColorChoice
}

// ColorChoice selects the colours that the game may use.
type ColorChoice uint8

// The choices of colours: detect, many, none.
const (
	ColorAuto ColorChoice = iota
	ColorAlways
	ColorNever
)

// Validate reports why the game cannot be played.
func (g Game) Validate() error {
	_, err := newModel(g.Rules, g.Seed)
	return err
}

// Play runs the game on the terminal until the player leaves, and returns the text to print afterwards.
func Play(ctx context.Context, g Game) (farewell string, err error) {
	m, err := newModel(g.Rules, g.Seed)
	if err != nil {
		return "", err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends a running search
	m.ctx, m.dir, m.glyphs = ctx, g.Dir, chooseGlyphs(g.Getenv)
	if g.Engine {
		m = m.showEngine(overlayRisk)
	}
	last, err := tea.NewProgram(m, append(g.Color.options(), tea.WithContext(ctx), tea.WithInput(g.In), tea.WithOutput(g.Out))...).Run()
	switch {
	case errors.Is(err, tea.ErrInterrupted), ctx.Err() != nil:
		return "", ErrInterrupted
	case errors.Is(err, tea.ErrProgramPanic):
		return "", fmt.Errorf("%w: %w", ErrInternal, err)
	case err != nil:
		return "", fmt.Errorf("the terminal: %w", err)
	}
	end, ok := last.(model)
	if !ok {
		return "", nil
	}
	return end.farewell(), nil
}

func (c ColorChoice) options() []tea.ProgramOption {
	switch c {
	case ColorAlways:
		return []tea.ProgramOption{tea.WithColorProfile(colorprofile.ANSI256)}
	case ColorNever:
		return []tea.ProgramOption{tea.WithColorProfile(colorprofile.ASCII)}
	default:
		return nil
	}
}

// farewell returns the text printed after the game.
func (m model) farewell() string {
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
		g.rules, end, text.Plural(len(g.moves), "move"), g.rules, g.rules.First, g.seed)
}
