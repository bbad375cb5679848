// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/network"
)

// TestForesight: the two safest groups that tell something are those found by counting all layouts.
func TestForesight(t *testing.T) {
	rules := mines.Rules{Width: 5, Height: 4, Mines: 6, First: mines.Any}
	r, below := rand.New(rand.NewPCG(8, 1)), 0
	f := newForesight(rules, count.Limit{})
	for range 200 {
		s, layouts := somePosition(t, r, rules)
		first, second, err := f.safest(s)
		wantFirst, wantSecond := safestCounted(rules, s, layouts)
		if err != nil || math.Abs(first-wantFirst) > 1e-9 || math.Abs(second-wantSecond) > 1e-9 {
			t.Fatalf("%v and %v, want %v and %v (%v)", first, second, wantFirst, wantSecond, err)
		}
		if second < first && first < 1 {
			below++
		}
	}
	if below < 20 {
		t.Errorf("only %d positions without a safe cell have two different groups", below)
	}
}

// safestCounted is safest by counting layouts.
func safestCounted(rules mines.Rules, s *count.Solver, layouts []mines.Layout) (first, second float64) {
	groups := map[string]float64{}
	for c := range mines.Cell(rules.Cells()) {
		if !s.Closed(c) {
			continue
		}
		around, free, off := "", false, true
		for _, n := range rules.AppendNeighbours(nil, c) {
			if s.Certainty(n) == count.CertainSafe && !s.Closed(n) {
				around, off = fmt.Sprint(around, n, " "), false
			}
			free = free || s.Certainty(n) == count.Unsure && s.GroupOf(n) < 0
		}
		safe, shows := 0, map[int]bool{}
		for _, l := range layouts {
			if !l[c] {
				safe++
				shows[l.Number(rules, c)] = true
			}
		}
		chance := float64(safe) / float64(len(layouts))
		if off && s.Certainty(c) == count.Unsure {
			first, second = chance, chance
		} else if free || len(shows) > 1 {
			groups[fmt.Sprint(around, s.Certainty(c))] = chance
		}
	}
	for _, x := range groups {
		if x > first {
			first, second = x, first
		} else if x > second {
			second = x
		}
	}
	return first, second
}

// TestMute: a cell whose number is known is guessed only if all are.
func TestMute(t *testing.T) {
	f := newForesight(mines.Rules{Width: 4, Height: 1, Mines: 1}, count.Limit{})
	s := count.NewSolver(mines.Rules{Width: 4, Height: 1, Mines: 1, First: mines.Any}, count.Limit{})
	if err := s.Deduce(); err != nil {
		t.Fatal(err)
	}
	if err := s.Weigh(); err != nil {
		t.Fatal(err)
	}
	some, err := f.weigh(s, []choice{{cell: 0, mute: true}, {cell: 1}})
	if err != nil || len(some) != 1 || some[0].cell != 1 {
		t.Errorf("%+v, %v", some, err)
	}
	none, err := f.weigh(s, []choice{{cell: 0, mute: true}, {cell: 1, mute: true}})
	if err != nil || len(none) != 2 {
		t.Errorf("%+v, %v", none, err)
	}
}

// BenchmarkForesight guesses after the opening of 30x16/99.
func BenchmarkForesight(b *testing.B) {
	net, err := network.Standard()
	if err != nil {
		b.Fatal(err)
	}
	rules := mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Zero}
	layout, err := mines.Generate(rules, 1, rules.Cell(3, 3))
	if err != nil {
		b.Fatal(err)
	}
	game := NewProduct(rules, count.Limit{})
	if err := game.Deal(rand.New(rand.NewPCG(1, 1)), layout, rules.Cell(3, 3)); err != nil {
		b.Fatal(err)
	}
	if _, err := game.Sweep(); err != nil {
		b.Fatal(err)
	}
	p := NewLearned(rules, net, LearnedConfig{Foresight: true})
	for b.Loop() {
		if _, _, _, err := p.Guess(game.Solver); err != nil {
			b.Fatal(err)
		}
	}
}
