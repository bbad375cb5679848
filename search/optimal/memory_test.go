// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/optimal"
)

// TestMemoryMirror: what was learned in one corner is known in the opposite one, where
// every action has another name.
func TestMemoryMirror(t *testing.T) {
	b := newBoard(5, 5, 4)
	memory := optimal.NewMemory(0)
	solve := func(cell int, memory *optimal.Memory) (optimal.Result, optimal.Stats) {
		s := newSolver(t, b.afterZero(cell), optimal.Config{Memory: memory, NoGreedy: true})
		res, err := s.Solve(t.Context(), nil, veil.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		return res, s.Stats()
	}
	first, work := solve(0, memory)
	for _, corner := range []int{4, 20, 24} {
		again, left := solve(corner, memory)
		alone, full := solve(corner, nil)
		if again.Interval != first.Interval || alone.Interval != first.Interval {
			t.Errorf("corner %d: %v, alone %v, want %v", corner, again.Interval, alone.Interval, first.Interval)
		}
		if left.Nodes*10 > full.Nodes*9 {
			t.Errorf("corner %d: %d nodes after corner 0, %d alone, %d in corner 0", corner, left.Nodes, full.Nodes, work.Nodes)
		}
	}
}

// TestMemoryTables: a hundred problems that share one memory, half of them copies with
// other names, have the values that the oracle finds for each.
func TestMemoryTables(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	memory := optimal.NewMemory(0)
	for range 100 {
		rows := randomRows(r, 16+r.IntN(16), 5, 3, 3)
		for range 2 {
			p := tableOf(rows)
			n := newNaive(p, false)
			set, done := n.after(nil)
			res, err := newSolver(t, p, optimal.Config{Memory: memory}).Solve(t.Context(), nil, veil.Budget{})
			if want := uint64(n.value(set, done)); err != nil || !res.Exact() || res.Lo != want {
				t.Fatalf("%v: %v, want %d (%v)", rows, res.Interval, want, err)
			}
			rows = shuffled(r, rows)
		}
	}
}

// shuffled returns a table with its rows and columns in another order, and other
// readings.
func shuffled(r *rand.Rand, rows [][]uint8) [][]uint8 {
	states, actions, shift := r.Perm(len(rows)), r.Perm(len(rows[0])), uint8(r.IntN(4))
	out := make([][]uint8, len(rows))
	for i := range out {
		out[i] = make([]uint8, len(rows[0]))
		for a := range out[i] {
			if out[i][a] = rows[states[i]][actions[a]]; out[i][a] != optimal.Fatal {
				out[i][a] += shift
			}
		}
	}
	return out
}
