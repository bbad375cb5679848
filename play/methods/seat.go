// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// searcher keeps a belief and searches from it before every move.
type searcher[S, A, O comparable] struct {
	problem *Problem[S, A, O]
	params  treeParams
	search  plan[S, A, O]
	r       *rand.Rand
	seed    uint64 // of the belief
	belief  veil.Belief[S, A, O]
	effort  *belief.Effort
	earned  float64
}

func (p *Problem[S, A, O]) seat(r *rand.Rand, params treeParams, search plan[S, A, O]) (play.Player, error) {
	s := &searcher[S, A, O]{problem: p, params: params, search: search, r: r, effort: &belief.Effort{Left: params.Draws}}
	s.seed = r.Uint64()
	if p.First != nil {
		return s, nil
	}
	prior, err := p.prior(params.Belief, s.seed, s.effort)
	s.belief = prior
	return s, err
}

// sit narrows the problem by the player's first view.
func (s *searcher[S, A, O]) sit(seat play.Seat) error {
	view, err := seat.View()
	if err != nil {
		return err
	}
	episode, err := s.problem.First(view)
	if err != nil {
		return err
	}
	s.belief, err = episode.prior(s.params.Belief, s.seed, s.effort)
	for _, h := range episode.Heard {
		if err != nil {
			return err
		}
		s.belief, err = s.belief.Update(h.Action, h.Seen)
	}
	return err
}

// Move searches. If the belief finds no hidden state within its draws, the action is random.
func (s *searcher[S, A, O]) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	d, err := s.decide(ctx, seat)
	spent := s.effort.Left <= 0
	if spent && (errors.Is(err, uct.ErrNoAction) || err == nil && d.Work.Simulations == 0) {
		return s.anything(ctx, seat)
	}
	if err != nil {
		return play.Move{}, err
	}
	if len(d.Choices) == 0 {
		return play.Move{}, play.ErrStuck
	}
	action := s.problem.Actions.Format(d.Choices[0].Action)
	return play.Move{Action: action, Value: d.Value, Work: d.Work, Cut: d.Cut}, nil
}

// decide searches from the belief.
func (s *searcher[S, A, O]) decide(ctx context.Context, seat play.Seat) (veil.Decision[A], error) {
	if s.belief == nil {
		if err := s.sit(seat); err != nil {
			return veil.Decision[A]{}, err
		}
	}
	s.effort.Left = s.params.Draws
	return s.search(ctx, s.belief, veil.Budget{Simulations: s.params.Simulations}, s.r.Uint64(), s.earned)
}

// Advise searches and returns all choices.
func (s *searcher[S, A, O]) Advise(ctx context.Context, seat play.Seat) ([]veil.Choice[string], error) {
	d, err := s.decide(ctx, seat)
	return play.Advice(d.Choices, s.problem.Actions), err
}

func (s *searcher[S, A, O]) anything(ctx context.Context, seat play.Seat) (play.Move, error) {
	random, err := play.Random(s.r)
	if err != nil {
		return play.Move{}, err
	}
	m, err := random.Move(ctx, seat)
	m.Guess = true
	return m, err
}

// Earn adds up the rewards of the moves: the 2011 backup uses whole episodes.
func (s *searcher[S, A, O]) Earn(a play.Answer) { s.earned += a.Reward }

// Hear updates the belief.
func (s *searcher[S, A, O]) Hear(action, seen string) error {
	a, err := s.problem.Actions.Parse(action)
	if err != nil {
		return err
	}
	o, err := s.problem.Seen.Parse(seen)
	if err != nil {
		return fmt.Errorf("after %s saw %w", action, err)
	}
	s.effort.Left = s.params.Draws
	next, err := s.belief.Update(a, o)
	if err == nil {
		s.belief = next
	}
	return err
}
