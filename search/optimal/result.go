// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math/big"

	"github.com/veilplan/veil"
)

// Interval is a proved interval of integers; Lo equals Hi when the value is exact.
type Interval struct{ Lo, Hi uint64 }

// Exact reports whether the interval is one number.
func (x Interval) Exact() bool { return x.Lo == x.Hi }

// Over returns the interval as a share of total.
func (x Interval) Over(total uint64) veil.Value {
	den := new(big.Int).SetUint64(total)
	lo := new(big.Int).SetUint64(x.Lo)
	if x.Exact() {
		return veil.ExactValue(lo, den)
	}
	return veil.BoundsValue(veil.Ratio(lo, den), veil.Ratio(new(big.Int).SetUint64(x.Hi), den))
}

// Outcome is a reading that an action may show: its number of hidden states, and the value of the
// position after it.
type Outcome struct {
	Seen   uint8
	States uint64
	Interval
}

// Action is the value of performing an action first.
type Action struct {
	Action int
	// Safe is the number of hidden states in which the action is not fatal.
	Safe uint64
	// Interval is the sum over the outcomes. Under Openings it includes the action
	// itself in every state where it is safe.
	Interval
	// Outcomes are in the order of their readings.
	Outcomes []Outcome
}

// Result is the answer of Solve.
type Result struct {
	// States is the number of hidden states that fit the history.
	States uint64
	// Interval is the value of best play: under Wins a number of hidden states, under
	// Openings a number of safe actions summed over the hidden states.
	Interval
	// Actions are all actions not yet performed that are safe in some state, in order.
	Actions []Action
	// Best are the actions proved to be optimal.
	Best []int
	// Stats is the work of the solver so far.
	Stats Stats
	// Done is true if the question was answered in full. Otherwise Solve may be called again and
	// continues from its results so far.
	Done bool
	// Cut is true if the context ended the search: the bounds are valid, but depend on
	// the machine.
	Cut bool
	// Full is true if the memory limit ended the search: calling Solve again will not help.
	Full bool
}

// conclude derives the value of the position and the best actions from the actions.
func (r *Result) conclude(cfg Config) {
	if cfg.Objective == Wins {
		r.Interval = Interval{1, 1} // of the states that fit, one can always be won
	}
	r.Done = true
	for i := range r.Actions {
		r.Lo = max(r.Lo, r.Actions[i].Lo)
		r.Hi = max(r.Hi, r.Actions[i].Hi)
	}
	for _, a := range r.Actions {
		if a.Lo == r.Hi {
			r.Best = append(r.Best, a.Action)
		}
		r.Done = r.Done && (a.Exact() || cfg.BestOnly && a.Hi < r.Lo)
	}
}
