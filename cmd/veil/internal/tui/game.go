// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"slices"
	"strconv"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// game is an immutable game: a move returns a new one and leaves the old unchanged.
type game struct {
	rules  mines.Rules
	seed   uint64
	moves  []mines.Move
	undone []mines.Move // in the order of undoing
	view   mines.View
	status veil.Status
	layout mines.Layout // for the file only; the screen never shows it
}

func newGame(rules mines.Rules, seed uint64) (game, error) {
	return game{rules: rules, seed: seed}.replay(nil)
}

// replay returns the game after the given moves.
func (g game) replay(moves []mines.Move) (game, error) {
	game, err := mines.NewGame(g.rules, g.seed)
	if err != nil {
		return g, err
	}
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			return g, err
		}
	}
	g.moves, g.view, g.status, g.layout = game.Moves(), game.View(), game.Status(), game.Layout()
	return g, nil
}

// play makes a move.
func (g game) play(m mines.Move) (game, error) {
	next, err := g.replay(append(slices.Clone(g.moves), m))
	if err == nil {
		next.undone = nil
	}
	return next, err
}

// undo takes back the last move. It reports false if there is none.
func (g game) undo() (game, bool) {
	n := len(g.moves)
	if n == 0 {
		return g, false
	}
	next, err := g.replay(g.moves[:n-1])
	next.undone = append(slices.Clone(g.undone), g.moves[n-1])
	return next, err == nil
}

// redo repeats the last undone move.
func (g game) redo() (game, bool) {
	n := len(g.undone)
	if n == 0 {
		return g, false
	}
	next, err := g.replay(append(slices.Clone(g.moves), g.undone[n-1]))
	next.undone = g.undone[:n-1]
	return next, err == nil
}

// minesLeft returns the number of mines minus the flags.
func (g game) minesLeft() int {
	left := g.rules.Mines
	for _, mark := range g.view.Marks {
		if mark == mines.Flag {
			left--
		}
	}
	return left
}

// assistance counts the help that a player used.
type assistance struct {
	hints, whys, undos int
	engine             bool // its numbers were on the screen
}

// document returns the game for a file, with the help that was used.
func (g game) document(used assistance) notation.Document {
	engine := "off"
	if used.engine {
		engine = "on"
	}
	return notation.Document{
		View: g.view, Layout: g.layout, Moves: g.moves, Seed: &g.seed,
		Meta: []notation.Field{
			{Key: "engine", Value: engine},
			{Key: "hints", Value: strconv.Itoa(used.hints)},
			{Key: "whys", Value: strconv.Itoa(used.whys)},
			{Key: "undos", Value: strconv.Itoa(used.undos)},
		},
	}
}
