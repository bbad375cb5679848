// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Move is the decision of a player, with the work spent on it.
type Move struct {
	Action string
	// Value is the outcome that the player expects, if it computes one.
	Value veil.Value
	// Guess reports whether the player knows that the move is a risk.
	Guess bool
	Work  veil.Budget // spent on the decision
	Cut   bool        // the context ended the search: the move depends on the machine
}

// Player plays one episode. One that is an io.Closer is closed when the episode is over, or
// has failed.
type Player interface {
	// Move decides what to do next.
	Move(ctx context.Context, seat Seat) (Move, error)
	// Hear passes the observation after an action to the player. It is not called when
	// the episode is over.
	Hear(action, seen string) error
}

// Earner is a player that learns what its moves earn. Earn is called with the answer to
// every move, also the last one, before Hear.
type Earner interface {
	Earn(a Answer)
}

// Adviser is a player that values its actions.
type Adviser interface {
	// Advise returns the actions that the player considers, best first, with their values under best
	// play afterwards.
	Advise(ctx context.Context, seat Seat) ([]veil.Choice[string], error)
}

// Advice returns the choices of a decision with actions as text.
func Advice[A comparable](choices []veil.Choice[A], actions Text[A]) []veil.Choice[string] {
	list := make([]veil.Choice[string], len(choices))
	for i, c := range choices {
		list[i] = veil.Choice[string]{Action: actions.Format(c.Action), Value: c.Value}
	}
	return list
}

// Random returns a player, for any domain, that chooses uniformly among the actions.
func Random(r *rand.Rand) (Player, error) { return &random{r: r}, nil }

type random struct {
	r       *rand.Rand
	actions []string // scratch
}

func (p *random) Move(_ context.Context, seat Seat) (Move, error) {
	p.actions = seat.AppendActions(p.actions[:0])
	if len(p.actions) == 0 {
		return Move{}, ErrStuck
	}
	return Move{Action: p.actions[p.r.IntN(len(p.actions))]}, nil
}

func (p *random) Hear(string, string) error { return nil }

// ErrStuck reports a player that has no action to choose from.
var ErrStuck = errors.New("no action to choose from")

// PolicyMove is the decision of a [Policy]. Its fields are those of [Move].
type PolicyMove[A comparable] struct {
	veil.Decision[A]

	Guess bool
}

// Policy is a player that uses the types of a domain.
type Policy[A, O comparable] interface {
	// Decide returns a decision. Its first choice is played.
	Decide(ctx context.Context) (PolicyMove[A], error)
	// Hear passes the observation after an action to the policy.
	Hear(a A, seen O) error
}

// Player returns the policy as a player whose actions and observations are text.
func (g Game[S, A, O]) Player(policy Policy[A, O]) Player { return &typed[S, A, O]{g, policy} }

type typed[S any, A, O comparable] struct {
	game   Game[S, A, O]
	policy Policy[A, O]
}

func (p *typed[S, A, O]) Move(ctx context.Context, _ Seat) (Move, error) {
	d, err := p.policy.Decide(ctx)
	if err != nil {
		return Move{}, err
	}
	if len(d.Choices) == 0 {
		return Move{}, ErrStuck
	}
	action := p.game.Actions.Format(d.Choices[0].Action)
	return Move{Action: action, Value: d.Value, Guess: d.Guess, Work: d.Work, Cut: d.Cut}, nil
}

func (p *typed[S, A, O]) Advise(ctx context.Context, _ Seat) ([]veil.Choice[string], error) {
	d, err := p.policy.Decide(ctx)
	return Advice(d.Choices, p.game.Actions), err
}

func (p *typed[S, A, O]) Hear(action, seen string) error {
	a, err := p.game.Actions.Parse(action)
	if err != nil {
		return err
	}
	o, err := p.game.Seen.Parse(seen)
	if err != nil {
		return fmt.Errorf("after %s saw %w", action, err)
	}
	return p.policy.Hear(a, o)
}

// Planner is a policy that keeps a belief and plans from it. All searches of this module play through it.
type Planner[S any, A, O comparable] struct {
	Belief veil.Belief[S, A, O]
	Plan   func(ctx context.Context, b veil.Belief[S, A, O]) (PolicyMove[A], error)
}

// Decide plans from the belief.
func (p *Planner[S, A, O]) Decide(ctx context.Context) (PolicyMove[A], error) {
	return p.Plan(ctx, p.Belief)
}

// Hear updates the belief.
func (p *Planner[S, A, O]) Hear(a A, seen O) error {
	next, err := p.Belief.Update(a, seen)
	if err == nil {
		p.Belief = next
	}
	return err
}
