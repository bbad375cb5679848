// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"errors"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// TestSpentEffortEndsASearch: a belief that cannot draw any more ends the search with
// what it has; one that never could leaves nothing to decide.
func TestSpentEffortEndsASearch(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 2}
	effort := &belief.Effort{}
	b := patchBel(belief.NewRejection(p, belief.RejectionConfig{Effort: effort}))
	find := func(left int) (veil.Decision[int], error) {
		effort.Left = left
		return uct.Search(t.Context(), veil.Model[veiltest.PatchState, int, int](p), b, veil.Budget{Simulations: 500}, uct.BSRUCT())
	}
	all, err := find(1_000_000)
	if err != nil || all.Work.Simulations != 500 {
		t.Fatalf("%d simulations, %v", all.Work.Simulations, err)
	}
	some, err := find((1_000_000 - effort.Left) / 2)
	if err != nil || some.Work.Simulations < 10 || some.Work.Simulations > 490 || some.Cut {
		t.Errorf("with half the effort: %d simulations, cut %v, %v", some.Work.Simulations, some.Cut, err)
	}
	if _, err := find(0); !errors.Is(err, uct.ErrNoAction) {
		t.Errorf("without effort: %v", err)
	}
}
