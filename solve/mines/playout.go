// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/domain/mines/policy"
)

// playouts plays games on from one position by a fast policy: it opens what is certain and,
// where nothing is, the lowest risk.
//
// A game is not won or lost: it scores the product of the chances to survive its guesses. If a
// guess hits a mine, the layout is drawn again, given that the cell is safe, and the game goes
// on. The mean of the scores is the policy's chance to win, with about a quarter of the
// variance of counting wins.
type playouts struct {
	view   mines.View
	policy policy.LowestRisk
	root   *count.Solver // knows the position
	player *count.Solver // knows the game
	layout mines.Layout
	left   int // safe cells to open in a game
	closed int // of them, in the game under way
	safe   []mines.Cell
}

func newPlayouts(v mines.View, limit count.Limit) (*playouts, error) {
	p := &playouts{
		view: v, policy: policy.NewLowestRisk(v.Rules), layout: make(mines.Layout, v.Cells()),
		root: count.NewSolver(v.Rules, limit), player: count.NewSolver(v.Rules, limit), left: v.Cells() - v.Mines,
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
func (p *playouts) deal(r *rand.Rand) { p.root.Sample(r, p.layout) }

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
	p.closed = p.left
	if m.after != nil {
		m.after.Sample(r, p.layout)
		p.player.Copy(m.after)
		p.closed--
		return p.play(ctx, r)
	}
	p.player.Copy(p.root)
	if m.first < 0 {
		return p.play(ctx, r)
	}
	for p.layout[m.first] {
		if ctx.Err() != nil {
			return 0, false
		}
		p.deal(r)
	}
	if p.open(m.first) != nil {
		return 0, true
	}
	score, ok = p.play(ctx, r)
	return m.survives * score, ok
}

// play plays the game under way to its end. A position too hard to count is given up.
func (p *playouts) play(ctx context.Context, r *rand.Rand) (score float64, ok bool) {
	score = 1
	for p.closed > 0 {
		if ctx.Err() != nil {
			return 0, false
		}
		survives, err := p.turn(r)
		if err != nil {
			return 0, ctx.Err() == nil
		}
		score *= survives
	}
	return score, true
}

// turn opens all that is certainly safe or, if nothing is, makes a guess, and returns the
// chance to survive it.
func (p *playouts) turn(r *rand.Rand) (survives float64, err error) {
	s := p.player
	for _, deduce := range []func() error{s.Propagate, s.Deduce} {
		if err := deduce(); err != nil {
			return 0, err
		}
		if p.safe = append(p.safe[:0], s.TakeSafe()...); len(p.safe) > 0 {
			return 1, p.openAll()
		}
	}
	if err := s.Weigh(); err != nil {
		return 0, err
	}
	c, ok := p.policy.Guess(s)
	if !ok {
		return 0, ErrNoMove
	}
	survives = 1 - s.Risk(c)
	for p.layout[c] {
		s.Sample(r, p.layout)
	}
	return survives, p.open(c)
}

func (p *playouts) openAll() error {
	for _, c := range p.safe {
		if err := p.open(c); err != nil {
			return err
		}
	}
	return nil
}

// open opens a safe cell.
func (p *playouts) open(c mines.Cell) error {
	p.closed--
	return p.player.Set(c, mines.Mark(p.layout.Number(p.view.Rules, c)))
}
