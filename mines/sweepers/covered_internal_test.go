// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/mines"
)

// TestCoveredBelief checks on 3x3/2 that what is drawn fits, that every layout that fits is drawn
// equally often, and that the effort counts every draw.
func TestCoveredBelief(t *testing.T) {
	model, err := mines.NewModel(mines.Rules{Width: 3, Height: 3, Mines: 2, First: mines.Safe}, mines.Won)
	if err != nil {
		t.Fatal(err)
	}
	b := (&coveredBelief{model: model}).Extend(4, 2).(*coveredBelief).Extend(0, 1).(*coveredBelief)
	r := rand.New(rand.NewPCG(1, 2))
	const draws = 10_000
	count := map[mines.Set]int{}
	for range draws {
		s := b.Sample(r)
		if s.Mines.Has(4) || s.Mines.Has(0) || model.Number(&s, 4) != 2 || model.Number(&s, 0) != 1 || s.Left != 5 {
			t.Fatalf("drawn: %v", model.View(&s))
		}
		count[s.Mines]++
	}
	// One mine is on r1c2 or r2c1, the other on one of the five cells that do not touch r1c1.
	if len(count) != 10 {
		t.Errorf("%d layouts, want 10", len(count))
	}
	for layout, n := range count {
		if n < draws/10-150 || n > draws/10+150 { // five standard deviations
			t.Errorf("%v was drawn %d times, want about %d", layout, n, draws/10)
		}
	}
	limited := (&coveredBelief{model: model, effort: &belief.Effort{Left: 50}}).Extend(4, 2).(*coveredBelief).Extend(0, 1).(*coveredBelief)
	drawn := 0
	for {
		if _, err := limited.Draw(r); err != nil {
			break
		}
		drawn++
	}
	if drawn == 0 || drawn >= 50 || limited.effort.Left != 0 {
		t.Errorf("%d states from 50 draws, %d left", drawn, limited.effort.Left)
	}
}
