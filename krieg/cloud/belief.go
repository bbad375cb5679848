// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"context"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
)

var _ veil.Belief[krieg.State, krieg.Action, krieg.Percept] = (*Cloud)(nil)

// Sample draws a state by its weight. It panics on a lost sample.
func (c *Cloud) Sample(r *rand.Rand) krieg.State {
	u := r.Float64()
	for i := range c.front.list {
		if u -= c.front.list[i].weight; u < 0 {
			return c.State(i)
		}
	}
	return c.State(c.Len() - 1)
}

// Update returns the sample after the referee answered an action of the player, or after
// [krieg.Wait] an event of the opponent's turn, with o.
func (c *Cloud) Update(a krieg.Action, o krieg.Percept) (veil.Belief[krieg.State, krieg.Action, krieg.Percept], error) {
	e := krieg.Event{By: c.game.me, Action: a, Heard: o}
	if a == krieg.Wait {
		e.By = c.game.me.Other()
	}
	next, err := c.Hear(context.Background(), e)
	if err != nil {
		return nil, err
	}
	return next, nil
}

// Predict yields the possible announcements after an action with their probabilities. It yields
// nothing unless the sample is exact, and nothing in the opponent's turn if there is a model of the
// opponent.
func (c *Cloud) Predict(a krieg.Action) iter.Seq2[krieg.Percept, float64] {
	return func(yield func(krieg.Percept, float64) bool) {
		if !c.front.exact || a == krieg.Wait && c.game.Opponent != nil {
			return
		}
		list, err := c.Chances(context.Background(), a)
		if err != nil {
			return
		}
		for _, h := range list {
			if !yield(h.Heard, h.P) {
				return
			}
		}
	}
}

// Chances returns the possible announcements after an action of the side to move, as if the boards
// of the sample were all, and the opponent chose uniformly among the legal moves.
func (c *Cloud) Chances(ctx context.Context, a krieg.Action) ([]krieg.Chance, error) {
	states := make([]krieg.State, c.Len())
	weights := make([]float64, c.Len())
	for i := range states {
		states[i], weights[i] = c.State(i), c.Share(i)
	}
	return krieg.ChancesAmong(ctx, c.game.rules, states, weights, a)
}
