// SPDX-License-Identifier: BSD-3-Clause

// Package methods provides players for problems that pay rewards instead of being won or lost. They
// need only the problem's model.
package methods

import (
	"fmt"
	"math"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
)

// Problem is a problem with its text forms and its discount.
type Problem[S, A, O comparable] struct {
	play.Game[S, A, O]

	// Exact is the same model with its exact probabilities.
	Exact veil.Enumerator[S, A, O]
	// Discount is the factor on a reward one move later; below 1.
	Discount float64
}

// Configure returns the domain with its rules, the players that every problem has, and the given
// ones. The planner's rollouts may use another form of the problem, with memory for a policy: see
// [Rollouts].
func Configure[S, A, O comparable](
	rules any, p Problem[S, A, O], rollouts func(PlannerParams) play.Factory, players ...play.Entry,
) play.Configured {
	return play.Configured{
		Rules: rules, Table: p.Table, Discount: p.Discount, MaxMoves: p.maxMoves(),
		Players: append([]play.Entry{play.RandomEntry(), solver(p), planner(p, rollouts)}, players...),
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
