// SPDX-License-Identifier: BSD-3-Clause

package policy

import (
	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/chess"
)

// Opponent models an opponent who prefers captures, queens and the forward direction. It
// implements cloud.Opponent.
type Opponent struct{}

// Weigh weighs the moves of a hidden board.
func (Opponent) Weigh(p *krieg.Position, moves []krieg.Move, weights []float64) {
	for i, m := range moves {
		weights[i] = likes(p, m)
	}
}

func likes(p *krieg.Position, m krieg.Move) float64 {
	w := 1.0
	kind := p.KindAt(m.From())
	switch m.Promotion() {
	case chess.NoKind:
	case chess.Queen:
		return 8
	default:
		return 0.2
	}
	switch taken := p.KindAt(m.To()); {
	case taken != chess.NoKind && worth(taken) >= worth(kind):
		w *= 4
	case taken != chess.NoKind:
		w *= 2
	}
	if kind == chess.King {
		w *= 0.4
	}
	return w
}
