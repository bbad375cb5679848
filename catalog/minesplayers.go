// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/play"
)

// sweeper is a Minesweeper player: it opens whatever it knows to be safe and leaves
// the rest to a way of guessing.
type sweeper struct {
	solver *mines.Solver
	view   mines.View
	safe   []mines.Cell // known, not yet opened
	deduce []func() error
	first  func() mines.Cell
	guess  func(ctx context.Context) (play.PolicyMove[mines.Cell], error)
}

// newSweeper returns a player that finds safe cells by the given means, the cheapest
// first.
func newSweeper(rules mines.Rules, means func(s *mines.Solver) []func() error) *sweeper {
	p := &sweeper{solver: mines.NewSolver(rules, mines.Limit{}), view: mines.NewView(rules)}
	p.deduce = means(p.solver)
	return p
}

func singlePoints(s *mines.Solver) []func() error { return []func() error{s.Propagate} }

func everything(s *mines.Solver) []func() error { return []func() error{s.Propagate, s.Deduce} }

// Decide opens a safe cell if one is known, else guesses.
func (p *sweeper) Decide(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
	if p.view.Untouched() && p.first != nil {
		return thought(p.first(), false), nil
	}
	for _, deduce := range p.deduce {
		if len(p.safe) > 0 {
			break
		}
		if err := deduce(); err != nil {
			return play.PolicyMove[mines.Cell]{}, err
		}
		p.safe = append(p.safe, p.solver.TakeSafe()...)
	}
	if len(p.safe) > 0 {
		c := p.safe[0]
		p.safe = p.safe[1:]
		return thought(c, false), nil
	}
	return p.guess(ctx)
}

// Hear tells what a cell shows.
func (p *sweeper) Hear(c mines.Cell, seen mines.Reading) error {
	p.view.Marks[c] = mines.Mark(seen)
	return p.solver.Set(c, mines.Mark(seen))
}

func thought(c mines.Cell, guess bool) play.PolicyMove[mines.Cell] {
	return play.PolicyMove[mines.Cell]{
		Decision: veil.Decision[mines.Cell]{Choices: []veil.Choice[mines.Cell]{{Action: c}}}, Guess: guess,
	}
}

// singlePoint is the single-point strategy of PGMS (Sebag & Teytaud 2012, §3.4): what a
// single number decides, else any cell at random.
func singlePoint(game minesGame, rules mines.Rules) Player {
	return Player{
		Name: "single-point", About: "opens what single numbers prove safe, else guesses at random",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, none{})
			seat := func(r *rand.Rand) (play.Player, error) {
				p := newSweeper(rules, singlePoints)
				p.guess = func(context.Context) (play.PolicyMove[mines.Cell], error) { return p.anyCell(r) }
				return game.Player(p), nil
			}
			return seat, params, err
		},
	}
}

// anyCell guesses among the hidden cells that are not known to be mines.
func (p *sweeper) anyCell(r *rand.Rand) (play.PolicyMove[mines.Cell], error) {
	var hidden []mines.Cell
	for c, m := range p.view.Marks {
		if m.IsHidden() && p.solver.Certainty(mines.Cell(c)) != mines.CertainMine {
			hidden = append(hidden, mines.Cell(c))
		}
	}
	if len(hidden) == 0 {
		return play.PolicyMove[mines.Cell]{}, play.ErrStuck
	}
	return thought(hidden[r.IntN(len(hidden))], true), nil
}

// safestParams say how the myopic player breaks ties and where it begins.
type safestParams struct {
	// Ties is "first" for the first of equally safe cells in reading order, "random"
	// for any of them.
	Ties string `json:"ties"`
	// Start is the first click: a cell, or "random".
	Start string `json:"start"`
}

// safest is the myopic player of the papers (2012, Alg. 2): the lowest exact risk.
func safest(game minesGame, rules mines.Rules) Player {
	return Player{
		Name: "safest", About: "opens a cell with the lowest exact risk, looking no further",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, safestParams{Ties: "first", Start: "r1c1"})
			if err == nil && params.Ties != "first" && params.Ties != "random" {
				err = fmt.Errorf("ties %q: want first or random", params.Ties)
			}
			if err == nil && params.Start != "random" {
				_, err = rules.ParseCell(params.Start)
			}
			return seatSafest(game, rules, params), params, err
		},
	}
}

func seatSafest(game minesGame, rules mines.Rules, params safestParams) Seating {
	return func(r *rand.Rand) (play.Player, error) {
		p := newSweeper(rules, everything)
		p.first = func() mines.Cell { return firstClick(rules, params.Start, r) }
		p.guess = func(context.Context) (play.PolicyMove[mines.Cell], error) {
			return p.lowestRisk(r, params.Ties == "random")
		}
		return game.Player(p), nil
	}
}

// firstClick returns the cell of that name, or a random one.
func firstClick(rules mines.Rules, start string, r *rand.Rand) mines.Cell {
	if c, err := rules.ParseCell(start); err == nil {
		return c
	}
	return mines.Cell(r.IntN(rules.Cells()))
}

// lowestRisk guesses the cell with the lowest risk. Risks that differ by less than
// rounding count as equal.
func (p *sweeper) lowestRisk(r *rand.Rand, anyOfThem bool) (play.PolicyMove[mines.Cell], error) {
	if err := p.solver.Weigh(); err != nil {
		return play.PolicyMove[mines.Cell]{}, err
	}
	best, ok := p.solver.Safest()
	if !ok {
		return play.PolicyMove[mines.Cell]{}, play.ErrStuck
	}
	if !anyOfThem {
		return thought(best, true), nil
	}
	const rounding = 1e-12
	var equal []mines.Cell
	for c, m := range p.view.Marks {
		if m.IsHidden() && p.solver.Risk(mines.Cell(c)) <= p.solver.Risk(best)+rounding {
			equal = append(equal, mines.Cell(c))
		}
	}
	return thought(equal[r.IntN(len(equal))], true), nil
}
