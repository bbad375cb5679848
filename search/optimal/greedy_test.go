// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/optimal"
)

// TestGreedyBounds: a search that is interrupted early still proves nearly what best
// play is worth, because it begins with a strategy that keeps its promise.
func TestGreedyBounds(t *testing.T) {
	b := newBoard(4, 4, 6)
	for seen := uint8(2); seen <= 3; seen++ {
		history := []optimal.Step{{Action: 1, Seen: seen}}
		truth := solveAfter(t, b, history, optimal.Config{}, 0)
		got := solveAfter(t, b, history, optimal.Config{}, 2*int(truth.States))
		within(t, got, truth)
		t.Logf("r1c2 shows %d: %v of %d states, truth %d", seen, got.Interval, got.States, truth.Lo)
		if got.Done {
			t.Fatalf("the budget was meant to be too small")
		}
		if got.Lo*10 < truth.Lo*9 {
			t.Errorf("proved %d, less than nine tenths of %d", got.Lo, truth.Lo)
		}
		value, err := newSolver(t, b.problem(), optimal.Config{}).Value(t.Context(), history, veil.Budget{Nodes: int(truth.States) / 8})
		if err != nil || value.Lo*10 < truth.Lo*8 || value.Lo > truth.Lo || value.Hi < truth.Lo || value.Done {
			t.Errorf("Value proved %v, truth %d (%v)", value.Interval, truth.Lo, err)
		}
		bare := solveAfter(t, b, history, optimal.Config{NoGreedy: true}, 2*int(truth.States))
		if sum(bare) >= sum(got) {
			t.Errorf("lower bounds of all actions: %d with the strategy, %d without", sum(got), sum(bare))
		}
	}
}

func solveAfter(t *testing.T, b *board, history []optimal.Step, cfg optimal.Config, nodes int) optimal.Result {
	t.Helper()
	res, err := newSolver(t, b.problem(), cfg).Solve(t.Context(), history, veil.Budget{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// sum adds up the lower bounds of all actions.
func sum(r optimal.Result) (total uint64) {
	for _, a := range r.Actions {
		total += a.Lo
	}
	return total
}
