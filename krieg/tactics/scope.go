// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/krieg/cloud"
)

// Scope sets how much of a decision is examined.
type Scope struct {
	// First is the number of boards on which every try is judged, if there are more than twice as
	// many; the Chosen best tries are then judged on all. 0 judges every try on all boards.
	First  int `json:"first"`
	Chosen int `json:"chosen"`
	// Fears is the number of best tries that are examined for a mate they allow, on FearBoards
	// boards: this many take as long as the rest of the evaluation.
	Fears      int `json:"fears"`
	FearBoards int `json:"fear_boards"`
	// AheadBoards is the number of boards on which tries are searched one move further, Replies the
	// number of the opponent's moves drawn on each. Trust is the weight of the values found, against
	// those before.
	AheadBoards int     `json:"ahead_boards"`
	Replies     int     `json:"replies"`
	Trust       float64 `json:"trust"`
	// Glance is the number of boards with the same announcements, on which all next tries are judged;
	// the Promising best of them are judged on the rest of these boards.
	Glance    int `json:"glance"`
	Promising int `json:"promising"`
}

// DefaultScope returns the scope of full strength.
func DefaultScope() Scope {
	return Scope{Fears: 5, FearBoards: 60, AheadBoards: 60, Replies: 3, Trust: 0.5, Glance: 16, Promising: 8}
}

// Evaluation ranks tries by an evaluation of boards.
type Evaluation struct {
	Weights
	Scope

	Opponent cloud.Opponent // replies where tries are searched further
}

// DefaultEvaluation returns the evaluation of full strength.
func DefaultEvaluation() Evaluation { return Evaluation{Default(), DefaultScope(), UsualOpponent()} }

// spread returns about n of some boards, evenly spaced in the list: neighbours come from the same
// board, so they are alike.
func spread(boards []Board, n int) []Board {
	if len(boards) <= n {
		return boards
	}
	out := make([]Board, n)
	for i := range out {
		out[i] = boards[i*len(boards)/n]
	}
	return out
}

// widened returns ranked tries with the first of them replaced by the same tries ranked among
// themselves on more boards. Their values keep their mean, which is relative to all tries.
func widened(ranked, again []Ranked) []Ranked {
	drift := 0.0
	for i := range again {
		drift += ranked[i].Value - again[i].Value
	}
	for i := range again {
		again[i].Value += drift / float64(len(again))
	}
	return slices.Concat(again, ranked[len(again):])
}

// ordered sorts tries, the best first.
func ordered(list []Ranked) { slices.SortStableFunc(list, Better) }

// Better orders tries: those that may be legal first, the most valuable first.
func Better(x, y Ranked) int {
	if (x.Legal > 0) != (y.Legal > 0) {
		return cmp.Compare(y.Legal, x.Legal)
	}
	return cmp.Compare(y.Value, x.Value)
}
