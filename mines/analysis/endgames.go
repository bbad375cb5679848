// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// Endgames solves small positions exactly and remembers them by their unsettled part, so that most
// endgames are solved once for many games. Remembering changes no result. It is safe for concurrent
// use.
type Endgames struct {
	most  int
	mu    sync.Mutex
	known map[string]endgame
}

// endgame is the best move of a position and its value.
type endgame struct {
	move int16 // index of the cell among those that may be opened
	win  veil.Value
}

// maxEndgames limits the memory: some 300 bytes per position.
const maxEndgames = 1 << 20

// NewEndgames returns a solver of positions with at most this many layouts.
func NewEndgames(most int) *Endgames { return &Endgames{most: most, known: map[string]endgame{}} }

// Solve returns the best move and the winning chance of a position whose risks are weighed. It
// reports false if too many layouts fit.
func (e *Endgames) Solve(ctx context.Context, s *count.Solver) (c mines.Cell, win veil.Value, ok bool, err error) {
	const rounding = 1e-6 // of LogLayouts, which is approximate
	if e.most == 0 || s.LogLayouts() > math.Log2(float64(e.most))+rounding {
		return 0, win, false, nil
	}
	key := string(s.AppendResidue(nil))
	e.mu.Lock()
	x, found := e.known[key]
	e.mu.Unlock()
	if !found {
		if x, err = e.solve(ctx, s); err != nil {
			return 0, win, false, ignoreHard(err)
		}
		e.mu.Lock()
		if len(e.known) < maxEndgames {
			e.known[key] = x
		}
		e.mu.Unlock()
	}
	return closedCell(s, int(x.move)), x.win, true, nil
}

// Value is Solve as a [heuristic.Endgames].
func (e *Endgames) Value(s *count.Solver) (c mines.Cell, win float64, ok bool, err error) {
	c, exact, ok, err := e.Solve(context.Background(), s)
	if ok {
		win = exact.Float()
	}
	return c, win, ok, err
}

func ignoreHard(err error) error {
	if errors.Is(err, veil.ErrTooHard) {
		return nil
	}
	return err
}

// solve searches a position without a budget: it has at most e.most layouts.
func (e *Endgames) solve(ctx context.Context, s *count.Solver) (endgame, error) {
	listing, err := s.List(e.most)
	if err != nil {
		return endgame{}, err
	}
	if len(listing.Cells) == 0 {
		return endgame{}, ErrNoMove
	}
	solver, err := optimal.New(ctx, optimal.Problem{
		States: listing.Len(), Actions: len(listing.Cells), Read: listing.Read,
	}, optimal.Config{BestOnly: true})
	if err != nil {
		return endgame{}, err
	}
	res, err := solver.Solve(ctx, nil, veil.Budget{})
	switch {
	case err != nil:
		return endgame{}, err
	case len(res.Best) == 0 || !res.Done && res.Cut:
		return endgame{}, veil.ErrTooHard
	}
	return endgame{move: int16(res.Best[0]), win: res.Over(res.States)}, nil
}

// closedCell returns the i-th of the cells that may be opened.
func closedCell(s *count.Solver, i int) mines.Cell {
	for c := mines.Cell(0); ; c++ {
		if s.Closed(c) {
			if i == 0 {
				return c
			}
			i--
		}
	}
}
