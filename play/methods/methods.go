// SPDX-License-Identifier: BSD-3-Clause

// Package methods provides the players that every problem gets from its model. A method declares the powers
// that it needs as interfaces; [Offer] asks the model for them and lists what is lacking.
package methods

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// Problem is a problem with its text forms and its discount.
type Problem[S, A, O comparable] struct {
	play.Game[S, A, O]

	// Exact is the same model with its exact probabilities, if it knows them.
	Exact veil.Enumerator[S, A, O]
	// Powers is the model with everything that searches may use: guides, policies, bounds. Nil means Model.
	Powers veil.Model[S, A, O]
	// Beliefs are estimators of the problem itself, by name, besides those that every model has. One
	// that is called exact replaces Bayes over listed states.
	Beliefs map[string]func(seed uint64) (veil.Belief[S, A, O], error)
	// Usual names the estimator that searches use by default; empty means the exact one, if there is one.
	Usual string
	// First, if not nil, narrows the problem to an episode by the player's first view, where that shows
	// more than the rules: the player's side, the start of a game.
	First func(view json.RawMessage) (Episode[S, A, O], error)
	// Tree configures uct and planner where the zero Config does not suit the problem.
	Tree uct.Config
	// Goal judges states for proofs, if the model has no judge: its table would then count wins.
	Goal veil.Judge[S]
	// Discount is the factor on a reward one move later; 0 if later rewards count as much.
	Discount float64
	// Low and High bound the return of an episode without a discount. Both zero mean 0 and 1, a
	// winning chance.
	Low, High float64
}

// Episode is a problem narrowed to one episode.
type Episode[S, A, O comparable] struct {
	Problem[S, A, O]

	// Heard lists observations from before the player's first action.
	Heard []belief.Step[A, O]
}

// Configure returns the domain with its rules, the players that every problem has, and the given
// ones. The planner's rollouts may use another form of the problem, with memory for a policy: see
// [Rollouts].
func Configure[S, A, O comparable](
	rules any, p Problem[S, A, O], rollouts func(PlannerParams) play.Factory, players ...play.Entry,
) play.Configured {
	own := []play.Entry{play.RandomEntry()}
	if p.Exact != nil {
		own = append(own, solver(p))
	}
	return play.Configured{
		Rules: rules, Table: p.Table, Discount: p.Discount, MaxMoves: p.maxMoves(),
		Players: append(append(own, planner(p, rollouts)), players...),
		Actions: p.Actions.Names(), Observations: p.Seen.Names(),
		Methods: Offer(p), Prover: Prover(p), Solver: Solver(p),
	}
}

// negligible is the discount factor below which an episode is cut off.
const negligible = 1e-4

// maxMoves returns the number of moves after which rewards are negligible.
func (p *Problem[S, A, O]) maxMoves() int {
	return int(math.Ceil(math.Log(negligible) / math.Log(p.Discount)))
}

// CheckDiscount reports a discount with which the sum of rewards may be infinite.
func CheckDiscount(discount float64) error {
	if !(discount > 0 && discount < 1) {
		return fmt.Errorf("discount %v: want more than 0 and less than 1", discount)
	}
	return nil
}
