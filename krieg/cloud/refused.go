// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Where refusals are announced, their number tells about the board: an opponent is refused more often
// where more of what it may try is illegal. The model: each of its tries is drawn from all that it may
// try, an illegal one with [Config].Refusals times the weight of a legal one, since players know more
// than their own men. So a refusal multiplies the weight of a board by the chance of an illegal try,
// and a move by that of a legal one, whatever the move.

// weighsRefusals reports whether refusals are part of the weights.
func (g *game) weighsRefusals() bool { return g.Refusals > 0 && g.rules.PublicRefusals }

// refused returns the chance that a try of the opponent, who is to move, is refused.
func (g *game) refused(p *krieg.Position, legal int) float64 {
	var l chess.Moves
	alone := p.Without(g.me)
	alone.Tries(&l)
	illegal := float64(g.Refusals * float64(max(0, l.Len()-legal)))
	return illegal / (illegal + float64(max(1, legal)))
}

// refusedOn is refused where the legal moves are not known yet.
func (g *game) refusedOn(p *krieg.Position, turn krieg.Record) float64 {
	var l chess.Moves
	turn.Moves(p, &l)
	return g.refused(p, l.Len())
}
