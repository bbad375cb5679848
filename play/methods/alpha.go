// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/alpha"
)

// solver returns the player that solves the problem once and plays the policy.
func solver[S, A, O comparable](p Problem[S, A, O]) play.Entry {
	return play.Entry{
		Name: "alpha", About: "solves the problem by point-based backups, once, and plays the policy",
		New: func(out play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, policyParams{})
			if err == nil && params.Policy == "" && params.Walks == 0 {
				params.Walks = 20
			}
			if err == nil {
				err = params.settle(out)
			}
			solved := p.policy(out, params)
			return func(*rand.Rand) (play.Player, error) { return p.seatSolved(solved), nil }, params, err
		},
	}
}

// seatSolved returns the player that follows the policy.
func (p *Problem[S, A, O]) seatSolved(solved *shared[*alpha.Policy[S, A, O]]) play.Player {
	plan := func(_ context.Context, b veil.Belief[S, A, O]) (play.PolicyMove[A], error) {
		return play.PolicyMove[A]{Decision: b.(*alpha.Belief[S, A, O]).Decide()}, nil
	}
	return p.Player(&late[A, O]{begin: func(ctx context.Context) (policy[A, O], error) {
		found, err := solved.get(ctx)
		if err != nil {
			return nil, err
		}
		return &play.Planner[S, A, O]{Belief: found.First(), Plan: plan}, nil
	}})
}
