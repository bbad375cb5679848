// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/play"
)

type minesStep = belief.Step[mines.Cell, mines.Reading]

// planner returns a player that uses a tree search: a fresh belief for each game, and a search from
// it for each move.
func planner(
	game minesGame, prior func() (analysis.Belief, error),
	search func(ctx context.Context, r *rand.Rand, b analysis.Belief) (veil.Decision[mines.Cell], error),
) play.Factory {
	return func(r *rand.Rand) (play.Player, error) {
		b, err := prior()
		if err != nil {
			return nil, err
		}
		plan := func(ctx context.Context, b analysis.Belief) (play.PolicyMove[mines.Cell], error) {
			d, err := search(ctx, r, b)
			return play.PolicyMove[mines.Cell]{Decision: d, Guess: err == nil && mayLose(b, d.Choices[0].Action)}, err
		}
		return game.Player(&play.Planner[mines.State, mines.Cell, mines.Reading]{Belief: b, Plan: plan}), nil
	}
}

// mayLose reports whether opening the cell may lose, as far as the belief knows. Only the exact
// belief proves a cell safe.
func mayLose(b analysis.Belief, c mines.Cell) bool {
	exact, ok := b.(*count.Posterior)
	if ok && exact.View().First != mines.Any && exact.View().Untouched() {
		return false // the rule of the first click
	}
	return !ok || exact.Certainty(c) != count.CertainSafe
}

func posterior(model *mines.Model) func() (analysis.Belief, error) {
	return func() (analysis.Belief, error) {
		return count.NewPosterior(model, mines.NewView(model.Rules()), count.Limit{})
	}
}
