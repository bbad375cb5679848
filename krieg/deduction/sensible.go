// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// Sensible returns the opponent of the weights [krieg.BySensible]: the player's own model, fitted to
// 7,080 moves of five players, without the opponent's last move. That differs between the ways to
// one board, which exact beliefs merge.
func Sensible() krieg.Opponent { return sensible{tactics.UsualOpponent()} }

type sensible struct{ model *tactics.Opponent }

// Weigh weighs the moves of a hidden board after the player's move that was heard.
func (s sensible) Weigh(board *krieg.Position, mine krieg.Percept, moves []krieg.Move, weights []float64) {
	var before cloud.Before
	before.Taken, before.Took = mine.Capture()
	s.model.Weigh(board, before, moves, weights)
}

// forgetful is the same model for samples.
type forgetful struct{ sensible }

func (f forgetful) Weigh(board *krieg.Position, before cloud.Before, moves []krieg.Move, weights []float64) {
	before.Last = 0
	f.model.Weigh(board, before, moves, weights)
}
