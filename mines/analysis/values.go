// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/optimal"
)

// Values contains the winning chances of a position. The zero value means that none is known.
type Values struct {
	// Best are the moves to make, equally good as far as is known, and Because is the reason. A
	// position with a move always has a best one.
	Best    []mines.Cell
	Because Reason
	// Proved are the moves proved to be best, which may be known before their values are.
	Proved []mines.Cell
	// Value is the winning chance of best play: exact or bounds.
	Value veil.Value
	// Estimate is the winning chance of the best move if the fast policy plays the rest.
	Estimate veil.Value
	// Moves are the moves with a value or an estimate, best first, then in reading order.
	Moves []Move
	// Why is the reason why there is no exact value.
	Why string
	// Done is true if every value is exact.
	Done bool
	// Cut is true if the context ended the work.
	Cut bool
	// Full is true if the memory limit ended the search: more time would not help.
	Full  bool
	Stats optimal.Stats
}

// Reason is why a move is recommended.
type Reason string

// The reasons, the strongest first.
const (
	BecauseSafe   Reason = "safe"   // it is certainly safe, so it costs nothing
	BecauseExact  Reason = "exact"  // it is proved best
	BecauseBounds Reason = "bounds" // its proved lower bound is the highest, and the policy's move is proved worse
	BecauseTested Reason = "tested" // it was better than the policy's move in a paired test
	BecausePolicy Reason = "policy" // the fast policy would make it
)

// Known reports whether any winning chance is known.
func (v *Values) Known() bool { return len(v.Moves) > 0 }

// Searched reports whether exact values or bounds are known.
func (v *Values) Searched() bool { return v.Value.Badge() != veil.Unknown }

// move returns the entry of c in Moves, or nil.
func (v *Values) move(c mines.Cell) *Move {
	if i := slices.IndexFunc(v.Moves, func(m Move) bool { return m.Cell == c }); i >= 0 {
		return &v.Moves[i]
	}
	return nil
}

// Of returns the value of opening c with best play, exact or bounded, if it was searched.
func (v *Values) Of(c mines.Cell) (veil.Value, bool) {
	m := v.move(c)
	if m == nil || m.Win.Badge() == veil.Unknown {
		return veil.Value{}, false
	}
	return m.Win, true
}

// EstimateOf returns the estimate of opening c, if there is one.
func (v *Values) EstimateOf(c mines.Cell) (veil.Value, bool) {
	m := v.move(c)
	if m == nil || m.Estimate.Badge() == veil.Unknown {
		return veil.Value{}, false
	}
	return m.Estimate, true
}

// Worth returns the best known value of opening c: exact, else an estimate, else bounds.
func (v *Values) Worth(c mines.Cell) (veil.Value, bool) {
	win, ok := v.Of(c)
	if estimate, estimated := v.EstimateOf(c); estimated && win.Badge() != veil.Exact {
		return estimate, true
	}
	return win, ok
}

// Then returns the value of the position after c showed a number.
func (v *Values) Then(c mines.Cell, shows int) (veil.Value, bool) {
	if m := v.move(c); m != nil {
		for _, o := range m.Outcomes {
			if o.Shows == shows {
				return o.Then, true
			}
		}
	}
	return veil.Value{}, false
}

// known returns Moves by cell, for callers that need all of them.
func (v *Values) known() map[mines.Cell]*Move {
	list := make(map[mines.Cell]*Move, len(v.Moves))
	for i := range v.Moves {
		list[v.Moves[i].Cell] = &v.Moves[i]
	}
	return list
}

// IsBest reports whether c is one of the moves to make.
func (v *Values) IsBest(c mines.Cell) bool { return slices.Contains(v.Best, c) }

// rename maps the cells of another orientation to this one's.
func (v *Values) rename(from []mines.Cell) {
	if from == nil {
		return
	}
	for i := range v.Moves {
		v.Moves[i].Cell = from[v.Moves[i].Cell]
	}
	slices.SortFunc(v.Moves, func(a, b Move) int { return cmp.Or(b.Win.Compare(a.Win), int(a.Cell-b.Cell)) })
	for i, c := range v.Proved {
		v.Proved[i] = from[c]
	}
	slices.Sort(v.Proved)
}

// close derives from the moves the value of the position and the moves proved best.
func (v *Values) close() {
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
		if m.Win.Compare(v.Value) == 0 {
			v.Proved = append(v.Proved, m.Cell)
		}
	}
}
