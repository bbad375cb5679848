// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/search/optimal"
)

// full turns on the rows of testdata/exact-values.tsv that take minutes.
const full = "VEIL_FULL"

// quick is the number of layouts up to which a row is checked by default.
const quick = 60_000

// exact is a row of testdata/exact-values.tsv.
type exact struct {
	w, h, mines       int
	first, cell, tier string
	row, col          int
	wins, layouts     uint64
}

func (e exact) board() string { return fmt.Sprintf("%dx%d/%d", e.w, e.h, e.mines) }

func readExact(t testing.TB) []exact {
	t.Helper()
	data, err := os.ReadFile("testdata/exact-values.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list []exact
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "width") {
			continue
		}
		var e exact
		if _, err := fmt.Sscan(line, &e.w, &e.h, &e.mines, &e.first, &e.cell, &e.wins, &e.layouts, &e.tier); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if _, err := fmt.Sscanf(e.cell, "r%dc%d", &e.row, &e.col); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, e)
	}
	return list
}

// TestExactValues compares every first click of the boards in testdata with values
// computed by an independent program.
func TestExactValues(t *testing.T) {
	solvers := map[string]*optimal.Solver{} // of the board at hand
	boards := map[string]*board{}
	rows := 0
	for _, e := range readExact(t) {
		if os.Getenv(full) == "" && (e.tier == "full" || e.layouts > uint64(testsize.Of(quick/100, quick, quick))) {
			continue
		}
		if boards[e.board()] == nil { // the rows of a board stand together
			clear(boards)
			clear(solvers)
			boards[e.board()] = newBoard(e.w, e.h, e.mines)
		}
		b, key := boards[e.board()], e.first
		problem := b.problem
		if e.first == "zero" { // few layouts fit: do not search among all
			key = e.cell
			problem = func() optimal.Problem { return b.afterZero((e.row-1)*e.w + e.col - 1) }
		}
		if solvers[key] == nil {
			solvers[key] = newSolver(t, problem(), optimal.Config{})
		}
		states, wins := firstClick(t, solvers[key], e)
		if states != e.layouts || wins != e.wins {
			t.Errorf("%s %s %s: %d/%d, want %d/%d", e.board(), e.first, e.cell, wins, states, e.wins, e.layouts)
		}
		rows++
	}
	t.Logf("%d first clicks", rows)
	if rows < 300 {
		t.Errorf("only %d rows were checked", rows)
	}
}

// firstClick returns the layouts in which a first click is allowed, and those won by
// best play after it.
func firstClick(t testing.TB, s *optimal.Solver, e exact) (states, wins uint64) {
	t.Helper()
	cell := (e.row-1)*e.w + e.col - 1
	for k := range uint8(9) {
		if k > 0 && e.first == "zero" {
			break
		}
		ctx := context.WithoutCancel(t.Context()) // nothing will interrupt it
		res, err := s.Value(ctx, []optimal.Step{{Action: cell, Seen: k}}, veil.Budget{})
		if err != nil {
			continue // no layout reads k here
		}
		if !res.Done {
			t.Fatalf("%s %s: not solved", e.board(), e.cell)
		}
		states += res.States
		wins += res.Lo
	}
	return states, wins
}

func newSolver(t testing.TB, p optimal.Problem, cfg optimal.Config) *optimal.Solver {
	t.Helper()
	s, err := optimal.New(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
