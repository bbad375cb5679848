// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/search/optimal"
)

// glanceLayouts limits the layouts that all first clicks together may leave if each is to be
// bounded before the first is searched.
const glanceLayouts = 500_000

// affordable reports whether every first click under Zero leaves few enough layouts.
func (s *Search) affordable() error {
	most := big.NewInt(int64(s.cfg.maxLayouts()))
	for c := range mines.Cell(s.analysis.View().Cells()) {
		if n := s.analysis.Total(c); n == nil {
			return count.ErrNoCount
		} else if n.Cmp(most) > 0 {
			return fmt.Errorf("%v layouts fit after a first click, at most %v are searched: %w", n, most, veil.ErrTooHard)
		}
	}
	return nil
}

// ClickValue is the value of a protected first click.
type ClickValue struct {
	Cell mines.Cell
	// Layouts counts those that the rule allows after the click; Won is how many of them best play
	// wins, in the units of the search.
	Layouts uint64
	Won     optimal.Interval
	// Outcomes are sorted by the number shown.
	Outcomes []Outcome
	// Cut is true if the context ended the search, Full if the memory limit did.
	Cut   bool
	Full  bool
	Stats optimal.Stats
}

// WonShare returns the value of a click that wins between lo and hi of the given layouts.
func WonShare(lo, hi, layouts uint64) veil.Value {
	return optimal.Interval{Lo: lo, Hi: hi}.Over(layouts)
}

// FirstClicks lists the first clicks that the rule of a board allows, one of each set of cells that
// a symmetry exchanges.
func FirstClicks(rules mines.Rules) ([]mines.Cell, error) {
	a, err := count.Analyse(mines.NewView(rules), count.Limit{})
	if err != nil {
		return nil, err
	}
	return firstClicks(a), nil
}

func firstClicks(a *count.Analysis) []mines.Cell {
	symmetries := a.View().Symmetries()
	var list []mines.Cell
	for c := range mines.Cell(a.View().Cells()) {
		if a.View().Marks[c].IsHidden() && twin(c, symmetries) == c && a.Total(c).Sign() > 0 { // else no room for the mines around this click
			list = append(list, c)
		}
	}
	return list
}

// twin returns the first of the cells that a symmetry exchanges with c.
func twin(c mines.Cell, symmetries [][]mines.Cell) mines.Cell {
	first := c
	for _, p := range symmetries {
		first = min(first, p[c])
	}
	return first
}

// runFirst values protected first clicks, each among the layouts that the rule allows after it.
func (s *Search) runFirst(ctx context.Context, budget veil.Budget) (Values, error) {
	list := firstClicks(s.analysis)
	err := s.searchFirst(ctx, list, budget.Nodes)
	out := s.firstValues(list)
	switch {
	case isEnd(err):
		out.Cut = true
	case errors.Is(err, veil.ErrTooHard):
		out.Full = true
	case err != nil:
		return Values{}, err
	}
	return out, nil
}

// searchFirst searches first clicks within a number of nodes; 0 means no limit. It solves one after
// the other, so that only one position's arrays are in memory and nothing is searched twice.
func (s *Search) searchFirst(ctx context.Context, list []mines.Cell, nodes int) error {
	if s.clicks == nil {
		s.clicks = map[mines.Cell]ClickValue{}
		if err := s.glance(ctx, list); err != nil {
			return err
		}
	}
	end := s.nodes() + uint64(nodes)
	for _, c := range list {
		if s.clicks[c].solved() {
			continue
		}
		left := 0
		if nodes > 0 {
			left = max(s.least(c), int(end-min(end, s.nodes())))
		}
		if err := s.click(ctx, c, left); err != nil || !s.clicks[c].solved() {
			return err
		}
	}
	return nil
}

// least returns the fewest nodes worth spending on a first click: as many as preparing it takes, so
// that most work goes into the search.
func (s *Search) least(c mines.Cell) int {
	return 1 + int(optimal.Work(int(s.analysis.Total(c).Int64()), s.analysis.View().Cells()))
}

// glance bounds every first click if all together leave few layouts.
func (s *Search) glance(ctx context.Context, list []mines.Cell) error {
	sum := new(big.Int)
	for _, c := range list {
		sum.Add(sum, s.analysis.Total(c))
	}
	if sum.Cmp(big.NewInt(glanceLayouts)) > 0 {
		return nil
	}
	for _, c := range list {
		if err := s.click(ctx, c, 1); err != nil {
			return err
		}
	}
	return nil
}

// click searches a first click and keeps its best result so far.
func (s *Search) click(ctx context.Context, c mines.Cell, nodes int) error {
	click, err := s.FirstClick(ctx, c, veil.Budget{Nodes: nodes})
	if err != nil {
		return err
	}
	old, ok := s.clicks[c]
	if !ok || click.Won.Lo >= old.Won.Lo && click.Won.Hi <= old.Won.Hi {
		s.clicks[c] = click
	}
	switch {
	case click.Cut:
		return ctx.Err()
	case click.Full:
		return veil.ErrTooHard
	}
	return nil
}

// nodes returns the nodes of all searches so far.
func (s *Search) nodes() uint64 {
	switch {
	case s.solver != nil:
		return s.solver.Stats().Nodes
	case s.zero != nil:
		return s.before + s.zero.nodes()
	}
	return s.before
}

// solved reports whether the value of a click is exact.
func (m ClickValue) solved() bool { return m.Layouts > 0 && m.Won.Exact() }

// firstValues lists the values of first clicks found so far. Those not searched yet are between 0
// and 1. The list has one cell of each set that a symmetry exchanges; the others have its value.
func (s *Search) firstValues(list []mines.Cell) Values {
	out := Values{Done: true}
	byCell := map[mines.Cell]Move{}
	for _, c := range list {
		click, ok := s.clicks[c]
		m := Move{Win: veil.BoundsValue(0, 1)}
		if ok {
			m = Move{Win: s.score.share(click.Won, click.Layouts), Outcomes: click.Outcomes}
			out.Stats = click.Stats
		}
		byCell[c] = m
		out.Done = out.Done && click.solved()
	}
	symmetries := s.analysis.View().Symmetries()
	for c := range mines.Cell(s.analysis.View().Cells()) {
		if m, ok := byCell[twin(c, symmetries)]; ok && s.analysis.View().Marks[c].IsHidden() {
			m.Cell = c
			out.Moves = append(out.Moves, m)
		}
	}
	out.Stats.Nodes = s.nodes()
	sortMoves(out.Moves)
	out.close()
	return out
}

// FirstClick values one protected first click on an untouched board, which must be one of
// [FirstClicks]. Under Zero it holds the position after one click at a time: another click releases
// that position, but keeps what the search learned in it.
func (s *Search) FirstClick(ctx context.Context, c mines.Cell, budget veil.Budget) (ClickValue, error) {
	if s.analysis.View().First == mines.Zero {
		return s.clickZero(ctx, c, budget)
	}
	return s.clickSafe(ctx, c, budget)
}

// clickZero values a first click that shows 0: the position after it.
func (s *Search) clickZero(ctx context.Context, c mines.Cell, budget veil.Budget) (ClickValue, error) {
	if v := s.analysis.View(); v.Cells()-v.Mines == 1 { // the click opens all there is to open
		return s.wonAtOnce(c), nil
	}
	if err := s.openZero(ctx, c); err != nil {
		return ClickValue{}, err
	}
	res, err := s.zero.solver.Value(ctx, nil, budget)
	if err != nil {
		return ClickValue{}, err
	}
	click := ClickValue{Cell: c, Cut: res.Cut, Full: res.Full, Stats: res.Stats}
	click.Stats.Nodes = s.nodes()
	click.add(s, 0, res)
	if res.Done {
		s.closeZero()
	}
	return click, nil
}

// wonAtOnce returns the value of a first click on the only safe cell: a win.
func (s *Search) wonAtOnce(c mines.Cell) ClickValue {
	won := optimal.Result{States: s.analysis.Total(c).Uint64()}
	if !s.score.fraction {
		won.Lo, won.Hi = won.States, won.States
	}
	click := ClickValue{Cell: c}
	click.add(s, 0, won)
	return click
}

// openZero makes the position after a first click the current one.
func (s *Search) openZero(ctx context.Context, c mines.Cell) error {
	if s.zero != nil && s.zeroAt == c {
		return nil
	}
	s.closeZero()
	a, err := s.analysis.Observe(c, 0)
	if err != nil {
		return err
	}
	zero, err := NewSearch(ctx, a, s.cfg)
	if err != nil {
		return err
	}
	s.zero, s.zeroAt = zero, c
	return nil
}

// closeZero releases the current position.
func (s *Search) closeZero() {
	if s.zero != nil {
		s.before = s.nodes()
		s.zero.solver.Close()
		s.zero = nil
	}
}

// clickSafe values a first click that is only kept safe: the sum over the numbers it may show.
func (s *Search) clickSafe(ctx context.Context, c mines.Cell, budget veil.Budget) (ClickValue, error) {
	law, err := s.analysis.Law(c)
	if err != nil {
		return ClickValue{}, err
	}
	click, action := ClickValue{Cell: c}, slices.Index(s.listing.Cells, c)
	before := s.solver.Stats().Nodes
	for shows, count := range law {
		if count.Sign() == 0 {
			continue
		}
		rest := budget
		if rest.Nodes > 0 { // nodes spent on one number are not available for the others
			rest.Nodes = max(1, rest.Nodes-int(s.solver.Stats().Nodes-before))
		}
		res, err := s.solver.Value(ctx, []optimal.Step{{Action: action, Seen: uint8(shows)}}, rest)
		if err != nil {
			return ClickValue{}, err
		}
		click.add(s, shows, res)
		click.Cut, click.Full, click.Stats = click.Cut || res.Cut, click.Full || res.Full, res.Stats
	}
	return click, nil
}

// add adds one number that the click may show.
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
