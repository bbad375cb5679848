// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/play"
)

// lookaheadParams configure the player that looks one guess ahead.
type lookaheadParams struct {
	// Within is the share of the best safety that a cell must have to be considered.
	Within float64 `json:"within"`
	// Cells is the most cells considered.
	Cells int `json:"cells"`
	// Exact is the largest position that is solved exactly instead.
	Exact int `json:"exact"`
	// Start is the first click.
	Start string `json:"start"`
}

// lookahead weighs a guess by what it will teach: for each number that may appear, how
// safe the next guess will be.
func lookahead(game minesGame, rules mines.Rules, objective mines.Objective) Player {
	return Player{
		Name: "lookahead", About: "weighs a guess by how safe the next one will be, and plays endgames perfectly",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, lookaheadParams{Within: 0.9, Cells: 16, Exact: 5000, Start: "r1c1"})
			if err == nil {
				_, err = rules.ParseCell(params.Start)
			}
			book := newMinesBook(MinesConfig{MaxLayouts: params.Exact, Objective: objective})
			return seatLookahead(game, rules, params, book), params, err
		},
	}
}

func seatLookahead(game minesGame, rules mines.Rules, params lookaheadParams, book *minesBook) Seating {
	return func(r *rand.Rand) (play.Player, error) {
		p := newSweeper(rules, everything)
		look := &foresight{params: params, cells: mines.Cell(rules.Cells()), now: p.solver, next: mines.NewSolver(rules, mines.Limit{})}
		p.first = func() mines.Cell { return firstClick(rules, params.Start, r) }
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			if err := p.solver.Weigh(); err != nil {
				return play.PolicyMove[mines.Cell]{}, err
			}
			ahead := func() (play.PolicyMove[mines.Cell], error) { return look.best(p.view) }
			if p.solver.LogLayouts() > math.Log2(float64(params.Exact))+1 {
				return ahead()
			}
			return book.best(ctx, p.view, ahead)
		}
		return game.Player(p), nil
	}
}

// foresight values guesses by what comes after them.
type foresight struct {
	params    lookaheadParams
	cells     mines.Cell
	now, next *mines.Solver
	guesses   []guess
}

// guess is a cell that may be opened, and the chances of what it shows.
type guess struct {
	cell mines.Cell
	safe float64
	law  [9]float64
}

// best returns the guess after which the next move is safest. A cell's own safety
// bounds what it can be worth, so most cells need not be looked at.
func (f *foresight) best(v mines.View) (play.PolicyMove[mines.Cell], error) {
	if err := f.list(v); err != nil {
		return play.PolicyMove[mines.Cell]{}, err
	}
	if len(f.guesses) == 0 {
		return play.PolicyMove[mines.Cell]{}, play.ErrStuck
	}
	best, top := f.guesses[0].cell, -1.0
	for i := range f.guesses {
		g := &f.guesses[i]
		if g.safe <= top {
			break
		}
		worth, err := f.worth(g, top)
		if err != nil {
			return play.PolicyMove[mines.Cell]{}, err
		}
		if worth > top {
			best, top = g.cell, worth
		}
	}
	return thought(best, true), nil
}

// list collects the cells to consider, the safest first, and of equally safe ones those
// that most likely show 0.
func (f *foresight) list(v mines.View) error {
	f.guesses = f.guesses[:0]
	safest, ok := f.now.Safest()
	if !ok {
		return nil
	}
	least := f.params.Within * (1 - f.now.Risk(safest))
	for c, m := range v.Marks {
		if safe := 1 - f.now.Risk(mines.Cell(c)); m.IsHidden() && safe >= least {
			law, err := f.now.Law(mines.Cell(c))
			if err != nil {
				return err
			}
			f.guesses = append(f.guesses, guess{mines.Cell(c), safe, law})
		}
	}
	const rounding = 1e-9
	slices.SortStableFunc(f.guesses, func(x, y guess) int {
		return cmp.Compare(y.safe+rounding*y.law[0], x.safe+rounding*x.law[0])
	})
	f.guesses = f.guesses[:min(len(f.guesses), f.params.Cells)]
	return nil
}

// worth returns the chance to survive the guess and the next one, or less than enough
// if it is not enough.
func (f *foresight) worth(g *guess, enough float64) (float64, error) {
	worth, left := 0.0, g.safe
	for number, chance := range g.law {
		if chance == 0 {
			continue
		}
		after, err := f.after(g.cell, mines.Mark(number))
		if err != nil {
			return 0, err
		}
		worth += chance * after
		left -= chance
		if worth+left <= enough {
			return 0, nil
		}
	}
	return worth, nil
}

// after returns how safe the next guess is if the cell shows a number: mostly the
// safest cell, and a little the one after it.
func (f *foresight) after(c mines.Cell, number mines.Mark) (float64, error) {
	s := f.next
	s.Copy(f.now)
	if err := s.Set(c, number); err != nil {
		return 0, err
	}
	for _, deduce := range []func() error{s.Propagate, s.Deduce} {
		if err := deduce(); err != nil {
			return 0, err
		}
		if len(s.TakeSafe()) > 0 {
			return 1, nil
		}
	}
	if err := s.Weigh(); err != nil {
		return 0, err
	}
	return f.nextSafety(), nil
}

// nextSafety returns the safety of the safest cell, mixed with a little of that of the
// one after it. It is 1 if nothing is left to open.
func (f *foresight) nextSafety() float64 {
	first, second, open := 0.0, 0.0, false
	for c := range f.cells {
		if f.next.Certainty(c) != mines.Unsure {
			continue
		}
		open = true
		switch safe := 1 - f.next.Risk(c); {
		case safe > first:
			first, second = safe, first
		case safe > second:
			second = safe
		}
	}
	if !open {
		return 1
	}
	return (4*first + second) / 5
}
