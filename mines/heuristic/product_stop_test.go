// SPDX-License-Identifier: BSD-3-Clause

package heuristic_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
)

// TestGuessStops: a guess that is a mine in layout after layout can be given up.
func TestGuessStops(t *testing.T) {
	rules := mines.Rules{Width: 9, Height: 9, Mines: 79, First: mines.Any}
	p := heuristic.NewProduct(rules, count.Limit{})
	solver := count.NewSolver(rules, count.Limit{})
	if err := solver.Deduce(); err != nil {
		t.Fatal(err)
	}
	if err := solver.Weigh(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	solver.Sample(r, p.Layout)
	p.Resume(r, solver, rules.Cells()-rules.Mines)
	if open, err := p.Sweep(); err != nil || !open {
		t.Fatalf("%v, %v", open, err)
	}
	for c := range p.Layout {
		p.Layout[c] = true
	}
	asked := 0
	p.Stop = func() bool { asked++; return true }
	if _, err := p.Guess(40); !errors.Is(err, veil.ErrTooHard) || asked != 1 {
		t.Errorf("%v after %d questions", err, asked)
	}
}
