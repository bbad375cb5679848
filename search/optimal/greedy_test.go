// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
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

// TestIncumbent: a search of a single node proves at least what the lowest risk wins, by
// hand, over many positions; and gives the move that does so.
func TestIncumbent(t *testing.T) {
	boards := []*board{newBoard(4, 4, 6), newBoard(5, 4, 4), newBoard(5, 4, 7), newBoard(5, 5, 4)}
	r := rand.New(rand.NewPCG(8, 0))
	proved, byHand := 0, 0
	for i := range testsize.Of(4, 16, 16) {
		b := boards[i%len(boards)]
		history := randomHistory(r, b)
		p := b.after(history[:min(1, len(history))])
		res, err := newSolver(t, p, optimal.Config{}).Solve(t.Context(), nil, veil.Budget{Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		n := newNaive(p, false)
		set, _ := n.after(nil)
		want := n.lowestRisk(set)
		proved, byHand = proved+int(res.Lo), byHand+want
		if int(res.Lo)*20 < want*19 {
			t.Errorf("proved %v of %d states, the lowest risk wins %d", res.Interval, res.States, want)
		}
		if !slices.ContainsFunc(res.Actions, func(a optimal.Action) bool { return a.Lo == res.Lo }) {
			t.Errorf("no action is proved to win %d", res.Lo)
		}
	}
	t.Logf("proved %d in all, the lowest risk wins %d", proved, byHand)
	if proved < byHand {
		t.Errorf("proved %d in all, less than %d", proved, byHand)
	}
}

// lowestRisk returns how many states are won by performing what is safe, and else the
// first of the actions that are fatal in the fewest states.
func (n *naive) lowestRisk(set []int) int {
	best, least := -1, len(set)
	for a := range n.seen[0] {
		deaths := len(n.with(set, a, optimal.Fatal))
		kinds := 0
		for k := range uint8(optimal.Fatal) {
			kinds += min(1, len(n.with(set, a, k)))
		}
		if kinds > 1 && deaths < least {
			best, least = a, deaths
		}
	}
	if best < 0 {
		return 1
	}
	won := 0
	for k := range uint8(optimal.Fatal) {
		if part := n.with(set, best, k); len(part) > 0 {
			won += n.lowestRisk(part)
		}
	}
	return won
}
