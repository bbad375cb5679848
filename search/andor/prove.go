// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"
	"errors"

	"github.com/veilplan/veil/search/andor/internal/game"
	"github.com/veilplan/veil/search/proof"
)

// Result is the answer to whether a win can be forced.
type Result struct {
	Verdict Verdict
	// Plan is the proof if the verdict is Proved.
	Plan *proof.Plan
	// Refutation is the proof if the verdict is Disproved. If it is nil, the verdict relies on an
	// exhaustive search.
	Refutation *proof.Refutation
	Stats      Stats
	// Cut is the reason if the verdict is Unknown.
	Cut error
}

// Prove decides whether there is a plan that wins from every state of start within the
// given number of plies. All states must look the same to the player. If a limit or the
// context ends the search, Prove returns the verdict Unknown and no error.
func Prove[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, cfg Config) (Result, error) {
	var refutation *proof.Refutation
	r, err := Run(ctx, m, plies, cfg, game.Whole(start, func(g *game.Game[S, A, O], open []S) *game.Plan[A, O] {
		v, ids := newCoreSearch(g, &cfg, open)
		p, core := v.or(ids, plies, 0)
		if core != nil && g.Cut == nil && cfg.Refutation > 0 {
			refutation = v.refutation(core, plies)
		}
		return p
	}))
	r.Refutation = refutation
	return r, err
}

// Run answers a question by a search of package baseline, which shares the game, the
// limits and the form of the proof with this package. The type of a search is internal,
// so other packages cannot call Run.
func Run[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], plies int, cfg Config, search game.Search[S, A, O]) (Result, error) {
	g, err := game.New(ctx, m, plies, cfg.limits())
	if err != nil {
		return Result{}, err
	}
	start, found, err := search(g)
	if err != nil {
		return Result{}, err
	}
	return conclude(g, start, found, &cfg)
}

// ask returns the game of a question and the states that are not decided; nil if one
// is lost.
func ask[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, cfg *Config) (*game.Game[S, A, O], []S, error) {
	g, err := game.New(ctx, m, plies, cfg.limits())
	if err != nil {
		return nil, nil, err
	}
	open, err := g.Open(start)
	return g, open, err
}

// conclude returns the result of a search that has ended.
func conclude[S, A, O comparable](g *game.Game[S, A, O], start []S, found *game.Plan[A, O], cfg *Config) (Result, error) {
	r := Result{Stats: Stats(g.Stats), Cut: g.Cut}
	switch {
	case errors.Is(r.Cut, ErrEndless):
		return Result{}, r.Cut
	case r.Cut != nil:
		return r, nil //nolint:nilerr // a search that was cut is an answer
	case found == nil:
		r.Verdict = Disproved
		return r, nil
	}
	p, err := g.Proof(start, found, cfg.Beliefs)
	if err != nil {
		return Result{}, err
	}
	if r.Cut = g.Cut; r.Cut == nil {
		r.Verdict, r.Plan = Proved, p
	}
	return r, nil
}
