// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/alpha"
	"github.com/veilplan/veil/search/uct"
)

// PlannerParams are the parameters of the planner. With a policy, simulations end at its bounds;
// without one, with rollouts.
type PlannerParams struct {
	policyParams

	Simulations int `json:"simulations"` // per move
	// Explore is the constant of the tree's bandit, in units of the range of returns. With a
	// policy, bounds guide the search instead.
	Explore float64 `json:"explore"`
	// Particles, if not 0, is how many hidden states the belief keeps; otherwise it is exact.
	Particles int `json:"particles"`
}

func (p *PlannerParams) check(out play.Access) error {
	switch {
	case p.Simulations < 1:
		return fmt.Errorf("simulations %d: want 1 or more", p.Simulations)
	case p.Particles < 0:
		return fmt.Errorf("particles %d: want 1 or more, or 0 for the exact belief", p.Particles)
	case !(p.Explore > 0):
		return fmt.Errorf("explore %v: want more than 0", p.Explore)
	case p.given() && p.Particles > 0:
		return errors.New("particles: want 0 with a policy, whose bounds hold for exact beliefs only")
	}
	return p.settle(out)
}

// planner searches a tree from its belief before every move.
func planner[S, A, O comparable](p Problem[S, A, O], rollouts func(PlannerParams) play.Factory) play.Entry {
	return play.Entry{
		Name: "uct", About: "tree search from the belief before every move",
		New: func(out play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, PlannerParams{Simulations: 1000, Explore: 0.3})
			if err == nil {
				err = params.check(out)
			}
			if params.given() {
				return p.bounded(out, params), params, err
			}
			return rollouts(params), params, err
		},
	}
}

// Rollouts returns the planner whose simulations end with rollouts. The states of its problem may
// differ from the domain's: they can carry memory for a policy.
func Rollouts[S, A, O comparable](p Problem[S, A, O]) func(PlannerParams) play.Factory {
	return func(params PlannerParams) play.Factory {
		cfg := uct.Config{
			Discount: p.Discount, Explore: params.Explore,
			Backup: uct.Returns, NoLaw: true, NoBounds: true, NoMerge: true, MostSimulated: true, Simulated: true,
		}
		return func(r *rand.Rand) (play.Player, error) {
			prior, err := p.priorOf(params.Particles, r.Uint64())
			if err != nil {
				return nil, err
			}
			return p.search(p.Model, prior, r, params.Simulations, cfg), nil
		}
	}
}

// search returns the player that searches the model with the given configuration.
func (p *Problem[S, A, O]) search(m veil.Model[S, A, O], prior veil.Belief[S, A, O], r *rand.Rand, simulations int, cfg uct.Config) play.Player {
	plan := func(ctx context.Context, b veil.Belief[S, A, O]) (play.PolicyMove[A], error) {
		cfg := cfg
		cfg.Seed = r.Uint64()
		d, err := uct.Search(ctx, m, b, veil.Budget{Simulations: simulations}, cfg)
		return play.PolicyMove[A]{Decision: d}, err
	}
	return p.Player(&play.Planner[S, A, O]{Belief: prior, Plan: plan})
}

// priorOf returns the belief before the first move: a sample of the given number of particles, or
// the exact belief for 0.
func (p *Problem[S, A, O]) priorOf(particles int, seed uint64) (veil.Belief[S, A, O], error) {
	if particles > 0 {
		return belief.NewParticles(p.Model, belief.ParticlesConfig{N: particles, Seed: seed}), nil
	}
	return belief.Exact(p.Exact)
}

// bounded returns the planner whose simulations end at the bounds of a policy.
func (p Problem[S, A, O]) bounded(out play.Access, params PlannerParams) play.Factory {
	policy := p.policy(out, params.policyParams)
	cfg := uct.Config{Discount: p.Discount, Bandit: uct.Optimist}
	return func(r *rand.Rand) (play.Player, error) {
		found, err := policy()
		if err != nil {
			return nil, err
		}
		return p.search(between[S, A, O]{p.Model}, found.First(), r, params.Simulations, cfg), nil
	}
}

// between is a problem whose beliefs have bounds on their value.
type between[S, A, O comparable] struct{ veil.Model[S, A, O] }

// Bounds returns the bounds of the policy.
func (between[S, A, O]) Bounds(b veil.Belief[S, A, O]) (lo, hi float64) {
	return b.(*alpha.Belief[S, A, O]).Bounds()
}

// Value returns the lower bound: the policy earns at least this much.
func (m between[S, A, O]) Value(b veil.Belief[S, A, O]) float64 {
	lo, _ := m.Bounds(b)
	return lo
}
