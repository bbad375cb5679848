// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/minestest"
)

func TestLog2(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		x := math.Ldexp(1+r.Float64(), r.IntN(200)-100)
		if got, want := log2(x), math.Log2(x); math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Fatalf("log2(%v) = %v, want %v", x, got, want)
		}
	}
}

// weighedSolver knows a view, with all risks.
func weighedSolver(t *testing.T, v mines.View) *Solver {
	t.Helper()
	s := NewSolver(v.Rules, Limit{})
	for _, step := range []func() error{func() error { return s.Load(v) }, s.Deduce, s.Weigh} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestSolverLists: a solver lists the layouts that exact counting lists, and refuses one too many.
func TestSolverLists(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	rules := mines.Rules{Width: 5, Height: 4, Mines: 5, First: mines.Any}
	for range 50 {
		v := minestest.SomeView(t, r, rules)
		a, err := Analyse(v, Limit{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := a.List(1<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := weighedSolver(t, v)
		got, err := s.List(want.Len())
		if err != nil || !slices.Equal(got.masks, want.masks) || !slices.Equal(got.Cells, want.Cells) {
			t.Fatalf("%v: %d layouts, want %d (%v)", v.Marks, got.Len(), want.Len(), err)
		}
		if want.Len() > 1 {
			if _, err := s.List(want.Len() - 1); err == nil {
				t.Fatalf("%v: listed more than it was allowed", v.Marks)
			}
		}
		if math.Abs(s.LogLayouts()-math.Log2(float64(want.Len()))) > 1e-9 {
			t.Fatalf("2^%v layouts, want %d", s.LogLayouts(), want.Len())
		}
	}
}

// TestResidue: positions with the same residue have the same layouts of their closed cells, and
// some positions that look different have the same residue.
func TestResidue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	type seen struct {
		v mines.View
		l *Listing
	}
	known, shared := map[string]seen{}, 0
	for i := range 4000 {
		rules := mines.Rules{Width: 4, Height: 3 + i%2, Mines: 4, First: mines.Any}
		v := minestest.SomeView(t, r, rules)
		s := weighedSolver(t, v)
		l, err := s.List(1 << 12)
		if err != nil {
			t.Fatal(err)
		}
		key := string(s.AppendResidue(nil))
		old, ok := known[key]
		if !ok {
			known[key] = seen{v, l}
			continue
		}
		if !slices.Equal(old.v.Marks, v.Marks) {
			shared++
		}
		a, b := slices.Clone(old.l.masks), slices.Clone(l.masks)
		slices.Sort(a)
		slices.Sort(b)
		if len(old.l.Cells) != len(l.Cells) || !slices.Equal(a, b) {
			t.Fatalf("%v and %v share a residue but not their layouts", old.v.Marks, v.Marks)
		}
	}
	if shared < 50 {
		t.Errorf("only %d positions shared their residue with another", shared)
	}
}
