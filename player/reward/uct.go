// SPDX-License-Identifier: BSD-3-Clause

package reward

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

type plannerParams struct {
	Simulations int `json:"simulations"` // a move
	// Explore is the constant of the tree's bandit, in units of the range of returns.
	Explore float64 `json:"explore"`
	// Particles, if not 0, is how many hidden states the belief keeps; otherwise it is exact.
	Particles int `json:"particles"`
}

func (p *plannerParams) check() error {
	switch {
	case p.Simulations < 1:
		return fmt.Errorf("simulations %d: want 1 or more", p.Simulations)
	case p.Particles < 0:
		return fmt.Errorf("particles %d: want a number, or 0 for the exact belief", p.Particles)
	case !(p.Explore > 0):
		return fmt.Errorf("explore %v: want more than 0", p.Explore)
	}
	return nil
}

// Planner searches a tree from its belief before every move. Its problem may have states of
// its own, with memory for a policy of simulations.
func Planner[S, A, O comparable](p Problem[S, A, O]) play.Entry {
	return play.Entry{
		Name: "uct", About: "tree search from the belief before every move",
		New: func(raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, plannerParams{Simulations: 1000, Explore: 0.3})
			if err == nil {
				err = params.check()
			}
			return p.seat(params), params, err
		},
	}
}

func (p Problem[S, A, O]) seat(params plannerParams) play.Factory {
	cfg := uct.Config{
		Discount: p.Discount, Explore: params.Explore,
		Backup: uct.Returns, NoLaw: true, NoBounds: true, NoMerge: true, MostSimulated: true, Simulated: true,
	}
	return func(r *rand.Rand) (play.Player, error) {
		prior, err := p.prior(params.Particles, r.Uint64())
		if err != nil {
			return nil, err
		}
		plan := func(ctx context.Context, b veil.Belief[S, A, O]) (play.PolicyMove[A], error) {
			cfg := cfg
			cfg.Seed = r.Uint64()
			d, err := uct.Search(ctx, p.Model, b, veil.Budget{Simulations: params.Simulations}, cfg)
			return play.PolicyMove[A]{Decision: d}, err
		}
		return p.Player(&play.Planner[S, A, O]{Belief: prior, Plan: plan}), nil
	}
}

// prior returns the belief before the first move.
func (p *Problem[S, A, O]) prior(particles int, seed uint64) (veil.Belief[S, A, O], error) {
	if particles > 0 {
		return belief.NewParticles(p.Model, belief.ParticlesConfig{N: particles, Seed: seed}), nil
	}
	return belief.Exact(p.Exact)
}
