// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math/big"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/optimal"
)

const (
	// rootLayouts is the size, in layouts, from which a solved position is kept.
	rootLayouts = 2_000
	// maxRoots limits the memory: each root has a table of positions.
	maxRoots = 32
)

// roots keeps large solved positions, each with its search. The search's table answers the
// positions reached from it, so a second game costs little.
type roots struct {
	mu   sync.Mutex
	list []*root
}

type root struct {
	mu     sync.Mutex // a search answers one question at a time
	view   mines.View
	search *Search
}

// keep stores the search of a view if the view is large enough.
func (r *roots) keep(v mines.View, s *Search) {
	if s.solver == nil || s.listing.Len() < rootLayouts {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.list) < maxRoots {
		r.list = append(r.list, &root{view: v.Clone(), search: s})
	}
}

// above returns the smallest root from which v can be reached, if v is large enough for the lookup
// to pay.
func (r *roots) above(v mines.View, layouts *big.Int) *root {
	if layouts.Cmp(big.NewInt(rootLayouts/8)) < 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var best *root
	for _, root := range r.list {
		if _, ok := root.history(v); ok && (best == nil || root.search.listing.Len() < best.search.listing.Len()) {
			best = root
		}
	}
	return best
}

// history lists the steps from the root to v, if there are any.
func (r *root) history(v mines.View) (steps []optimal.Step, ok bool) {
	for c, mark := range r.view.Marks {
		if !mark.IsHidden() && mark != v.Marks[c] {
			return nil, false
		}
	}
	for action, c := range r.search.listing.Cells {
		if mark := v.Marks[c]; mark.IsNumber() && r.view.Marks[c].IsHidden() {
			steps = append(steps, optimal.Step{Action: action, Seen: uint8(mark)})
		}
	}
	return steps, len(steps) > 0
}

// run values the moves of v.
func (r *root) run(ctx context.Context, v mines.View) (Values, error) {
	steps, _ := r.history(v)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.search.run(ctx, steps, newScorer(v, r.search.cfg.Objective), veil.Budget{})
}
