// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"fmt"
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// affordable reports whether every first click under Zero leaves few enough layouts.
func (s *Search) affordable() error {
	most := big.NewInt(int64(s.cfg.maxLayouts()))
	for c := range mines.Cell(s.know.View().Cells()) {
		if n := s.know.Total(c); n == nil {
			return count.ErrNoCount
		} else if n.Cmp(most) > 0 {
			return fmt.Errorf("%v layouts fit after a first click, at most %v are searched: %w", n, most, veil.ErrTooHard)
		}
	}
	return nil
}

// MinesClick is what a protected first click is worth.
type ClickValue struct {
	Cell mines.Cell
	// Layouts are those that the rule allows after the click; Won is what best play
	// makes of them, in the units of the search.
	Layouts uint64
	Won     optimal.Interval
	// Outcomes are in the order of what they show.
	Outcomes []Outcome
	// Cut is true if the clock ended the search.
	Cut   bool
	Stats optimal.Stats
}

// MinesFirstClicks lists the first clicks of a board that its rule allows, one for all
// cells that a symmetry exchanges.
func FirstClicks(rules mines.Rules) ([]mines.Cell, error) {
	k, err := count.Know(mines.NewView(rules), count.Limit{})
	if err != nil {
		return nil, err
	}
	return firstClicks(k), nil
}

func firstClicks(k *count.Knowledge) []mines.Cell {
	symmetries := k.View().Symmetries()
	var list []mines.Cell
	for c := range mines.Cell(k.View().Cells()) {
		if twin(c, symmetries) == c && k.Total(c).Sign() > 0 { // else no room for the mines around this click
			list = append(list, c)
		}
	}
	return list
}

// twin is the first of the cells that a symmetry exchanges with c.
func twin(c mines.Cell, symmetries [][]mines.Cell) mines.Cell {
	first := c
	for _, p := range symmetries {
		first = min(first, p[c])
	}
	return first
}

// runFirst values a protected first click: each cell among the layouts that the rule
// allows if it is clicked.
func (s *Search) runFirst(ctx context.Context, budget veil.Budget) (Values, error) {
	out := Values{Done: true}
	byCell := map[mines.Cell]Move{}
	for _, c := range firstClicks(s.know) {
		click, err := s.FirstClick(ctx, c, budget)
		if err != nil {
			return Values{}, err
		}
		byCell[c] = Move{Win: s.score.share(click.Won, click.Layouts), Outcomes: click.Outcomes}
		out.Done, out.Cut = out.Done && click.Won.Exact(), out.Cut || click.Cut
		out.Stats = click.Stats
	}
	symmetries := s.know.View().Symmetries()
	for c := range mines.Cell(s.know.View().Cells()) {
		if m, ok := byCell[twin(c, symmetries)]; ok {
			m.Cell = c
			out.Moves = append(out.Moves, m)
		}
	}
	sortMoves(out.Moves)
	out.close()
	return out, nil
}

// FirstClick values one protected first click on an untouched board, which must be one
// of [MinesFirstClicks].
func (s *Search) FirstClick(ctx context.Context, c mines.Cell, budget veil.Budget) (ClickValue, error) {
	if s.know.View().First == mines.Zero {
		return s.clickZero(ctx, c, budget)
	}
	return s.clickSafe(ctx, c, budget)
}

// clickZero values a first click that shows 0: the position after it.
func (s *Search) clickZero(ctx context.Context, c mines.Cell, budget veil.Budget) (ClickValue, error) {
	if s.zeros[c] == nil {
		k, err := s.know.Observe(c, 0)
		if err != nil {
			return ClickValue{}, err
		}
		if s.zeros[c], err = NewSearch(k, s.cfg); err != nil {
			return ClickValue{}, err
		}
	}
	after := s.zeros[c]
	res, err := after.solver.Solve(ctx, nil, budget)
	if err != nil {
		return ClickValue{}, err
	}
	click := ClickValue{Cell: c, Cut: res.Cut, Stats: res.Stats}
	click.add(s, 0, res)
	return click, nil
}

// clickSafe values a first click that is not a mine: over all that it may show.
func (s *Search) clickSafe(ctx context.Context, c mines.Cell, budget veil.Budget) (ClickValue, error) {
	law, err := s.know.Law(c)
	if err != nil {
		return ClickValue{}, err
	}
	click := ClickValue{Cell: c}
	before := s.solver.Stats().Nodes
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		rest := budget
		if rest.Nodes > 0 { // what one number took the others do not get
			rest.Nodes = max(1, rest.Nodes-int(s.solver.Stats().Nodes-before))
		}
		// Every cell of an untouched board is listed, so its index is the action.
		res, err := s.solver.Value(ctx, []optimal.Step{{Action: int(c), Seen: uint8(shows)}}, rest)
		if err != nil {
			return ClickValue{}, err
		}
		click.add(s, shows, res)
		click.Cut, click.Stats = click.Cut || res.Cut, res.Stats
	}
	return click, nil
}

// add adds what the click may show.
func (m *ClickValue) add(s *Search, shows int, res optimal.Result) {
	m.Layouts += res.States
	m.Won.Lo, m.Won.Hi = m.Won.Lo+res.Lo, m.Won.Hi+res.Hi
	if s.score.fraction { // the click itself opens a cell
		m.Won.Lo, m.Won.Hi = m.Won.Lo+res.States, m.Won.Hi+res.States
	}
	m.Outcomes = append(m.Outcomes, Outcome{
		Shows: shows, Count: new(big.Int).SetUint64(res.States), Then: s.score.after().share(res.Interval, res.States),
	})
}
