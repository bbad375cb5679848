// SPDX-License-Identifier: BSD-3-Clause

package baseline

import (
	"context"

	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/internal/game"
	"github.com/veilplan/veil/search/proof"
)

// search is a game and the method that searches it.
type search[S, A, O comparable] struct {
	*game.Game[S, A, O]
	Config
	stepper andor.SafeStepper[A, O]
}

func newSearch[S, A, O comparable](g *game.Game[S, A, O], method Config) *search[S, A, O] {
	s := &search[S, A, O]{Game: g, Config: method}
	s.stepper, _ = g.Rules.(andor.SafeStepper[A, O])
	return s
}

// Prove is [andor.Prove] by the given method. Of cfg, the methods of the paper use only
// the limits and Beliefs.
func Prove[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, method Config, cfg andor.Config) (andor.Result, error) {
	if err := method.validate(); err != nil {
		return andor.Result{}, err
	}
	if method.Method == Veil {
		return andor.Prove(ctx, m, start, plies, cfg)
	}
	return andor.Run(ctx, m, plies, cfg, game.Whole(start, func(g *game.Game[S, A, O], open []S) *game.Plan[A, O] {
		return newSearch(g, method).find(open)
	}))
}

// find returns a plan, or nil.
func (s *search[S, A, O]) find(b []S) *game.Plan[A, O] {
	switch s.Method {
	case PNS:
		return s.findPNS(b)
	case DUB:
		return s.findDUB(b)
	case DBU:
		return s.findDBU(b)
	case IPNS:
		return s.findIPNS(b)
	default:
		return s.findDFS(b)
	}
}

// safeStep reports whether a step never hurts: it was refused without a change, or the problem
// declares it safe.
func (s *search[S, A, O]) safeStep(a A, h game.Heard[O], changed bool) bool {
	return h.Refused && !changed || s.stepper != nil && s.stepper.SafeStep(a, h.Answer)
}
