// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/search/optimal"
)

// position is a problem with a history.
type position struct {
	name    string
	problem optimal.Problem
	history []optimal.Step
}

// randomTable makes a problem without any geometry.
func randomTable(r *rand.Rand) optimal.Problem {
	states, actions := 1+r.IntN(12), 1+r.IntN(7)
	kinds := 1 + r.IntN(3)
	return tableOf(randomRows(r, states, actions, kinds, r.IntN(8)))
}

// randomRows makes at most so many different rows of readings; so many of ten are fatal.
func randomRows(r *rand.Rand, states, actions, kinds, deadly int) [][]uint8 {
	var rows [][]uint8
	for range states {
		row := make([]uint8, actions)
		for a := range row {
			row[a] = uint8(r.IntN(kinds))
			if r.IntN(10) < deadly {
				row[a] = optimal.Fatal
			}
		}
		if !slices.ContainsFunc(rows, func(o []uint8) bool { return slices.Equal(o, row) }) {
			rows = append(rows, row)
		}
	}
	return rows
}

// tableOf makes a problem of rows of readings.
func tableOf(rows [][]uint8) optimal.Problem {
	return optimal.Problem{States: len(rows), Actions: len(rows[0]), Read: func(s int, seen []uint8) { copy(seen, rows[s]) }}
}

// randomPosition plays random safe cells of a random layout until at most most layouts
// are left.
func randomPosition(r *rand.Rand, most int) position {
	for {
		w, h := 2+r.IntN(3), 2+r.IntN(2)
		b := newBoard(w, h, 1+r.IntN(w*h/2))
		n := newNaive(b.problem(), false)
		hidden := b.layouts[r.IntN(len(b.layouts))]
		var history []optimal.Step
		for _, c := range r.Perm(w * h) {
			set, _ := n.after(history)
			if len(set) > 1 && len(set) <= most {
				return position{fmt.Sprintf("%dx%d/%d %v", w, h, b.mines, history), b.problem(), history}
			}
			if hidden>>c&1 == 0 {
				s := slices.Index(b.layouts, hidden)
				history = append(history, optimal.Step{Action: c, Seen: n.seen[s][c]})
			}
		}
	}
}

// check compares every action of a position with the oracle.
func check(t *testing.T, pos position, cfg optimal.Config) {
	t.Helper()
	n := newNaive(pos.problem, cfg.Objective == optimal.Openings)
	set, done := n.after(pos.history)
	res, err := newSolver(t, pos.problem, cfg).Solve(t.Context(), pos.history, veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Done || res.States != uint64(len(set)) || !res.Exact() || res.Lo != uint64(n.value(set, done)) {
		t.Errorf("%s %+v: value %v of %d, want %d of %d", pos.name, cfg, res.Interval, res.States, n.value(set, done), len(set))
	}
	best := []int(nil)
	for _, a := range res.Actions {
		want := uint64(n.action(set, done, a.Action))
		if a.Lo > want || a.Hi < want || !a.Exact() && !cfg.BestOnly {
			t.Errorf("%s %+v: action %d: %v, want %d", pos.name, cfg, a.Action, a.Interval, want)
		}
		if want == res.Lo {
			best = append(best, a.Action)
		}
	}
	if !slices.Equal(best, res.Best) {
		t.Errorf("%s: best %v, want %v", pos.name, res.Best, best)
	}
}

// TestNaive3x3 compares every 3×3 board with the oracle, for both objectives.
func TestNaive3x3(t *testing.T) {
	for mines := 1; mines <= 8; mines++ {
		b := newBoard(3, 3, mines)
		for _, obj := range []optimal.Objective{optimal.Wins, optimal.Openings} {
			pos := position{fmt.Sprintf("3x3/%d", mines), b.problem(), nil}
			check(t, pos, optimal.Config{Objective: obj})
			n := newNaive(pos.problem, false)
			for c := range 9 {
				zero := position{pos.name + fmt.Sprintf(" zero at %d", c), pos.problem, []optimal.Step{{Action: c}}}
				if set, _ := n.after(zero.history); len(set) > 0 {
					check(t, zero, optimal.Config{Objective: obj})
				}
			}
		}
	}
}

// TestNaivePositions compares random positions with at most 60 layouts.
func TestNaivePositions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range testsize.Of(150, 1000, 1000) {
		check(t, randomPosition(r, 60), optimal.Config{})
	}
}

// TestNaiveTables compares random tables that no board could give.
func TestNaiveTables(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for i := range testsize.Of(400, 3000, 3000) {
		pos := position{fmt.Sprint("table ", i), randomTable(r), nil}
		check(t, pos, optimal.Config{})
		check(t, pos, optimal.Config{BestOnly: true})
		check(t, pos, optimal.Config{Objective: optimal.Openings})
	}
}

// ablations are the configurations with one idea taken away.
func ablations() map[string]optimal.Config {
	return map[string]optimal.Config{
		"closure":  {NoClosure: true},
		"dead":     {NoDead: true},
		"peek":     {NoPeek: true},
		"cover":    {NoCover: true},
		"local":    {NoLocal: true},
		"project":  {NoProject: true},
		"windows":  {NoWindows: true},
		"order":    {NoOrder: true},
		"table":    {NoTable: true},
		"symmetry": {NoSymmetry: true},
		"wide":     {NoWide: true},
		"small":    {NoSmall: true},
	}
}

// TestAblationsAgree: no idea changes a value.
func TestAblationsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for range testsize.Of(6, 40, 40) {
		pos := randomPosition(r, 60)
		table := position{"table", randomTable(r), nil}
		for _, cfg := range ablations() {
			check(t, pos, cfg)
			check(t, table, cfg)
			cfg.Objective = optimal.Openings
			check(t, table, cfg)
		}
	}
}
