// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/network"
)

// TestThousandValues: of 1,000 guesses the learned chance, the chances to survive the next guess, the
// ranker's score and what foresight says of the guess that is chosen have the bits that they have on every other machine. CONTRIBUTING.md says how to run it on
// them.
func TestThousandValues(t *testing.T) {
	net, err := network.Standard()
	if err != nil {
		t.Fatal(err)
	}
	ranker, err := StandardRanker()
	if err != nil {
		t.Fatal(err)
	}
	rules := mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Zero}
	p := NewLearned(rules, net, LearnedConfig{Ahead: true, Ranker: ranker})
	q := NewLearned(rules, net, LearnedConfig{Foresight: true})
	game := NewProduct(rules, count.Limit{})
	sum, values := sha256.New(), 0
	for seed := uint64(0); values < 1000; seed++ {
		layout, err := mines.Generate(rules, seed, rules.Cell(3, 3))
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Deal(rand.New(rand.NewPCG(seed, 1)), layout, rules.Cell(3, 3)); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if open, err := game.Sweep(); err != nil || !open {
				break
			}
			c, _, _, err := p.Guess(game.Solver)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range p.choices[:min(len(p.choices), 1000-values)] {
				for _, v := range []float64{x.win, x.live, x.second, ranker.score(&x.traits)} {
					fmt.Fprintf(sum, "%x ", math.Float64bits(v))
				}
				values++
			}
			if _, _, _, err := q.Guess(game.Solver); err != nil {
				t.Fatal(err)
			}
			best := q.ranked()[0]
			fmt.Fprintf(sum, "%d %x %x ", best.cell, math.Float64bits(best.ahead), math.Float64bits(best.score))
			if _, err := game.Guess(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	testsize.Stored(t, "testdata/values.txt", fmt.Appendf(nil, "%x\n", sum.Sum(nil)))
}
