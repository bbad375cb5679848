// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"context"
	"fmt"
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

// exact contains the exact values of the first clicks of a board, by cell.
type exact map[string]analysis.Move

// solve computes the value of every first click.
func solve(ctx context.Context, board string, first mines.First, objective mines.Objective) (exact, error) {
	rules, err := mines.ParseSize(board)
	if err != nil {
		return nil, err
	}
	rules.First = first
	a, err := count.Analyse(mines.NewView(rules), count.Limit{})
	if err != nil {
		return nil, err
	}
	s, err := analysis.NewSearch(context.Background(), a, analysis.SearchConfig{MaxLayouts: 1 << 16, Objective: objective})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", board, err)
	}
	values, err := s.Run(ctx, veil.Budget{})
	if err != nil {
		return nil, err
	}
	byCell := exact{}
	for _, m := range values.Moves {
		byCell[rules.Name(m.Cell)] = m
	}
	return byCell, nil
}

// ratio returns an exact value as a fraction in lowest terms, and 0 for any other.
func ratio(v veil.Value) *big.Rat {
	if v.Badge() != veil.Exact {
		return new(big.Rat)
	}
	return v.Rat()
}

// of returns the value of a cell.
func (e exact) of(cell string) *big.Rat { return ratio(e[cell].Win) }

// best returns the largest value, and the number of cells that have it.
func (e exact) best() (top *big.Rat, cells int) {
	top = new(big.Rat)
	for cell := range e {
		switch v := e.of(cell); v.Cmp(top) {
		case 1:
			top, cells = v, 1
		case 0:
			cells++
		}
	}
	return top, cells
}

// mean returns the value of a uniformly random first click, with best play afterwards.
func (e exact) mean() *big.Rat {
	sum := new(big.Rat)
	for cell := range e {
		sum.Add(sum, e.of(cell))
	}
	return sum.Quo(sum, big.NewRat(int64(len(e)), 1))
}

// after returns how often a first click shows a number, and the value after it.
func (e exact) after(cell string, shows int) (often, then *big.Rat) {
	total := new(big.Int)
	often, then = new(big.Rat), new(big.Rat)
	for _, o := range e[cell].Outcomes {
		total.Add(total, o.Count)
	}
	for _, o := range e[cell].Outcomes {
		if o.Shows == shows {
			often.SetFrac(o.Count, total)
			then = ratio(o.Then)
		}
	}
	return often, then
}
