// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"context"
	"fmt"
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/search/optimal"
)

// affordable reports whether every first click under Zero leaves few enough layouts.
func (s *MinesSearch) affordable() error {
	most := big.NewInt(int64(s.cfg.maxLayouts()))
	for c := range mines.Cell(s.know.View().Cells()) {
		if n := s.know.Total(c); n == nil {
			return mines.ErrNoCount
		} else if n.Cmp(most) > 0 {
			return fmt.Errorf("%v layouts fit after a first click, at most %v are searched: %w", n, most, veil.ErrTooHard)
		}
	}
	return nil
}

// runFirst values a protected first click: each cell among the layouts that the rule
// allows if it is clicked. Cells that a symmetry of the board exchanges are valued once.
func (s *MinesSearch) runFirst(ctx context.Context, budget veil.Budget) (MinesValues, error) {
	out := MinesValues{Done: true}
	v := s.know.View()
	symmetries := v.Symmetries()
	byCell := make([]MinesMove, v.Cells())
	for i := range byCell {
		c := mines.Cell(i)
		if s.know.Total(c).Sign() == 0 {
			continue // no room for the mines around this click
		}
		twin := c
		for _, p := range symmetries {
			twin = min(twin, p[c])
		}
		if byCell[i] = byCell[twin]; twin == c {
			values, err := s.firstClick(ctx, c, budget)
			if err != nil {
				return MinesValues{}, err
			}
			byCell[i] = values.Moves[0]
			out.Done, out.Cut = out.Done && values.Done, out.Cut || values.Cut
			out.Stats = values.Stats
		}
		byCell[i].Cell = c
		out.Moves = append(out.Moves, byCell[i])
	}
	sortMoves(out.Moves)
	out.close()
	return out, nil
}

// firstClick values the protected first click on c.
func (s *MinesSearch) firstClick(ctx context.Context, c mines.Cell, budget veil.Budget) (MinesValues, error) {
	if s.know.View().First == mines.Zero {
		return s.clickZero(ctx, c, budget)
	}
	return s.clickSafe(ctx, c, budget)
}

// clickZero values a first click that shows 0: the position after it.
func (s *MinesSearch) clickZero(ctx context.Context, c mines.Cell, budget veil.Budget) (MinesValues, error) {
	if s.zeros[c] == nil {
		k, err := s.know.Observe(c, 0)
		if err != nil {
			return MinesValues{}, err
		}
		if s.zeros[c], err = NewMinesSearch(k, s.cfg); err != nil {
			return MinesValues{}, err
		}
	}
	values, err := s.zeros[c].Run(ctx, budget)
	values.Moves = []MinesMove{{
		Cell: c, Win: values.Value, Outcomes: []MinesOutcome{{Count: s.know.Total(c), Then: values.Value}},
	}}
	return values, err
}

// clickSafe values a first click that is not a mine: over all that it may show.
func (s *MinesSearch) clickSafe(ctx context.Context, c mines.Cell, budget veil.Budget) (MinesValues, error) {
	law, err := s.know.Law(c)
	if err != nil {
		return MinesValues{}, err
	}
	m := MinesMove{Cell: c}
	all := MinesValues{Done: true}
	var sum optimal.Interval
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		// Every cell of an untouched board is listed, so its index is the action.
		res, err := s.solver.Solve(ctx, []optimal.Step{{Action: int(c), Seen: uint8(shows)}}, budget)
		if err != nil {
			return MinesValues{}, err
		}
		sum.Lo, sum.Hi = sum.Lo+res.Lo, sum.Hi+res.Hi
		if s.score.fraction { // the click itself opens a cell
			sum.Lo, sum.Hi = sum.Lo+res.States, sum.Hi+res.States
		}
		m.Outcomes = append(m.Outcomes, MinesOutcome{Shows: shows, Count: count, Then: s.score.after().share(res.Interval, res.States)})
		all.Done, all.Cut, all.Stats = all.Done && res.Done, all.Cut || res.Cut, res.Stats
	}
	m.Win = s.score.share(sum, s.know.Total(c).Uint64())
	all.Moves = []MinesMove{m}
	return all, nil
}
