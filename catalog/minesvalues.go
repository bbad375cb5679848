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
	cfg     MinesConfig
	listing *mines.Listing
	solver  *optimal.Solver
	score   scorer
	zeros   map[mines.Cell]*MinesSearch // under Zero: the position after each first click
}

// scorer turns what a search maximises into a share: of the layouts that are won, or of
// the safe cells that get opened.
type scorer struct {
	fraction     bool
	opened, safe uint64 // safe cells already open, and in all
}

func newScorer(v mines.View, objective mines.Objective) scorer {
	x := scorer{fraction: objective == mines.Fraction, safe: uint64(v.Cells() - v.Mines)}
	for _, m := range v.Marks {
		if m.IsNumber() || m == mines.Opened {
			x.opened++
		}
	}
	return x
}

// after returns the scorer of the position after a safe cell was opened.
func (x scorer) after() scorer {
	x.opened++
	return x
}

// share is the value of so much, in so many layouts.
func (x scorer) share(won optimal.Interval, states uint64) veil.Value {
	if !x.fraction {
		return won.Over(states)
	}
	before := x.opened * states
	return optimal.Interval{Lo: won.Lo + before, Hi: won.Hi + before}.Over(states * x.safe)
}

// NewMinesSearch lists the layouts of a position. The error is veil.ErrTooHard if there
// are too many.
func NewMinesSearch(k *mines.Knowledge, cfg MinesConfig) (*MinesSearch, error) {
	s := &MinesSearch{know: k, cfg: cfg, score: newScorer(k.View(), cfg.Objective)}
	if s.protected() && k.View().First == mines.Zero {
		s.zeros = map[mines.Cell]*MinesSearch{}
		s.share()
		return s, s.affordable()
	}
	var err error
	if s.listing, err = k.List(cfg.maxLayouts()); err != nil {
		return nil, err
	}
	if cfg.Objective == mines.Fraction {
		cfg.Search.Objective = optimal.Openings
	} else {
		cfg.Search.Objective = optimal.Wins
	}
	s.solver, err = optimal.New(context.TODO(), optimal.Problem{
		States: s.listing.Len(), Actions: len(s.listing.Cells),
		Read: s.listing.Read, Symmetries: s.listing.Symmetries(k.View()),
	}, cfg.Search)
	return s, err
}

// share lets the searches after each first click learn from each other: after a while all
// have the same positions somewhere on the board, which are known by what is open in them.
func (s *MinesSearch) share() {
	search := &s.cfg.Search
	if search.Memory == nil {
		search.Memory = optimal.NewMemory(search.MaxBytes)
	}
	search.NoSymmetry = search.NoSymmetry || s.cfg.Objective != mines.Fraction
}

// protected reports whether the first click is still to come and will be protected.
func (s *MinesSearch) protected() bool {
	v := s.know.View()
	return v.Untouched() && v.First != mines.Any
}

// Run searches within the budget.
func (s *MinesSearch) Run(ctx context.Context, budget veil.Budget) (MinesValues, error) {
	if s.protected() {
		return s.runFirst(ctx, budget)
	}
	return s.run(ctx, nil, s.score, budget)
}

// run searches the position after a history.
func (s *MinesSearch) run(ctx context.Context, history []optimal.Step, score scorer, budget veil.Budget) (MinesValues, error) {
	res, err := s.solver.Solve(ctx, history, budget)
	if err != nil {
		return MinesValues{}, err
	}
	out := MinesValues{Value: score.share(res.Interval, res.States), Done: res.Done, Cut: res.Cut, Stats: res.Stats}
	for _, a := range res.Actions {
		out.Moves = append(out.Moves, s.move(a, score, res.States))
	}
	for _, a := range res.Best {
		out.Best = append(out.Best, s.listing.Cells[a])
	}
	sortMoves(out.Moves)
	return out, nil
}

// move describes an action in a position of so many states.
func (s *MinesSearch) move(a optimal.Action, score scorer, states uint64) MinesMove {
	m := MinesMove{Cell: s.listing.Cells[a.Action], Win: score.share(a.Interval, states)}
	for _, o := range a.Outcomes {
		m.Outcomes = append(m.Outcomes, MinesOutcome{
			Shows: int(o.Seen), Count: new(big.Int).SetUint64(o.States), Then: score.after().share(o.Interval, o.States),
		})
	}
	return m
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
