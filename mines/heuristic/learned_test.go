// SPDX-License-Identifier: BSD-3-Clause

package heuristic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/minestest"
	"github.com/veilplan/veil/mines/network"
)

// TestRanked: the guess is the first of the cells that it valued, and less slack leaves fewer of
// them, in the same order.
func TestRanked(t *testing.T) {
	rules := mines.Rules{Width: 8, Height: 8, Mines: 12, First: mines.Any}
	net, err := network.Standard()
	if err != nil {
		t.Fatal(err)
	}
	learned := heuristic.NewLearned(rules, net, heuristic.LearnedConfig{})
	r, several := rand.New(rand.NewPCG(31, 0)), 0
	for range 30 {
		s := count.NewSolver(rules, count.Limit{})
		for _, step := range []func() error{func() error { return s.Load(minestest.SomeView(t, r, rules)) }, s.Deduce, s.Weigh} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		best, _, ok, err := learned.Guess(s)
		if err != nil {
			t.Fatal(err)
		}
		wide, narrow := learned.AppendRanked(nil, 0.3), learned.AppendRanked(nil, 0.01)
		if !ok {
			continue
		}
		if len(narrow) == 0 || narrow[0] != best || !slices.Equal(narrow, wide[:min(len(narrow), len(wide))]) {
			t.Errorf("guess %d, of %v, of %v", best, narrow, wide)
		}
		if len(wide) > len(narrow) {
			several++
		}
	}
	if several < 5 {
		t.Errorf("slack mattered in %d positions only", several)
	}
}
