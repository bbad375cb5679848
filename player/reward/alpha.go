// SPDX-License-Identifier: BSD-3-Clause

package reward

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/alpha"
)

type solverParams struct {
	Walks int `json:"walks"` // of the solver, before the first episode
}

// exactProblem is a problem as the solver sees it.
type exactProblem[S, A, O comparable] struct {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}

// solver solves the problem once and plays the policy.
func solver[S, A, O comparable](p Problem[S, A, O]) play.Entry {
	return play.Entry{
		Name: "alpha", About: "solves the problem by point-based backups, once, and plays the policy",
		New: func(raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, solverParams{Walks: 100})
			if err == nil && params.Walks < 1 {
				err = fmt.Errorf("walks %d: want 1 or more", params.Walks)
			}
			policy := sync.OnceValues(func() (*alpha.Policy[S, A, O], error) { return p.solve(params.Walks) })
			return func(*rand.Rand) (play.Player, error) { return p.seatSolved(policy) }, params, err
		},
	}
}

func (p *Problem[S, A, O]) solve(walks int) (*alpha.Policy[S, A, O], error) {
	s, err := alpha.Solve(context.Background(), exactProblem[S, A, O]{p.Model, p.Exact}, veil.Budget{Simulations: walks}, alpha.Config{Discount: p.Discount})
	if err != nil {
		return nil, err
	}
	return s.Policy, nil
}

func (p *Problem[S, A, O]) seatSolved(policy func() (*alpha.Policy[S, A, O], error)) (play.Player, error) {
	found, err := policy()
	if err != nil {
		return nil, err
	}
	prior, err := belief.Exact(p.Exact)
	if err != nil {
		return nil, err
	}
	plan := func(_ context.Context, b veil.Belief[S, A, O]) (play.PolicyMove[A], error) {
		d, err := found.Decide(b.(*belief.Set[S, A, O]).States())
		return play.PolicyMove[A]{Decision: d}, err
	}
	return p.Player(&play.Planner[S, A, O]{Belief: prior, Plan: plan}), nil
}
