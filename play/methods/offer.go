// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// Offer lists every method with the powers that the problem lacks for it. A method declares its
// needs as interfaces, and the model is asked for them, so a new problem gets every method that
// fits without naming any.
func Offer[S, A, O comparable](p Problem[S, A, O]) []play.Method {
	return []play.Method{
		{Entry: play.RandomEntry(), Source: "the baseline of all three papers"},
		p.bsruct(), p.bssuct(), p.modern(), p.improver(), p.solver(), p.optimal(),
	}
}

// All lists the methods with their sources, as offered to a problem without any power.
func All() []play.Method { return Offer(Problem[int, int, int]{}) }

// Names returns the names of the methods.
func Names() []string {
	var names []string
	for _, m := range All() {
		names = append(names, m.Name)
	}
	return names
}

// need is a power that a method requires of a problem.
type need struct {
	has  bool
	what string
}

// method returns an entry, or only its name if the problem lacks a power.
func method(e play.Entry, source string, needs ...need) play.Method {
	m := play.Method{Entry: e, Source: source}
	for _, n := range needs {
		if !n.has {
			m.Lacks = append(m.Lacks, n.what)
		}
	}
	if len(m.Lacks) > 0 {
		m.New = nil
	}
	return m
}

func (p *Problem[S, A, O]) needsModel() need { return need{p.Model != nil, "a model (veil.Model)"} }

// powers returns the model with all capabilities that searches may use.
func (p *Problem[S, A, O]) powers() veil.Model[S, A, O] {
	if p.Powers != nil {
		return p.Powers
	}
	return p.Model
}

// has reports whether the model implements the interface T.
func has[T any, S, A, O comparable](p *Problem[S, A, O]) bool {
	_, ok := p.powers().(T)
	return ok
}

// ranged completes the part of a configuration that the problem determines: the scale of returns.
// The 2011 backup of whole returns has no discount in the paper, and none here.
func (p *Problem[S, A, O]) ranged(cfg uct.Config) uct.Config {
	cfg.Low, cfg.High, cfg.Discount = p.Low, p.High, p.Discount
	if p.Discount != 0 {
		cfg.Total = false
	}
	return cfg
}

// treeParams are the parameters of all tree searches.
type treeParams struct {
	Simulations int `json:"simulations"` // per move
	// Belief names the estimator of the hidden state: see [Problem.prior].
	Belief string `json:"belief"`
	// Draws limits the hidden states that a belief examines per move, if it redraws them; a move
	// for which it finds none is random. It replaces the papers' thinking time.
	Draws int `json:"draws"`
}

func (p *Problem[S, A, O]) treeDefaults(simulations int) treeParams {
	return treeParams{Simulations: simulations, Belief: p.defaultBelief(), Draws: 100_000}
}

func (t treeParams) check(known []string) error {
	switch {
	case t.Simulations < 1:
		return fmt.Errorf("simulations %d: want 1 or more", t.Simulations)
	case t.Draws < 1:
		return fmt.Errorf("draws %d: want 1 or more", t.Draws)
	}
	return knownBelief(t.Belief, known)
}

// plan decides from a belief within a budget. collected is the reward of the episode so far.
type plan[S, A, O comparable] func(ctx context.Context, b veil.Belief[S, A, O], budget veil.Budget, seed uint64, collected float64) (veil.Decision[A], error)

// tree returns the entry of a method that searches a tree before every move.
func (p *Problem[S, A, O]) tree(name, about string, simulations int, search plan[S, A, O]) play.Entry {
	return play.Entry{Name: name, About: about, New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
		params, err := play.Strict(raw, p.treeDefaults(simulations))
		if err == nil {
			err = params.check(p.beliefs())
		}
		return func(r *rand.Rand) (play.Player, error) { return p.seat(r, params, search) }, params, err
	}}
}
