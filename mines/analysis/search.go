// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// SearchConfig limits the search for winning chances. The zero value works.
type SearchConfig struct {
	// MaxLayouts is the largest position that is searched; 0 means 200,000 layouts.
	MaxLayouts int
	// Nodes limits the search of one position; 0 means no limit.
	Nodes int
	// Objective selects the quantity that best play maximises.
	Objective mines.Objective
	// Search is the configuration of the search itself; its Objective is not used.
	Search optimal.Config
}

func (c SearchConfig) maxLayouts() int { return cmp.Or(c.MaxLayouts, 200_000) }

// Stats counts the work of an exact search.
type Stats = optimal.Stats

// Move is the value of opening a cell.
type Move struct {
	Cell mines.Cell
	// Win is the chance of winning with best play after it: exact or bounds.
	Win veil.Value
	// Estimate is the chance of winning if a fast policy plays the rest; best play wins at least as
	// often.
	Estimate veil.Value
	Outcomes []Outcome
}

// Outcome is a number that a cell can show: its number of layouts, and the value of the position
// after it.
type Outcome struct {
	Shows int
	Count *big.Int
	Then  veil.Value
}

// Search computes the winning chances of one position. Run again after its budget ended, it
// continues where it stopped.
type Search struct {
	analysis *count.Analysis
	cfg      SearchConfig
	listing  *count.Listing
	solver   *optimal.Solver
	score    scorer
	clicks   map[mines.Cell]ClickValue // protected first clicks searched so far
	zero     *Search                   // under Zero: the position after the current first click
	zeroAt   mines.Cell
	before   uint64 // nodes of the positions before it
}

// scorer turns the search's objective into a share: of the layouts that are won, or of the safe
// cells that get opened.
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

// share returns the value of winning won of the given states.
func (x scorer) share(won optimal.Interval, states uint64) veil.Value {
	if !x.fraction {
		return won.Over(states)
	}
	before := x.opened * states
	return optimal.Interval{Lo: won.Lo + before, Hi: won.Hi + before}.Over(states * x.safe)
}

// NewSearch lists the layouts of a position. The error is veil.ErrTooHard if there
// are too many.
func NewSearch(ctx context.Context, a *count.Analysis, cfg SearchConfig) (*Search, error) {
	s := &Search{analysis: a, cfg: cfg, score: newScorer(a.View(), cfg.Objective)}
	if s.protected() && a.View().First == mines.Zero {
		s.share()
		return s, s.affordable()
	}
	var err error
	if s.listing, err = a.List(cfg.maxLayouts(), stopping(ctx)); err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	if cfg.Objective == mines.Fraction {
		cfg.Search.Objective = optimal.Openings
	} else {
		cfg.Search.Objective = optimal.Wins
	}
	s.solver, err = optimal.New(ctx, optimal.Problem{
		States: s.listing.Len(), Actions: len(s.listing.Cells),
		Read: s.listing.Read, Symmetries: s.listing.Symmetries(a.View()),
	}, cfg.Search)
	return s, err
}

// share lets the searches after each first click use one table: after a while all reach the same
// positions somewhere on the board, which the table identifies by their unsettled part.
func (s *Search) share() {
	search := &s.cfg.Search
	if search.Memory == nil {
		search.Memory = optimal.NewMemory(search.MaxBytes)
	}
	search.NoSymmetry = search.NoSymmetry || s.cfg.Objective != mines.Fraction
}

// protected reports whether the first click is still to come and will be protected.
func (s *Search) protected() bool {
	v := s.analysis.View()
	return v.Untouched() && v.First != mines.Any
}

// Run searches within the budget.
func (s *Search) Run(ctx context.Context, budget veil.Budget) (Values, error) {
	if s.protected() {
		return s.runFirst(ctx, budget)
	}
	return s.run(ctx, nil, s.score, budget)
}

// run searches the position after a history.
func (s *Search) run(ctx context.Context, history []optimal.Step, score scorer, budget veil.Budget) (Values, error) {
	res, err := s.solver.Solve(ctx, history, budget)
	if err != nil {
		return Values{}, err
	}
	out := Values{Value: score.share(res.Interval, res.States), Done: res.Done, Cut: res.Cut, Full: res.Full, Stats: res.Stats}
	for _, a := range res.Actions {
		out.Moves = append(out.Moves, s.move(a, score, res.States))
	}
	for _, a := range res.Best {
		out.Proved = append(out.Proved, s.listing.Cells[a])
	}
	sortMoves(out.Moves)
	return out, nil
}

// move describes an action in a position with the given number of states.
func (s *Search) move(a optimal.Action, score scorer, states uint64) Move {
	m := Move{Cell: s.listing.Cells[a.Action], Win: score.share(a.Interval, states)}
	for _, o := range a.Outcomes {
		m.Outcomes = append(m.Outcomes, Outcome{
			Shows: int(o.Seen), Count: new(big.Int).SetUint64(o.States), Then: score.after().share(o.Interval, o.States),
		})
	}
	return m
}

// sortMoves puts the best moves first.
func sortMoves(moves []Move) {
	slices.SortStableFunc(moves, func(a, b Move) int { return b.Win.Compare(a.Win) })
}

// stopping returns the condition that ctx has ended.
func stopping(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }
