// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/veilplan/veil"
)

// MoveKind is the kind of a player's move on a cell.
type MoveKind uint8

// The moves. MoveFlag puts a flag on a hidden cell or takes it off. MoveChord opens
// all hidden neighbours without a flag of a number that has its full count of flags.
const (
	MoveOpen MoveKind = iota
	MoveFlag
	MoveChord
)

// String returns the move's name in text formats.
func (k MoveKind) String() string {
	switch k {
	case MoveOpen:
		return "open"
	case MoveFlag:
		return "flag"
	case MoveChord:
		return "chord"
	default:
		return "MoveKind(" + strconv.Itoa(int(k)) + ")"
	}
}

// MarshalText returns the move's name.
func (k MoveKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the move's name.
func (k *MoveKind) UnmarshalText(text []byte) error {
	for _, kind := range []MoveKind{MoveOpen, MoveFlag, MoveChord} {
		if string(text) == kind.String() {
			*k = kind
			return nil
		}
	}
	return fmt.Errorf("move %q: want open, flag or chord", text)
}

// Move is one move of a player and, if known, its time.
type Move struct {
	Kind  MoveKind
	Cell  Cell
	Timed bool
	At    time.Duration // since the start of the game, if Timed
}

// ErrOver reports a move in a game that has ended.
var ErrOver = errors.New("the game is over")

// Game is one game being played. It is determined by its rules, its seed or layout, and
// its moves: playing the same moves again gives the same game.
type Game struct {
	view   View
	seed   uint64
	given  bool   // the layout was given, not drawn at the first click
	layout Layout // nil before the first click of a seeded game
	moves  []Move
	left   int // safe cells not yet open
	status veil.Status
	queue  []Cell // scratch of the cascade
}

// NewGame returns a game whose layout is drawn from the seed at the first click, under the
// first-click rule.
func NewGame(r Rules, seed uint64) (*Game, error) {
	if err := r.playable(); err != nil {
		return nil, err
	}
	return &Game{view: NewView(r), seed: seed, left: r.Cells() - r.Mines}, nil
}

// NewGameOn returns a game on a known layout. The first-click rule does not move mines:
// the first click can hit one.
func NewGameOn(r Rules, layout Layout) (*Game, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if len(layout) != r.Cells() || layout.Count() != r.Mines {
		return nil, fmt.Errorf("layout of %d cells with %d mines does not fit %v", len(layout), layout.Count(), r)
	}
	if r.Mines == r.Cells() {
		return nil, errors.New("the layout has no safe cell")
	}
	return &Game{view: NewView(r), given: true, layout: slices.Clone(layout), left: r.Cells() - r.Mines}, nil
}

// Rules returns the rules.
func (g *Game) Rules() Rules { return g.view.Rules }

// View returns a copy of the player's present view.
func (g *Game) View() View { return g.view.Clone() }

// Mark returns the player's view of one cell.
func (g *Game) Mark(c Cell) Mark { return g.view.Marks[c] }

// Layout returns a copy of the layout, or nil before the first click has placed the mines.
func (g *Game) Layout() Layout { return slices.Clone(g.layout) }

// Moves returns a copy of the moves so far.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Status returns whether the game is running, won or lost.
func (g *Game) Status() veil.Status { return g.status }

// Fraction returns the share of the safe cells that are open.
func (g *Game) Fraction() float64 {
	safe := g.view.Cells() - g.view.Mines
	return float64(safe-g.left) / float64(safe)
}

// Play makes a move. A move that the rules refuse, or that would change nothing, is an error and
// leaves the game unchanged.
func (g *Game) Play(m Move) error {
	if g.status != veil.Open {
		return ErrOver
	}
	if m.Cell < 0 || int(m.Cell) >= g.view.Cells() {
		return fmt.Errorf("cell %d is off the board of %d cells", m.Cell, g.view.Cells())
	}
	var err error
	switch m.Kind {
	case MoveOpen:
		err = g.open(m.Cell)
	case MoveFlag:
		err = g.flag(m.Cell)
	case MoveChord:
		err = g.chord(m.Cell)
	default:
		err = fmt.Errorf("no such move: %v", m.Kind)
	}
	if err == nil {
		g.moves = append(g.moves, m)
	}
	return err
}

// Undo undoes the last move; it reports false if there is none.
func (g *Game) Undo() bool {
	if len(g.moves) == 0 {
		return false
	}
	moves := g.moves[:len(g.moves)-1]
	g.view = NewView(g.view.Rules)
	g.left = g.view.Cells() - g.view.Mines
	g.status = veil.Open
	g.moves = nil
	if !g.given {
		g.layout = nil
	}
	for _, m := range moves {
		// These moves were legal from the same start, so they are legal again.
		if err := g.Play(m); err != nil {
			panic("mines: replaying a legal game: " + err.Error())
		}
	}
	return true
}

func (g *Game) open(c Cell) error {
	switch mark := g.view.Marks[c]; {
	case mark == Flag:
		return fmt.Errorf("%s has a flag: take it off first", g.view.Name(c))
	case mark != Hidden:
		return fmt.Errorf("%s is open already", g.view.Name(c))
	}
	if g.layout == nil {
		layout, err := Generate(g.view.Rules, g.seed, c)
		if err != nil {
			return err
		}
		g.layout = layout
	}
	g.reveal(c)
	return nil
}

func (g *Game) flag(c Cell) error {
	switch g.view.Marks[c] {
	case Hidden:
		g.view.Marks[c] = Flag
	case Flag:
		g.view.Marks[c] = Hidden
	default:
		return fmt.Errorf("%s is open: only a hidden cell takes a flag", g.view.Name(c))
	}
	return nil
}

// chord opens the hidden neighbours of a number; its flags, right or wrong, stay closed.
func (g *Game) chord(c Cell) error {
	number := g.view.Marks[c]
	if !number.IsNumber() {
		return fmt.Errorf("%s shows no number to chord", g.view.Name(c))
	}
	var buf [8]Cell
	flags, closed := 0, 0
	around := g.view.AppendNeighbours(buf[:0], c)
	for _, n := range around {
		switch g.view.Marks[n] {
		case Flag:
			flags++
		case Hidden:
			closed++
		default:
		}
	}
	switch {
	case flags != int(number):
		return fmt.Errorf("%s shows %d but has %d flags around it", g.view.Name(c), number, flags)
	case closed == 0:
		return fmt.Errorf("%s has nothing left to open around it", g.view.Name(c))
	}
	for _, n := range around {
		g.reveal(n)
	}
	return nil
}

// reveal opens a hidden cell and, from a zero, everything around it. Flags stop it. If c is a mine
// the game is lost, but the other cells of a chord are opened all the same.
func (g *Game) reveal(c Cell) {
	if g.view.Marks[c] != Hidden {
		return
	}
	if g.layout[c] {
		g.view.Marks[c] = Mine
		g.status = veil.Lost
		return
	}
	g.show(c)
	for len(g.queue) > 0 {
		zero := g.queue[len(g.queue)-1]
		g.queue = g.queue[:len(g.queue)-1]
		var buf [8]Cell
		for _, n := range g.view.AppendNeighbours(buf[:0], zero) {
			if g.view.Marks[n] == Hidden {
				g.show(n)
			}
		}
	}
	if g.left == 0 && g.status == veil.Open {
		g.status = veil.Won
	}
}

// show opens one safe cell and queues it if it is a zero, which opens its neighbours too.
func (g *Game) show(c Cell) {
	number := g.layout.Number(g.view.Rules, c)
	g.view.Marks[c] = Mark(number)
	g.left--
	if number == 0 {
		g.queue = append(g.queue, c)
	}
}
