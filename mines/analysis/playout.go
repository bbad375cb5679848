// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
)

// playouts plays games from one position by a fast policy: it opens the certainly safe cells and,
// where there is none, a cell of lowest risk.
//
// A game is not won or lost: it is played in product mode, as a [heuristic.Product].
type playouts struct {
	view   mines.View
	policy heuristic.LowestRisk
	root   *count.Solver // knows the position
	table  *heuristic.Product
	left   int // safe cells still to open in a game
	limit  count.Limit
}

func newPlayouts(v mines.View, limit count.Limit) (*playouts, error) {
	p := &playouts{
		view: v, policy: heuristic.NewLowestRisk(v.Rules), table: heuristic.NewProduct(v.Rules, limit),
		root: count.NewSolver(v.Rules, limit), left: v.Cells() - v.Mines, limit: limit,
	}
	for _, m := range v.Marks {
		if m.IsNumber() || m == mines.Opened {
			p.left--
		}
	}
	for _, step := range []func() error{func() error { return p.root.Load(v) }, p.root.Deduce, p.root.Weigh} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// opening reports whether the first click is still to come and will be protected.
func (p *playouts) opening() bool { return p.view.Untouched() && p.view.First != mines.Any }

// deal draws a layout uniformly from those that fit the position.
func (p *playouts) deal(r *rand.Rand) { p.root.Sample(r, p.table.Layout) }

// candidate is a move after which games are played. It represents all cells that a symmetry
// exchanges with it, or all safe cells.
type candidate struct {
	cells    []mines.Cell
	first    mines.Cell    // the cell opened first; -1 means all certainly safe cells
	survives float64       // the chance that first is safe
	after    *count.Solver // knows the position after a first click that shows 0; else nil
	chosen   sample        // games that decide the recommendation
	valued   sample        // games that decide its value
}

// game plays one game after a candidate, in the dealt layout if the move is safe there, else in one
// where it is. It reports false if the context ended the game.
func (p *playouts) game(ctx context.Context, r *rand.Rand, m *candidate) (score float64, ok bool) {
	if m.after != nil {
		m.after.Sample(r, p.table.Layout)
		p.table.Resume(r, m.after, p.left-1)
		return p.play(ctx)
	}
	p.table.Resume(r, p.root, p.left)
	if m.first < 0 {
		return p.play(ctx)
	}
	for p.table.Layout[m.first] {
		if ctx.Err() != nil {
			return 0, false
		}
		p.deal(r)
	}
	if p.table.Open(m.first) != nil {
		return 0, true
	}
	score, ok = p.play(ctx)
	return m.survives * score, ok
}

// play plays the current game to its end. It gives up a position too hard to count.
func (p *playouts) play(ctx context.Context) (score float64, ok bool) {
	score = 1
	p.table.Stop = stopping(ctx)
	for ctx.Err() == nil {
		open, err := p.table.Sweep()
		if err != nil {
			return 0, ctx.Err() == nil
		}
		if !open {
			return score, true
		}
		survives, err := p.guess()
		if err != nil {
			return 0, ctx.Err() == nil
		}
		score *= survives
	}
	return 0, false
}

// guess makes a guess and returns the chance to survive it.
func (p *playouts) guess() (survives float64, err error) {
	c, ok := p.policy.Guess(p.table.Solver)
	if !ok {
		return 0, ErrNoMove
	}
	return p.table.Guess(c)
}
