// SPDX-License-Identifier: BSD-3-Clause

package tigerplayers

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
)

type plannerParams struct {
	Simulations int     `json:"simulations"` // per move
	Explore     float64 `json:"explore"`     // the constant of the tree's bandit
}

// planner improves the listener by search.
func planner(model tiger.Model, game tigerGame, discount float64) play.Entry {
	return play.Entry{
		Name: "planner", About: "replaces the listener's move where a search proves another to be better",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, plannerParams{Simulations: 2000, Explore: 0.1})
			return seatPlanner(model, game, discount, params), params, err
		},
	}
}

func seatPlanner(model tiger.Model, game tigerGame, discount float64, params plannerParams) play.Factory {
	problem := listening{model}
	cfg := uct.ImproveConfig{Tree: uct.Config{
		Discount: discount,
		Low:      tiger.Mauled * float64(model.Horizon), High: tiger.Prize * float64(model.Horizon), Explore: params.Explore,
	}}
	return func(r *rand.Rand) (play.Player, error) {
		prior, err := belief.Exact[heard, tiger.Action, tiger.Sound](problem)
		if err != nil {
			return nil, err
		}
		plan := func(ctx context.Context, b heardBelief) (play.PolicyMove[tiger.Action], error) {
			cfg := cfg
			cfg.Tree.Seed = r.Uint64()
			d, err := uct.Improve(ctx, problem, b, veil.Budget{Simulations: params.Simulations}, cfg)
			return play.PolicyMove[tiger.Action]{Decision: d, Guess: err == nil && d.Choices[0].Action != tiger.Listen}, err
		}
		return game.Player(&play.Planner[heard, tiger.Action, tiger.Sound]{Belief: prior, Plan: plan}), nil
	}
}

// heard is a state with the player's memory: how many more growls came from the right than from the
// left since a door was opened.
type heard struct {
	tiger.State

	Lead int
}

type heardBelief = veil.Belief[heard, tiger.Action, tiger.Sound]

// listening is the tiger problem with the listener's policy: two more growls from one side open the
// other door (Kaelbling, Littman & Cassandra 1998, §5.1).
type listening struct{ model tiger.Model }

// Start draws a hidden state.
func (l listening) Start(r *rand.Rand) heard { return heard{State: l.model.Start(r)} }

// AppendActions appends the three actions.
func (l listening) AppendActions(dst []tiger.Action, s *heard) []tiger.Action {
	return l.model.AppendActions(dst, &s.State)
}

// Step performs a and remembers the growl.
func (l listening) Step(r *rand.Rand, s *heard, a tiger.Action) (tiger.Sound, float64, bool) {
	seen, reward, done := l.model.Step(r, &s.State, a)
	s.Lead = remember(s.Lead, seen)
	return seen, reward, done
}

// AppendStarts appends the two hidden states.
func (l listening) AppendStarts(dst []veil.Weighted[heard]) []veil.Weighted[heard] {
	for _, w := range l.model.AppendStarts(nil) {
		dst = append(dst, veil.Weighted[heard]{State: heard{State: w.State}, P: w.P})
	}
	return dst
}

// AppendOutcomes appends the outcomes of a.
func (l listening) AppendOutcomes(dst []veil.Outcome[heard, tiger.Sound], s *heard, a tiger.Action) []veil.Outcome[heard, tiger.Sound] {
	for _, out := range l.model.AppendOutcomes(nil, &s.State, a) {
		dst = append(dst, veil.Outcome[heard, tiger.Sound]{
			State: heard{out.State, remember(s.Lead, out.Seen)}, Seen: out.Seen, Reward: out.Reward, Done: out.Done, P: out.P,
		})
	}
	return dst
}

func remember(lead int, seen tiger.Sound) int {
	switch seen {
	case tiger.GrowlRight:
		return lead + 1
	case tiger.GrowlLeft:
		return lead - 1
	default:
		return 0
	}
}

// AppendCandidates appends the listener's action, then the others.
func (l listening) AppendCandidates(dst []tiger.Action, b heardBelief) []tiger.Action {
	s := b.Sample(rand.New(rand.NewPCG(0, 0))) // the memory is the same in every state
	first := choose(s.Lead)
	dst = append(dst, first)
	for _, a := range l.AppendActions(nil, &s) {
		if a != first {
			dst = append(dst, a)
		}
	}
	return dst
}

func choose(lead int) tiger.Action {
	switch {
	case lead >= 2:
		return tiger.OpenLeft
	case lead <= -2:
		return tiger.OpenRight
	default:
		return tiger.Listen
	}
}

// Continue plays the listener's policy to the end.
func (l listening) Continue(r *rand.Rand, s *heard) float64 {
	for sum := 0.0; ; {
		_, reward, done := l.Step(r, s, choose(s.Lead))
		if sum += reward; done {
			return sum
		}
	}
}
