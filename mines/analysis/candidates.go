// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
)

// list collects the moves to try, the incumbent first; none if the context has ended.
func (e *estimate) list(a *count.Analysis) error {
	if e.opening() {
		return e.listOpenings(a)
	}
	symmetries := e.view.Symmetries()
	safe := &candidate{first: -1, survives: 1}
	for c := range mines.Cell(e.view.Cells()) {
		if c%askCells == 0 && e.ctx.Err() != nil {
			e.moves = nil
			return nil //nolint:nilerr // the estimate is marked Cut
		}
		switch {
		case !e.view.Marks[c].IsHidden() || e.root.Certainty(c) == count.CertainMine:
		case e.root.Certainty(c) == count.CertainSafe:
			safe.cells = append(safe.cells, c)
		case twin(c, symmetries) == c:
			survives := 1 - veil.Ratio(a.MineCount(e.asked[c]), a.Total(e.asked[c]))
			e.moves = append(e.moves, &candidate{first: c, survives: survives, cells: images(c, symmetries)})
		}
	}
	if len(safe.cells) > 0 {
		e.moves = []*candidate{safe} // nothing is lost by opening them first
		return nil
	}
	return e.narrow(symmetries)
}

// images lists the cells that a symmetry exchanges with c, in reading order.
func images(c mines.Cell, symmetries [][]mines.Cell) []mines.Cell {
	list := []mines.Cell{c}
	for _, p := range symmetries {
		if !slices.Contains(list, p[c]) {
			list = append(list, p[c])
		}
	}
	slices.Sort(list)
	return list
}

const (
	mostCandidates = 16   // that are tried at all
	mostOff        = 6    // of them, cells that touch no number
	within         = 0.75 // of the best safety that a candidate must have
)

// narrow keeps the safest moves and, among equally safe ones, those with the fewest neighbours. The
// incumbent, which the fast player would open, comes first.
func (e *estimate) narrow(symmetries [][]mines.Cell) error {
	net, err := network.Standard()
	if err != nil {
		return err
	}
	best, _, ok, err := heuristic.NewLearned(e.view.Rules, net, heuristic.LearnedConfig{Foresight: true, Limit: e.limit}).Guess(e.root)
	if err != nil || !ok {
		return err
	}
	var buf [8]mines.Cell
	room := func(m *candidate) int { return len(e.view.AppendNeighbours(buf[:0], m.first)) }
	slices.SortStableFunc(e.moves, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.survives, a.survives), cmp.Compare(room(a), room(b)))
	})
	least, off := within*e.moves[0].survives, 0
	incumbent := twin(best, symmetries)
	var kept []*candidate
	for _, m := range e.moves {
		switch touches := e.touchesNumber(m.first); {
		case m.first == incumbent:
			kept = slices.Insert(kept, 0, m)
		case m.survives < least || len(kept) >= mostCandidates || !touches && off >= mostOff:
		default:
			if kept = append(kept, m); !touches {
				off++
			}
		}
	}
	e.moves = kept
	return nil
}

func (e *estimate) touchesNumber(c mines.Cell) bool {
	var buf [8]mines.Cell
	return slices.ContainsFunc(e.view.AppendNeighbours(buf[:0], c), func(d mines.Cell) bool { return e.view.Marks[d].IsNumber() })
}

// listOpenings collects first clicks. Under Safe a corner is the incumbent; under Zero it is a cell
// three steps inside, whose zero opens most and which loses few mines to the border.
func (e *estimate) listOpenings(a *count.Analysis) error {
	v, symmetries := e.view, e.view.Symmetries()
	at := func(row, col int) mines.Cell { return v.Cell(min(row, v.Height-1), min(col, v.Width-1)) }
	clicks := []mines.Cell{at(0, 0), at(3, 3), at(2, 2), at(1, 1), at(4, 4), at(v.Height/2, v.Width/2), at(0, v.Width/2)}
	if v.First == mines.Zero {
		clicks[0], clicks[1] = clicks[1], clicks[0]
	}
	for c := range mines.Cell(v.Cells()) { // on a crowded board only odd ones may be allowed
		clicks = append(clicks, c)
	}
	var seen []mines.Cell
	for _, c := range clicks {
		t := twin(c, symmetries)
		if len(e.moves) == mostOpenings || slices.Contains(seen, t) || !v.Marks[t].IsHidden() || a.Total(e.asked[t]).Sign() == 0 {
			continue
		}
		seen = append(seen, t)
		m := &candidate{first: t, survives: 1, cells: images(t, symmetries)}
		if v.First == mines.Zero {
			var err error
			if m.after, err = e.afterZero(t); err != nil {
				return err
			}
		}
		e.moves = append(e.moves, m)
	}
	return nil
}

// mostOpenings is how many first clicks are tried.
const mostOpenings = 7

// afterZero returns a solver that knows the position after a first click showed 0.
func (e *estimate) afterZero(c mines.Cell) (*count.Solver, error) {
	s := count.NewSolver(e.view.Rules, count.Limit{})
	for _, step := range []func() error{func() error { return s.Load(e.view.With(c, 0)) }, s.Deduce, s.Weigh} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}
