// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/optimal"
)

// Values is what is known of the winning chances of a position. The zero value says that nothing
// is.
type Values struct {
	// Best are the moves to make, equally good as far as is known, and Because is why. A
	// position with a move has a best one, whatever is known.
	Best    []mines.Cell
	Because Reason
	// Proved are the moves proved to be best, which may be known before their values are.
	Proved []mines.Cell
	// Value is what best play is worth: exact or bounds.
	Value veil.Value
	// Estimate is what the best move is worth if the fast policy plays on.
	Estimate veil.Value
	// Moves are the moves of which something is known, best first, then in reading order.
	Moves []Move
	// Why says why there is no exact value.
	Why string
	// Done is true if every value is exact.
	Done bool
	// Cut is true if the clock ended the work.
	Cut bool
	// Full is true if the memory ended the search: more work would not help.
	Full  bool
	Stats optimal.Stats
}

// Reason is why a move is recommended.
type Reason string

// The reasons, the strongest first.
const (
	BecauseSafe   Reason = "safe"   // it is certainly safe, so it costs nothing
	BecauseExact  Reason = "exact"  // it is proved best
	BecauseBounds Reason = "bounds" // more is proved of it than of any other, and the policy's move is proved worse
	BecauseTested Reason = "tested" // it was better than the policy's move in a paired test
	BecausePolicy Reason = "policy" // the fast policy would make it
)

// Known reports whether anything is known of winning chances.
func (v *Values) Known() bool { return len(v.Moves) > 0 }

// Searched reports whether exact values or bounds are known.
func (v *Values) Searched() bool { return v.Value.Badge() != veil.Unknown }

// move returns what is known of opening c.
func (v *Values) move(c mines.Cell) *Move {
	if i := slices.IndexFunc(v.Moves, func(m Move) bool { return m.Cell == c }); i >= 0 {
		return &v.Moves[i]
	}
	return nil
}

// Of returns what opening c is worth with best play, if that is known or bounded.
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

// Worth returns the best that is known of opening c: its exact value, else an estimate, else
// bounds.
func (v *Values) Worth(c mines.Cell) (veil.Value, bool) {
	win, ok := v.Of(c)
	if estimate, estimated := v.EstimateOf(c); estimated && win.Badge() != veil.Exact {
		return estimate, true
	}
	return win, ok
}

// Then returns what the position is worth after c showed a number.
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

// known lists what is known of each cell, for whoever asks about all of them.
func (v *Values) known() map[mines.Cell]*Move {
	list := make(map[mines.Cell]*Move, len(v.Moves))
	for i := range v.Moves {
		list[v.Moves[i].Cell] = &v.Moves[i]
	}
	return list
}

// IsBest reports whether c is one of the moves to make.
func (v *Values) IsBest(c mines.Cell) bool { return slices.Contains(v.Best, c) }

// rename puts the cells of another orientation where they are in this one.
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

// close takes the value of the position from its moves, and the moves proved best.
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
