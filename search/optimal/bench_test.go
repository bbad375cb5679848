// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"fmt"
	"iter"
	"os"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/search/optimal"
)

// firstClicks yields the first clicks of a board, one per class of symmetric cells, each
// with a solver that knows it: under zero few layouts fit, and each has its own.
func (b *board) firstClicks(t testing.TB, first string, cfg optimal.Config) iter.Seq2[int, *optimal.Solver] {
	return func(yield func(int, *optimal.Solver) bool) {
		var s *optimal.Solver
		cfg.Memory = optimal.NewMemory(cfg.MaxBytes)
		for c := range b.w * b.h {
			if x, y := c%b.w, c/b.w; x > (b.w-1)/2 || y > (b.h-1)/2 || b.w == b.h && x > y {
				continue
			}
			if first == "zero" {
				s = newSolver(t, b.afterZero(c), cfg)
			} else if s == nil {
				s = newSolver(t, b.problem(), cfg)
			}
			if !yield(c, s) {
				return
			}
			if first == "zero" {
				s.Close()
			}
		}
	}
}

// solveBoard solves every first click of a board.
func solveBoard(t testing.TB, b *board, first string, cfg optimal.Config) optimal.Stats {
	t.Helper()
	var sum optimal.Stats
	for c, s := range b.firstClicks(t, first, cfg) {
		e := exact{w: b.w, h: b.h, mines: b.mines, first: first, row: c/b.w + 1, col: c%b.w + 1}
		states, wins := firstClick(t, s, e)
		t.Logf("r%dc%d %d/%d", e.row, e.col, wins, states)
		st := s.Stats()
		if first == "zero" { // each click has its solver, and all one memory
			st.Nodes, st.Small = st.Nodes+sum.Nodes, st.Small+sum.Small
		}
		sum = st
	}
	return sum
}

// TestBoard solves the board in the environment, such as VEIL_BOARD=7x3/10 or
// "6x6/7 zero", and tells the work: the way to measure the large ones.
func TestBoard(t *testing.T) {
	var w, h, mines int
	first := "safe"
	if n, _ := fmt.Sscanf(os.Getenv("VEIL_BOARD"), "%dx%d/%d %s", &w, &h, &mines, &first); n < 3 {
		t.Skip("set VEIL_BOARD to a board")
	}
	start := rusage.CPU()
	st := solveBoard(t, newBoard(w, h, mines), first, optimal.Config{})
	t.Logf("%s %s: %d nodes, %d of them small, %d entries of %.1f bytes, CPU %v, %d MB",
		os.Getenv("VEIL_BOARD"), first, st.Nodes, st.Small, st.Entries, float64(st.Bytes)/float64(st.Entries), rusage.CPU()-start, rusage.Peak()>>20)
}

func BenchmarkBoard(b *testing.B) {
	for _, tt := range []struct {
		w, h, mines int
		first       string
	}{{4, 4, 7, "safe"}, {5, 5, 4, "safe"}, {5, 4, 7, "safe"}, {5, 5, 18, "safe"}, {5, 5, 8, "zero"}} {
		b.Run(fmt.Sprintf("size=%dx%d/mines=%d/first=%s", tt.w, tt.h, tt.mines, tt.first), func(b *testing.B) {
			board := newBoard(tt.w, tt.h, tt.mines)
			var st optimal.Stats
			for b.Loop() {
				st = solveBoard(b, board, tt.first, optimal.Config{})
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
			b.ReportMetric(float64(st.Entries), "entries")
		})
	}
}

// BenchmarkAblation takes the ideas away one by one.
func BenchmarkAblation(b *testing.B) {
	board := newBoard(4, 4, 7)
	configs := ablations()
	configs["nothing"] = optimal.Config{}
	for name, cfg := range configs {
		b.Run("without="+name, func(b *testing.B) {
			var st optimal.Stats
			for b.Loop() {
				st = solveBoard(b, board, "safe", cfg)
			}
			b.ReportMetric(float64(st.Nodes), "nodes")
		})
	}
}

func BenchmarkEndgames(b *testing.B) {
	var problems []optimal.Problem
	for _, e := range readEndgames(b) {
		p, _ := e.problem()
		problems = append(problems, p)
	}
	for b.Loop() {
		for _, p := range problems {
			if _, err := newSolver(b, p, optimal.Config{}).Solve(b.Context(), nil, veil.Budget{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
