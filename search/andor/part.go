// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor/internal/game"
	"github.com/veilplan/veil/search/proof"
)

// Part is a plan for some of the states of a belief that cannot be won as a whole.
type Part struct {
	// Winnable is the number of states that a player who sees them could win. If the search gave
	// up, it counts only the states examined until then.
	Winnable int
	// Of lists the states from which Plan wins, as indices of the start.
	Of []int
	// Plan wins from the states in Of.
	Plan *proof.Plan
	// Cut is the reason why the search ended early. If it is set, ignore all else.
	Cut error
}

// ProvePart searches for a plan that wins from many states of start. It processes the states in
// order and keeps each one that can be won together with those kept before. No state could be added
// to the resulting part, but another part may be larger. ProvePart gives up, without a plan, once
// some state is lost even for a player who sees it and the part can no longer reach least states.
// Every state of start must be undecided.
func ProvePart[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies, least int, cfg Config) (Part, error) {
	g, open, err := ask(ctx, m, start, plies, &cfg)
	if err != nil {
		return Part{}, err
	}
	if g.Cut != nil {
		return Part{Cut: g.Cut}, nil //nolint:nilerr // a search that was cut is an answer
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
		return part.givenUp(g.Cut), nil //nolint:nilerr // a search that was cut is an answer
	}
	r, err := conclude(g, states, best, &cfg)
	if r.Cut != nil {
		return part.givenUp(r.Cut), nil //nolint:nilerr // as above
	}
	part.Plan = r.Plan
	return part, err
}

func (p Part) givenUp(why error) Part { return Part{Winnable: p.Winnable, Cut: why} }

// hintOf returns the index of a plan's first action, or -1 without a plan.
func (v *coreSearch[S, A, O]) hintOf(id int32, p *game.Plan[A, O]) int {
	if p == nil {
		return -1
	}
	return v.indexOf(id, p.Try)
}
