// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// VeilPlay names, in documents, the policy whose winning chances a review estimates: it opens the
// certainly safe cells, plays endgames of at most [veilEnds] layouts exactly, and otherwise opens a
// cell of lowest risk. Best play wins at least as often.
const VeilPlay = "veil's play"

// veilEnds is the largest number of layouts that veil's play solves exactly. Ten times as many win
// less than half a point more, at twice the cost.
const veilEnds = 256

// veilGames plays games from one position by veil's play, in product mode.
type veilGames struct {
	*playouts

	ends   *Endgames
	beside []uint8 // number of neighbours of each cell
	work   float64 // done so far, in cells opened
}

// Work of games, in cells opened, as measured: it decides how many games are played, so that a
// review takes the same work everywhere, whatever the clock says.
const (
	sweepWork = 100 // to deduce and weigh a position without a certainly safe cell
	endWork   = 400 // to solve an endgame; half of them are remembered
)

// typicalWork is the work of one game from the start.
func typicalWork(r mines.Rules) float64 {
	return float64(r.Cells()-r.Mines) + 4*sweepWork + endWork/2
}

func newVeilGames(ctx context.Context, v mines.View, limit count.Limit, ends *Endgames) (*veilGames, error) {
	limit.Stop = stopping(ctx)
	p, err := newPlayouts(v, limit)
	if err != nil {
		return nil, err
	}
	p.table.Stop = stopping(ctx)
	g := &veilGames{playouts: p, ends: ends, beside: make([]uint8, v.Cells())}
	var buf [8]mines.Cell
	for c := range g.beside {
		g.beside[c] = uint8(len(v.AppendNeighbours(buf[:0], mines.Cell(c))))
	}
	return g, nil
}

// move returns the guess that veil's play makes in the position. It reports false if there is a
// certainly safe cell, or nothing to open.
func (g *veilGames) move(ctx context.Context) (mines.Cell, bool) {
	for c := range mines.Cell(g.view.Cells()) {
		if g.view.Marks[c].IsHidden() && g.root.Certainty(c) == count.CertainSafe {
			return 0, false
		}
	}
	if c, _, ok, err := g.ends.Solve(ctx, g.root); ok && err == nil {
		return c, true
	}
	return g.choose(g.root)
}

// choose returns a cell of lowest risk, of several the first with the fewest neighbours. Unlike
// [heuristic.LowestRisk] it never depends on rounding: the value of a position must not depend on
// the way that led to it, or luck would compare two policies.
func (g *veilGames) choose(s *count.Solver) (mines.Cell, bool) {
	least, ok := s.Safest()
	if !ok {
		return 0, false
	}
	const rounding = 1e-9 // risks that differ by less are equal
	most, best := s.Risk(least)+rounding, mines.Cell(-1)
	for c, n := range g.beside {
		c := mines.Cell(c)
		if (best < 0 || n < g.beside[best]) && s.Certainty(c) == count.Unsure && s.Risk(c) <= most {
			best = c
		}
	}
	return best, best >= 0
}

// guess makes a guess and returns the chance to survive it.
func (g *veilGames) guess() (survives float64, err error) {
	c, ok := g.choose(g.table.Solver)
	if !ok {
		return 0, ErrNoMove
	}
	return g.table.Guess(c)
}

// game plays one game on the layout in the table. It reports false if the context ended it or a
// position was too hard.
func (g *veilGames) game(ctx context.Context, r *rand.Rand) (score float64, ok bool) {
	g.table.Resume(r, g.root, g.left)
	return g.finish(ctx)
}

// gameAfter plays one game that begins by opening c, which is safe with the given chance. If c is a
// mine in the layout in the table, another is drawn.
func (g *veilGames) gameAfter(ctx context.Context, r *rand.Rand, c mines.Cell, survives float64) (score float64, ok bool) {
	g.table.Resume(r, g.root, g.left)
	for g.table.Layout[c] {
		if ctx.Err() != nil {
			return 0, false
		}
		g.deal(r)
	}
	if g.table.Open(c) != nil {
		return 0, false
	}
	score, ok = g.finish(ctx)
	return survives * score, ok
}

// finish plays the game in the table to its end, or to an endgame that is solved.
func (g *veilGames) finish(ctx context.Context) (score float64, ok bool) {
	score = 1
	for ctx.Err() == nil {
		closed := g.table.Closed
		open, err := g.table.Sweep()
		g.work += float64(closed-g.table.Closed) + sweepWork
		if err != nil || !open {
			return score, err == nil
		}
		_, win, solved, err := g.ends.Solve(ctx, g.table.Solver)
		if err != nil {
			return 0, false
		}
		if solved {
			g.work += endWork
			return score * win.Float(), true
		}
		survives, err := g.guess()
		if err != nil {
			return 0, false
		}
		score *= survives
	}
	return 0, false
}
