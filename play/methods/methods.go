// SPDX-License-Identifier: BSD-3-Clause

// Package methods is the players of problems that pay rewards instead of being won or lost:
// they need only what the problem's model can do.
package methods

import (
	"fmt"
	"math"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
)

// Problem is a problem with its text forms and what a later reward is worth.
type Problem[S, A, O comparable] struct {
	play.Game[S, A, O]

	// Exact is the same model with its exact probabilities.
	Exact veil.Enumerator[S, A, O]
	// Discount is the factor on a reward one move later; below 1.
	Discount float64
}

// Configure returns the domain with its rules, with the players there are for every problem,
// and with those given. The planner's rollouts may be those of the problem in another form,
// with memory for a policy: see [Rollouts].
func Configure[S, A, O comparable](
	rules any, p Problem[S, A, O], rollouts func(PlannerParams) play.Factory, players ...play.Entry,
) play.Configured {
	return play.Configured{
		Rules: rules, Table: p.Table, Discount: p.Discount, MaxMoves: p.maxMoves(),
		Players: append([]play.Entry{play.RandomEntry(), solver(p), planner(p, rollouts)}, players...),
	}
}

// negligible is what is left of a reward when an episode ends for it is worth too little.
const negligible = 1e-4

// maxMoves returns after how many moves rewards are negligible.
func (p *Problem[S, A, O]) maxMoves() int {
	return int(math.Ceil(math.Log(negligible) / math.Log(p.Discount)))
}

// CheckDiscount reports a discount of the rules with which rewards have no finite sum.
func CheckDiscount(discount float64) error {
	if !(discount > 0 && discount < 1) {
		return fmt.Errorf("discount %v: want more than 0 and less than 1", discount)
	}
	return nil
}
