// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
)

// playouts plays games on from one position by a fast policy: it opens what is certain and,
// where nothing is, the lowest risk.
//
// A game is not won or lost: it is played in product mode, as a [heuristic.Product].
type playouts struct {
	view   mines.View
	policy heuristic.LowestRisk
	root   *count.Solver // knows the position
	table  *heuristic.Product
	left   int // safe cells to open in a game
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

// deal draws a layout from all that fit the position.
func (p *playouts) deal(r *rand.Rand) { p.root.Sample(r, p.table.Layout) }

// candidate is a move that games are played after. It stands for all cells that a symmetry
// exchanges with it, or for all safe cells.
type candidate struct {
	cells    []mines.Cell
	first    mines.Cell    // what is opened first, or -1: whatever is certain
	survives float64       // the chance that it is safe
	after    *count.Solver // knows the position after a first click that shows 0; else nil
	chosen   sample        // games that decide what to recommend
	valued   sample        // games that decide what it is worth
}

// game plays one game after a candidate, in the layout that was dealt if that allows the move,
// else in one that does. It reports false if the context ended it.
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

// play plays the game under way to its end. A position too hard to count is given up.
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
