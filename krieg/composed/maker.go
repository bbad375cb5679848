// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/selfplay"
	"github.com/veilplan/veil/search/andor"
)

// Recipe selects the problems to make. The same recipe makes the same problems.
type Recipe struct {
	Family string `json:"family"`
	Rules  string `json:"rules"`
	Plies  int    `json:"plies"`
	Seed   uint64 `json:"seed"`
	// Mates and Misses are the wanted numbers of each.
	Mates  int `json:"mates"`
	Misses int `json:"misses"`
	// Games limits the games played; 0 means no limit.
	Games uint64 `json:"games,omitempty"`
	// Min and Max limit the boards of a problem's belief; zero means 8 and 100.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Cap ends a game whose belief grows beyond it; zero means 10,000.
	Cap int `json:"cap,omitempty"`
	// States limits the hidden states of one question; zero means a million per ply. A question not
	// answered within it is left out of the set.
	States int64 `json:"states,omitempty"`
	// Refutation limits the nodes of a refutation that is kept; zero means 1,000, and none beyond
	// five plies, where refutations are long.
	Refutation int `json:"refutation,omitempty"`
}

// Set returns the name of the set: the family, the plies and, if it is not 1, the seed.
func (r *Recipe) Set() string {
	name := fmt.Sprintf("%s-%d", r.Family, r.Plies)
	if r.Seed != 1 {
		name += fmt.Sprintf(".%d", r.Seed)
	}
	return name
}

// maker plays the games of a recipe.
type maker struct {
	Recipe

	gen     selfplay.Generator
	ctx     context.Context // of one game
	wanted  func(verdict string) bool
	seen    map[string]bool // hashes of the beliefs that are in the set
	problem *Problem
	err     error
}

func newMaker(r Recipe) (*maker, error) {
	rules, err := krieg.RulesNamed(r.Rules)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(Families(), r.Family) {
		return nil, fmt.Errorf("no family %q; there are %s", r.Family, strings.Join(Families(), ", "))
	}
	if r.Plies < 1 || r.Plies%2 == 0 || r.Plies > 15 {
		return nil, fmt.Errorf("%d plies: want an odd number up to 15", r.Plies)
	}
	if r.States == 0 {
		r.States = int64(r.Plies) * 1_000_000
	}
	if r.Refutation == 0 && r.Plies <= 5 {
		r.Refutation = 1000
	}
	m := &maker{Recipe: r, seen: map[string]bool{}}
	m.gen = selfplay.Generator{Rules: rules, FromArray: r.Family == Hist || r.Family == Blind, Blind: r.Family == Blind, Min: r.Min, Max: r.Max, Cap: r.Cap, Keep: m.keep}
	if r.Family == Few {
		m.gen.BlackMen = 3
	}
	return m, nil
}

// game plays game i and returns the problem it ended with, or nil.
func (m *maker) game(ctx context.Context, i uint64) (*Problem, error) {
	m.ctx, m.problem, m.err = ctx, nil, nil
	h, err := m.gen.Game(ctx, m.Seed, i)
	if m.err != nil {
		return nil, m.err
	}
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err // a question may have been cut short
	}
	if h == nil {
		return nil, nil
	}
	m.problem.ID = fmt.Sprintf("%s-%d", m.Set(), i)
	m.problem.Game, m.problem.History = i, h.Log()
	return m.problem, nil
}

// keep reports whether a belief of a game makes a problem, or an error ends the game.
func (m *maker) keep(_ *krieg.History, b *krieg.Belief) bool {
	model, states := statesOf(b)
	m.problem, m.err = m.judge(model, states)
	if m.problem == nil || m.err != nil {
		return m.err != nil
	}
	m.problem.Family, m.problem.Plies = m.Family, m.Plies
	m.problem.Boards, m.problem.Belief = len(states), hashOf(states)
	return m.wanted(m.problem.Verdict) && !m.seen[m.problem.Belief]
}

// judge tries to prove a belief with more and more plies: a belief that is not even a near miss in
// two plies less is given up, as in the paper, and so is one that was a mate before.
func (m *maker) judge(model *krieg.Model, states []krieg.State) (*Problem, error) {
	res, err := m.prove(model, states, 1)
	if err != nil || res.Verdict != andor.Disproved {
		return nil, err
	}
	var p *Problem
	for d := 3; d <= m.Plies; d += 2 {
		if p, err = m.ask(model, states, d); err != nil || p == nil || p.Verdict == Mate && d < m.Plies {
			return nil, err
		}
	}
	return p, nil
}

func (m *maker) prove(model *krieg.Model, states []krieg.State, plies int) (andor.Result, error) {
	return andor.Prove(m.ctx, deduction.Rules(model), states, plies, m.config(plies))
}

func (m *maker) config(plies int) andor.Config {
	c := andor.Config{States: m.States}
	if plies == m.Plies {
		c.Refutation = m.Refutation
	}
	return c
}

// ask returns the problem of a belief, or nil if it is neither mate nor near miss.
func (m *maker) ask(model *krieg.Model, states []krieg.State, plies int) (*Problem, error) {
	res, err := m.prove(model, states, plies)
	if err != nil || res.Verdict == andor.Unknown {
		return nil, err
	}
	if res.Verdict == andor.Proved {
		return &Problem{Verdict: Mate, Winnable: len(states), Plan: res.Plan}, nil
	}
	if plies == m.Plies && !m.wanted(NearMiss) {
		return nil, nil
	}
	part, err := andor.ProvePart(m.ctx, deduction.Rules(model), states, plies, (len(states)+1)/2, m.config(0))
	if err != nil || part.Cut != nil {
		return nil, err
	}
	p := &Problem{Verdict: NearMiss, Boards: len(states), Winnable: part.Winnable, Refutation: res.Refutation}
	p.Covered, p.Plan = part.Of, part.Plan
	if !p.Informational() && !p.Halfway() {
		return nil, nil
	}
	return p, nil
}
