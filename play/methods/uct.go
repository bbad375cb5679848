// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

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

	// Simulations is the number of simulations per move.
	Simulations int `json:"simulations"`
	// Work, if not 0, replaces Simulations: the number of steps of the model per move. Actions are then compared in the
	// same hidden states and with the same luck, followed by a policy that was learned before the first episode by
	// [lessons] times as many steps (uct.Learn), and the size of the belief follows from the work. It is the default of a
	// problem that neither lists its outcomes nor measures.
	Work int `json:"work,omitempty"`
	// Explore is the constant of the tree's bandit, in units of the range of returns. With a
	// policy, bounds guide the search instead.
	Explore float64 `json:"explore"`
	// Particles, if not 0, is how many hidden states the belief keeps. Otherwise it is exact or, with Work
	// or if the problem does not list its outcomes, a sample.
	Particles int `json:"particles"`
	// Answers says how a tree treats observations that are measurements and never equal: every one is new
	// (all), or few are followed ("widened") from states that are drawn again from the belief after them (redrawn) or
	// weighted in the tree (weighted: POMCPOW). If empty, measurements are weighted.
	Answers string `json:"answers,omitempty"`
}

// The ways to treat observations that are measurements.
const (
	allAnswers      = "all"
	redrawnAnswers  = "redrawn"
	weightedAnswers = "weighted"
)

// budget returns the work of a move.
func (p *PlannerParams) budget() veil.Budget {
	if p.Work > 0 {
		return veil.Budget{Steps: p.Work}
	}
	return veil.Budget{Simulations: p.Simulations}
}

func (p *PlannerParams) check(out play.Access) error {
	switch {
	case p.Work < 0 || p.Work > mostParticles*workPerParticle:
		return fmt.Errorf("work %d: want 1 to %d, or 0 to go by simulations", p.Work, mostParticles*workPerParticle)
	case p.Simulations < 0 || p.Simulations > 0 && p.Work > 0:
		return fmt.Errorf("simulations %d, work %d: want one of them, 1 or more", p.Simulations, p.Work)
	case p.Work > 0 && p.given():
		return fmt.Errorf("work %d: want simulations with a policy", p.Work)
	case !slices.Contains([]string{"", allAnswers, redrawnAnswers, weightedAnswers}, p.Answers):
		return fmt.Errorf("answers %q: want all, redrawn or weighted", p.Answers)
	case p.Particles < 0 || p.Particles > mostParticles:
		return fmt.Errorf("particles %d: want 1 to %d, or 0 for the exact belief", p.Particles, mostParticles)
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
			params, err := play.Strict(raw, PlannerParams{Explore: 0.3})
			if params.Simulations == 0 && params.Work == 0 {
				p.usual(&params)
			}
			if err == nil {
				err = params.check(out)
			}
			if err == nil && params.Answers == weightedAnswers && !p.measures() {
				err = errors.New("answers weighted: the problem lacks the likelihood of an observation (belief.ObservationModel)")
			}
			if params.given() {
				return p.bounded(out, params), params, err
			}
			return rollouts(params), params, err
		},
	}
}

// The usual effort per move.
const (
	usualSimulations = 1000
	usualWork        = 200_000
	// lessons is how many times the work of a move is spent on learning before the first episode.
	lessons = 100
)

// usual sets the effort that a problem has by default.
func (p *Problem[S, A, O]) usual(params *PlannerParams) {
	if p.Exact != nil || p.measures() || params.Answers != "" || params.given() {
		params.Simulations = usualSimulations
		return
	}
	params.Work = usualWork
}

// measures reports whether the problem knows how likely an observation is.
func (p *Problem[S, A, O]) measures() bool { return has[belief.ObservationModel[S, A, O]](p) }

// Rollouts returns the planner whose simulations end with rollouts. The states of its problem may
// differ from the domain's: they can carry memory for a policy.
func Rollouts[S, A, O comparable](p Problem[S, A, O]) func(PlannerParams) play.Factory {
	return func(params PlannerParams) play.Factory {
		cfg := p.rolling(params)
		learned := share(func(ctx context.Context) (*uct.Memory, error) {
			if !cfg.Paired {
				return nil, nil // searches by simulations learn nothing before
			}
			return uct.Learn(ctx, p.Model, lessons*params.Work, cfg)
		})
		return func(r *rand.Rand) (play.Player, error) {
			prior, err := p.priorOf(params, r.Uint64())
			if err != nil {
				return nil, err
			}
			return p.Player(&late[A, O]{begin: func(ctx context.Context) (policy[A, O], error) {
				memory, err := learned.get(ctx)
				if err != nil {
					return nil, err
				}
				cfg := cfg
				cfg.Memory = memory
				return p.search(p.Model, prior, r, params.budget(), cfg), nil
			}}), nil
		}
	}
}

// The widening that Sunberg & Kochenderfer (2018) use for POMCPOW on the line with a light: 5·n^(1/15) answers.
const (
	widenAnswers = 5
	widenPower   = 1.0 / 15
)

// rolling returns the configuration of a search with rollouts.
func (p *Problem[S, A, O]) rolling(params PlannerParams) uct.Config {
	cfg := uct.Config{
		Discount: p.Discount, Explore: params.Explore, Paired: params.Work > 0,
		Backup: uct.Returns, NoLaw: true, NoBounds: true, NoMerge: true, MostSimulated: true, Simulated: true,
	}
	answers := params.Answers
	if answers == "" && p.Exact == nil && p.measures() {
		answers = weightedAnswers
	}
	if answers == redrawnAnswers || answers == weightedAnswers {
		cfg.WidenAnswers, cfg.WidenPower, cfg.Weighted = widenAnswers, widenPower, answers == weightedAnswers
	}
	return cfg
}

// search returns the policy that searches the model with the given configuration.
func (p *Problem[S, A, O]) search(m veil.Model[S, A, O], prior veil.Belief[S, A, O], r *rand.Rand, budget veil.Budget, cfg uct.Config) policy[A, O] {
	plan := func(ctx context.Context, b veil.Belief[S, A, O]) (play.PolicyMove[A], error) {
		cfg := cfg
		cfg.Seed = r.Uint64()
		d, err := uct.Search(ctx, m, b, budget, cfg)
		return play.PolicyMove[A]{Decision: d}, err
	}
	return &play.Planner[S, A, O]{Belief: prior, Plan: plan}
}

// defaultParticles is the size of the belief of a problem that does not list its outcomes.
const defaultParticles = 1000

// workPerParticle is how many steps of the search the belief has one state for.
const workPerParticle = 100

// mostParticles limits the memory that a spec can ask for.
const mostParticles = 1 << 20

// priorOf returns the belief before the first move: see [PlannerParams].
func (p *Problem[S, A, O]) priorOf(params PlannerParams, seed uint64) (veil.Belief[S, A, O], error) {
	n := params.Particles
	switch {
	case n > 0:
	case params.Work > 0:
		n = max(params.Work/workPerParticle, 1)
	case p.Exact == nil:
		n = defaultParticles
	default:
		return belief.Exact(p.Exact)
	}
	return belief.NewParticles(p.Model, belief.ParticlesConfig{N: n, Seed: seed}), nil
}

// bounded returns the planner whose simulations end at the bounds of a policy.
func (p Problem[S, A, O]) bounded(out play.Access, params PlannerParams) play.Factory {
	solved := p.policy(out, params.policyParams)
	cfg := uct.Config{Discount: p.Discount, Bandit: uct.Optimist}
	return func(r *rand.Rand) (play.Player, error) {
		return p.Player(&late[A, O]{begin: func(ctx context.Context) (policy[A, O], error) {
			found, err := solved.get(ctx)
			if err != nil {
				return nil, err
			}
			return p.search(between[S, A, O]{p.Model}, found.First(), r, params.budget(), cfg), nil
		}}), nil
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
