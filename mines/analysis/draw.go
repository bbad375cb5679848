// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// Draw describes how boards are drawn from seeds.
type Draw struct {
	Rules mines.Rules
	Click string // the first click; "none" leaves the board untouched
}

// Complete returns the draw with the usual first click if none is given: the middle, or none if it
// could hit a mine: the rules do not protect it and the board may need guesses.
func (d Draw) Complete(noGuess bool) Draw {
	if d.Click != "" {
		return d
	}
	d.Click = "none"
	if d.Rules.First != mines.Any || noGuess {
		d.Click = d.Rules.Name(d.Rules.Cell((d.Rules.Height-1)/2, (d.Rules.Width-1)/2))
	}
	return d
}

// Game draws a board and makes the first click.
func (d Draw) Game(seed uint64) (*mines.Game, error) {
	game, err := mines.NewGame(d.Rules, seed)
	if err != nil || d.Click == "none" {
		return game, err
	}
	c, err := d.Rules.ParseCell(d.Click)
	if err != nil {
		return nil, fmt.Errorf("first click: %w", err)
	}
	return game, game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c})
}

// ErrNoBoard reports that no board without a guess was found.
var ErrNoBoard = errors.New("no board without a guess")

// WithoutGuess tries consecutive seeds until a board needs no guess, and returns its seed and the
// number of seeds tried. A board too hard to judge is skipped.
func (d Draw) WithoutGuess(ctx context.Context, seed uint64, tries int) (found uint64, attempts int, err error) {
	for attempts := range tries {
		if ctx.Err() != nil {
			return 0, attempts, fmt.Errorf("%w in %d attempts: %w", ErrNoBoard, attempts, ctx.Err())
		}
		game, err := d.Game(seed)
		if err != nil {
			return 0, attempts, err
		}
		ok, err := needsNoGuess(ctx, game)
		if err != nil && !errors.Is(err, veil.ErrTooHard) {
			return 0, attempts, err
		}
		if ok {
			return seed, attempts + 1, nil
		}
		seed++
	}
	return 0, tries, fmt.Errorf("%w in %d attempts", ErrNoBoard, tries)
}

// needsNoGuess reports whether opening only certainly safe cells wins the game, where certainty
// uses both the numbers and the mine count.
func needsNoGuess(ctx context.Context, game *mines.Game) (bool, error) {
	solver := count.NewSolver(game.Rules(), count.Limit{Stop: stopping(ctx)})
	for game.Status() == veil.Open {
		if err := solver.Load(game.View()); err != nil {
			return false, err
		}
		if err := solver.Deduce(); err != nil {
			return false, err
		}
		safe := solver.TakeSafe()
		if len(safe) == 0 {
			return false, nil
		}
		if err := openAll(game, safe); err != nil {
			return false, err
		}
	}
	return game.Status() == veil.Won, nil
}

// openAll opens the cells that are not open yet; a zero opens others by itself.
func openAll(game *mines.Game, cells []mines.Cell) error {
	for _, c := range cells {
		if game.Status() != veil.Open || !game.Mark(c).IsHidden() {
			continue
		}
		if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
			return err
		}
	}
	return nil
}

// Draw draws a board.
func (s *Service) Draw(ctx context.Context, q api.MinesGenerateQuestion) (*api.MinesBoard, error) {
	draw, err := s.newDraw(q)
	if err != nil {
		return nil, err
	}
	seed, err := strconv.ParseUint(cmp.Or(q.Seed, "0"), 10, 64)
	if err != nil {
		return nil, api.NewProblem(api.Impossible, "the seed is not a number below 2^64", err.Error())
	}
	l := s.Limits.WithDefaults()
	ctx, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	var certificate *api.Certificate
	if q.NoGuess {
		found, attempts, err := draw.WithoutGuess(ctx, seed, min(l.Tries, cmp.Or(q.Tries, l.Tries)))
		if err != nil {
			return nil, api.NewProblem(api.TooHard, err.Error(), "take fewer mines, or first: zero")
		}
		seed, certificate = found, &api.Certificate{NoGuess: true, VerifiedBy: "exact", Attempts: attempts}
	}
	game, err := draw.Game(seed)
	if err != nil {
		return nil, api.NewProblem(api.Impossible, err.Error(), "")
	}
	doc := notation.Document{View: game.View(), Layout: game.Layout(), Moves: game.Moves(), Seed: &seed}
	text, err := notation.WriteFormat(notation.FormatBoard, doc, notation.WriteOptions{})
	if err != nil {
		return nil, api.NewProblem(api.Impossible, err.Error(), "")
	}
	return &api.MinesBoard{
		Schema: "mines.board/1", Size: draw.Rules.String(), First: draw.Rules.First.String(), Seed: strconv.FormatUint(seed, 10),
		Click: draw.Click, Text: string(text), Position: HandForm(doc.View), Certificate: certificate, Engine: s.Engine,
	}, nil
}

func (s *Service) newDraw(q api.MinesGenerateQuestion) (Draw, error) {
	rules, err := mines.ParseBoard(q.Size)
	if err != nil {
		return Draw{}, api.NewProblem(api.Malformed, err.Error(), "for example 30x16/99")
	}
	if most := s.Limits.WithDefaults().Cells; rules.Cells() > most {
		return Draw{}, api.NewTooLarge("the board is too large", most, rules.Cells(), "cells")
	}
	if q.First != "" {
		if err := rules.First.UnmarshalText([]byte(q.First)); err != nil {
			return Draw{}, api.NewProblem(api.Unsupported, err.Error(), "")
		}
	}
	if q.NoGuess && q.Click == "none" {
		return Draw{}, api.NewProblem(api.Impossible, "a board without a guess needs a first click", "")
	}
	return Draw{Rules: rules, Click: q.Click}.Complete(q.NoGuess), nil
}
