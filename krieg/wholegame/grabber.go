// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
)

// Grabber is an opponent that draws a move, and a second time if the first captures nothing. It
// implements cloud.Opponent.
type Grabber struct{}

// Weigh sets the probability of each move, up to a factor.
func (Grabber) Weigh(p *krieg.Position, _ cloud.Before, moves []krieg.Move, weights []float64) {
	quiet := 0
	for _, m := range moves {
		if p.KindAt(m.To()) == chess.NoKind {
			quiet++
		}
	}
	again := float64(quiet) / float64(len(moves)) // the chance of a second draw
	for i, m := range moves {
		if weights[i] = again; p.KindAt(m.To()) != chess.NoKind {
			weights[i]++
		}
	}
}
