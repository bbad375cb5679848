// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/search/optimal"
)

// TestBoundsAreSound: at every budget from 10 to 10⁵ nodes the truth lies within the
// bounds of the value, of every action and of every outcome. 5,000 positions with
// VEIL_FULL=1, of larger boards.
func TestBoundsAreSound(t *testing.T) {
	count := 1000
	boards := []*board{newBoard(4, 3, 4), newBoard(4, 4, 3), newBoard(5, 3, 3), newBoard(3, 3, 4)}
	switch {
	case os.Getenv(full) != "":
		count = 5000
		boards = []*board{newBoard(4, 4, 4), newBoard(4, 4, 6), newBoard(5, 4, 4), newBoard(5, 3, 5)}
	case testing.Short():
		count = 100
	}
	r := rand.New(rand.NewPCG(6, 0))
	truth := make([]*optimal.Solver, len(boards))
	for i, b := range boards {
		truth[i] = newSolver(t, b.problem(), optimal.Config{})
	}
	checked, open := 0, 0
	for range count {
		i := r.IntN(len(boards))
		history := randomHistory(r, boards[i])
		want, err := truth[i].Solve(t.Context(), history, veil.Budget{})
		if err != nil || !want.Done {
			t.Fatal(want, err)
		}
		for budget := 10; budget <= 100_000; budget *= 10 {
			s := newSolver(t, boards[i].after(history), optimal.Config{BestOnly: r.IntN(2) == 0})
			got, err := s.Solve(t.Context(), history, veil.Budget{Nodes: budget})
			if err != nil {
				t.Fatal(err)
			}
			within(t, got, want)
			checked++
			if !got.Done {
				open++
			}
		}
	}
	t.Logf("%d positions, %d searches, %d of them ended by their budget", count, checked, open)
	if open < count/4 {
		t.Errorf("only %d searches were ended by their budget: the test shows little", open)
	}
}

// randomHistory opens a few safe cells of a random layout.
func randomHistory(r *rand.Rand, b *board) []optimal.Step {
	state := r.IntN(len(b.layouts))
	seen := make([]uint8, b.w*b.h)
	b.read(state, seen)
	var history []optimal.Step
	for _, c := range r.Perm(b.w * b.h)[:1+r.IntN(5)] {
		if seen[c] != optimal.Fatal {
			history = append(history, optimal.Step{Action: c, Seen: seen[c]})
		}
	}
	return history
}

func within(t *testing.T, got, want optimal.Result) {
	t.Helper()
	if got.Lo > want.Lo || got.Hi < want.Lo {
		t.Errorf("value %v, truth %d", got.Interval, want.Lo)
	}
	for i, a := range got.Actions {
		w := want.Actions[i]
		if a.Action != w.Action || a.Safe != w.Safe || a.Lo > w.Lo || a.Hi < w.Lo {
			t.Errorf("action %d: %v, truth %d", a.Action, a.Interval, w.Lo)
		}
		for j, o := range a.Outcomes {
			if v := w.Outcomes[j]; o.Lo > v.Lo || o.Hi < v.Lo || o.States != v.States || o.Seen != v.Seen {
				t.Errorf("action %d reads %d: %v, truth %v", a.Action, o.Seen, o, v)
			}
		}
	}
}

// TestGoesOn: a small budget given again and again ends with the exact values, and the
// bounds never get worse.
func TestGoesOn(t *testing.T) {
	for _, obj := range []optimal.Objective{optimal.Wins, optimal.Openings} {
		b := newBoard(4, 3, 4)
		want, err := newSolver(t, b.problem(), optimal.Config{Objective: obj}).Solve(t.Context(), nil, veil.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(t, b.problem(), optimal.Config{Objective: obj})
		var got, last optimal.Result
		calls := 0
		for ; !got.Done && calls < 5000; calls++ {
			if got, err = s.Solve(t.Context(), nil, veil.Budget{Nodes: 100}); err != nil {
				t.Fatal(err)
			}
			if calls > 0 && (got.Lo < last.Lo || got.Hi > last.Hi) {
				t.Fatalf("call %d: %v after %v", calls, got.Interval, last.Interval)
			}
			within(t, got, want)
			last = got
		}
		if !got.Done || calls < 3 || got.Interval != want.Interval || !reflect.DeepEqual(got.Best, want.Best) {
			t.Errorf("objective %d: after %d calls %v %v, want %v %v", obj, calls, got.Interval, got.Best, want.Interval, want.Best)
		}
	}
}

// TestDeterminism: the same question gets the same answer with the same work, whether or
// not the clock might end it.
func TestDeterminism(t *testing.T) {
	hurried, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for _, nodes := range []int{0, 1000, 200_000} {
		var res [2]optimal.Result
		for i, ctx := range []context.Context{t.Context(), hurried} {
			var err error
			res[i], err = newSolver(t, newBoard(4, 4, 5).problem(), optimal.Config{}).Solve(ctx, nil, veil.Budget{Nodes: nodes})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(res[0], res[1]) {
			t.Errorf("budget %d: %+v and %+v", nodes, res[0], res[1])
		}
	}
}

// TestCancel: a cancelled search returns valid bounds and says that it was cut.
func TestCancel(t *testing.T) {
	b := newBoard(5, 4, testsize.Of(5, 6, 6))
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	s := newSolver(t, b.problem(), optimal.Config{Progress: func(st optimal.Stats) {
		if calls++; st.Nodes > 5000 {
			cancel()
		}
	}})
	got, err := s.Solve(ctx, nil, veil.Budget{})
	if err != nil || got.Done || !got.Cut || calls == 0 {
		t.Fatalf("done %v, cut %v, %d calls of Progress, %v", got.Done, got.Cut, calls, err)
	}
	want, err := newSolver(t, b.problem(), optimal.Config{}).Solve(t.Context(), nil, veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	within(t, got, want)
}

// TestBadProblems: what cannot be solved is refused with a reason.
func TestBadProblems(t *testing.T) {
	read := func(_ int, seen []uint8) { clear(seen) }
	for name, p := range map[string]optimal.Problem{
		"empty":       {},
		"no reader":   {States: 1, Actions: 1},
		"duplicates":  {States: 2, Actions: 1, Read: read},
		"reading":     {States: 1, Actions: 1, Read: func(_ int, seen []uint8) { seen[0] = 16 }},
		"permutation": {States: 1, Actions: 2, Read: read, Symmetries: [][]int{{0, 0}}},
	} {
		if _, err := optimal.New(t.Context(), p, optimal.Config{}); !errors.Is(err, optimal.ErrProblem) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := newSolver(t, newBoard(3, 3, 2).problem(), optimal.Config{})
	if _, err := s.Solve(t.Context(), []optimal.Step{{Action: 0, Seen: 8}}, veil.Budget{}); !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("impossible history: %v", err)
	}
	if _, err := s.Solve(t.Context(), []optimal.Step{{Action: 9}}, veil.Budget{}); !errors.Is(err, optimal.ErrProblem) {
		t.Errorf("no such action: %v", err)
	}
}

// TestWork: the work of making a solver counts undecided actions alone.
func TestWork(t *testing.T) {
	b := newBoard(4, 4, 4)
	p := b.problem()
	padded := optimal.Problem{States: p.States, Actions: p.Actions + 8, Read: func(s int, seen []uint8) {
		clear(seen[p.Actions:]) // certain, whatever the state
		p.Read(s, seen[:p.Actions])
	}}
	for _, p := range []optimal.Problem{p, padded} {
		if got, want := newSolver(t, p, optimal.Config{}).Stats().Built, optimal.Work(1820, 16); got != want || got == 0 {
			t.Errorf("%d actions: %d nodes, want %d", p.Actions, got, want)
		}
	}
}
