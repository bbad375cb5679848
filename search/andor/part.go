// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor/internal/game"
	"github.com/veilplan/veil/search/proof"
)

// Part is what can be won of a belief that cannot be won as a whole.
type Part struct {
	// Winnable is the number of states that could be won if they were seen; if the
	// search gave up, of those it looked at.
	Winnable int
	// Of are the states, as indices of the start, from which Plan wins.
	Of []int
	// Plan wins from the states in Of.
	Plan *proof.Plan
	// Cut says why the search ended early; then nothing else is right.
	Cut error
}

// ProvePart looks for a plan that wins from many states of start. It takes the states in
// order and keeps each one that can still be won together with those it has: no state
// could be added to the part, but another part may be larger. It gives up, without a
// plan, when a state could not be won even if it were seen and fewer than least states
// can be in the part. Every state of start must be undecided.
func ProvePart[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies, least int, cfg Config) (Part, error) {
	g, open, err := ask(ctx, m, start, plies, &cfg)
	if err != nil {
		return Part{}, err
	}
	if len(open) != len(start) || plies == 0 {
		return Part{}, fmt.Errorf("a state is decided already, or given twice: %w", veil.ErrImpossible)
	}
	v, ids := newCoreSearch(g, &cfg, open)
	part, best := Part{}, (*game.Plan[A, O])(nil)
	var kept []int32
	var states []S
	for i, id := range ids {
		if part.Winnable < i && len(kept)+len(ids)-i < least {
			return part.givenUp(g.Cut), nil
		}
		if !v.canWin(id, plies, 0) {
			continue
		}
		part.Winnable++
		if p, _ := v.exact(append(kept, id), plies, 0, v.hintOf(ids[0], best)); p != nil {
			best, kept = p, append(kept, id)
			part.Of, states = append(part.Of, i), append(states, start[i])
		}
	}
	if g.Cut != nil || best == nil || part.Winnable < len(ids) && len(kept) < least {
		return part.givenUp(g.Cut), nil
	}
	r, err := conclude(g, states, best, &cfg)
	part.Plan = r.Plan
	return part, err
}

func (p Part) givenUp(why error) Part { return Part{Winnable: p.Winnable, Cut: why} }

// hintOf returns the first action of a plan, or -1.
func (v *coreSearch[S, A, O]) hintOf(id int32, p *game.Plan[A, O]) int {
	if p == nil {
		return -1
	}
	return v.indexOf(id, p.Try)
}
