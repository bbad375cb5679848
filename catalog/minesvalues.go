// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/search/optimal"
)

// MinesConfig limits the search for winning chances. The zero value works.
type MinesConfig struct {
	// MaxLayouts is the largest position that is searched; 0 means 200,000 layouts.
	MaxLayouts int
	// Nodes limits the search of one position; 0 means no limit.
	Nodes int
	// Objective is what best play maximises.
	Objective mines.Objective
	// Search is the configuration of the search itself; its Objective is not used.
	Search optimal.Config
}

func (c MinesConfig) maxLayouts() int { return cmp.Or(c.MaxLayouts, 200_000) }

// MinesValues is what every move of a position is worth.
type MinesValues struct {
	// Value is what best play is worth.
	Value veil.Value
	// Best are the moves proved to be best.
	Best []mines.Cell
	// Moves are all hidden cells, best first, then in reading order.
	Moves []MinesMove
	// Done is true if every value is exact.
	Done bool
	// Cut is true if the clock ended the search.
	Cut   bool
	Stats optimal.Stats
}

// MinesMove is what opening a cell is worth.
type MinesMove struct {
	Cell     mines.Cell
	Win      veil.Value
	Outcomes []MinesOutcome
}

// MinesOutcome is a number that a cell can show: in how many layouts, and what the
// position is worth then.
type MinesOutcome struct {
	Shows int
	Count *big.Int
	Then  veil.Value
}

// MinesSearch looks for the winning chances of one position. Asked again after its
// budget ended it goes on from where it stopped.
type MinesSearch struct {
	know    *mines.Knowledge
	listing *mines.Listing
	solver  *optimal.Solver
	orbit   []int // per listed cell: the first cell that a symmetry maps to it
}

// NewMinesSearch lists the layouts of a position. The error is veil.ErrTooHard if there
// are too many.
func NewMinesSearch(k *mines.Knowledge, cfg MinesConfig) (*MinesSearch, error) {
	listing, err := k.List(cfg.maxLayouts())
	if err != nil {
		return nil, err
	}
	if cfg.Objective == mines.Fraction {
		cfg.Search.Objective = optimal.Openings
	} else {
		cfg.Search.Objective = optimal.Wins
	}
	s := &MinesSearch{know: k, listing: listing}
	symmetries := listing.Symmetries(k.View())
	s.orbit = orbits(len(listing.Cells), symmetries)
	s.solver, err = optimal.New(optimal.Problem{
		States: listing.Len(), Actions: len(listing.Cells),
		Read: listing.Read, Symmetries: symmetries,
	}, cfg.Search)
	return s, err
}

// orbits returns for every index the smallest one that a symmetry maps to it.
func orbits(n int, symmetries [][]int) []int {
	orbit := make([]int, n)
	for i := range orbit {
		orbit[i] = i
		for _, p := range symmetries {
			orbit[i] = min(orbit[i], p[i])
		}
	}
	return orbit
}

// Run searches within the budget.
func (s *MinesSearch) Run(ctx context.Context, budget veil.Budget) (MinesValues, error) {
	v := s.know.View()
	if v.Untouched() && v.First != mines.Any {
		return s.runFirst(ctx, budget)
	}
	res, err := s.solver.Solve(ctx, nil, budget)
	if err != nil {
		return MinesValues{}, err
	}
	out := MinesValues{Value: res.Over(res.States), Done: res.Done, Cut: res.Cut, Stats: res.Stats}
	for _, a := range res.Actions {
		out.Moves = append(out.Moves, s.move(a, a.Interval, res.States))
	}
	for _, a := range res.Best {
		out.Best = append(out.Best, s.listing.Cells[a])
	}
	sortMoves(out.Moves)
	return out, nil
}

// move describes an action worth so many of the states.
func (s *MinesSearch) move(a optimal.Action, won optimal.Interval, states uint64) MinesMove {
	m := MinesMove{Cell: s.listing.Cells[a.Action], Win: won.Over(states)}
	for _, o := range a.Outcomes {
		m.Outcomes = append(m.Outcomes, MinesOutcome{
			Shows: int(o.Seen), Count: new(big.Int).SetUint64(o.States), Then: o.Over(o.States),
		})
	}
	return m
}

// runFirst values a protected first click: each cell among the layouts that the rule
// allows if it is clicked.
func (s *MinesSearch) runFirst(ctx context.Context, budget veil.Budget) (MinesValues, error) {
	out := MinesValues{Done: true}
	byCell := make([]MinesMove, len(s.listing.Cells))
	for i, c := range s.listing.Cells {
		if s.know.Total(c).Sign() == 0 {
			continue // no room for the mines around this click
		}
		if s.orbit[i] == i {
			move, res, err := s.firstClick(ctx, i, budget)
			if err != nil {
				return MinesValues{}, err
			}
			byCell[i] = move
			out.Done, out.Cut, out.Stats = out.Done && res.Done, out.Cut || res.Cut, res.Stats
		} else {
			byCell[i] = byCell[s.orbit[i]]
			byCell[i].Cell = c
		}
		out.Moves = append(out.Moves, byCell[i])
	}
	sortMoves(out.Moves)
	out.close()
	return out, nil
}

// firstClick values the protected first click on the i-th cell. Under Zero it shows 0;
// under Safe it shows what it shows, and is safe in every layout that counts.
func (s *MinesSearch) firstClick(ctx context.Context, i int, budget veil.Budget) (MinesMove, optimal.Result, error) {
	m := MinesMove{Cell: s.listing.Cells[i]}
	law, err := s.know.Law(m.Cell)
	if err != nil {
		return m, optimal.Result{}, err
	}
	var sum optimal.Interval
	all := optimal.Result{Done: true}
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		res, err := s.solver.Solve(ctx, []optimal.Step{{Action: i, Seen: uint8(shows)}}, budget)
		if err != nil {
			return m, res, err
		}
		sum.Lo, sum.Hi = sum.Lo+res.Lo, sum.Hi+res.Hi
		m.Outcomes = append(m.Outcomes, MinesOutcome{Shows: shows, Count: count, Then: res.Over(res.States)})
		all.Done, all.Cut, all.Stats = all.Done && res.Done, all.Cut || res.Cut, res.Stats
	}
	m.Win = sum.Over(s.know.Total(m.Cell).Uint64())
	return m, all, nil
}

// close takes the value of the position from its moves.
func (v *MinesValues) close() {
	if len(v.Moves) == 0 {
		return
	}
	v.Value = v.Moves[0].Win
	lo, hi := 0.0, 0.0
	for _, m := range v.Moves {
		l, h := m.Win.Interval()
		lo, hi = max(lo, l), max(hi, h)
	}
	if !v.Done {
		v.Value = veil.BoundsValue(lo, hi)
		return
	}
	for _, m := range v.Moves {
		if compareExact(m.Win, v.Value) == 0 {
			v.Best = append(v.Best, m.Cell)
		}
	}
}

// sortMoves puts the best moves first: by their proved lower bound, exact values as
// fractions.
func sortMoves(moves []MinesMove) {
	slices.SortStableFunc(moves, func(a, b MinesMove) int {
		if a.Win.Badge() == veil.Exact && b.Win.Badge() == veil.Exact {
			return compareExact(b.Win, a.Win)
		}
		la, ha := a.Win.Interval()
		lb, hb := b.Win.Interval()
		return cmp.Or(cmp.Compare(lb, la), cmp.Compare(hb, ha))
	})
}

// compareExact compares two exact values as fractions.
func compareExact(a, b veil.Value) int {
	an, ad := a.Fraction()
	bn, bd := b.Fraction()
	return new(big.Int).Mul(an, bd).Cmp(new(big.Int).Mul(bn, ad))
}
