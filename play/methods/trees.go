// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"cmp"
	"context"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
)

// bsruct returns the planner of 2011, which needs only the model.
func (p *Problem[S, A, O]) bsruct() play.Method {
	cfg := p.ranged(uct.BSRUCT())
	e := p.tree("bsruct", "tree search that redraws the hidden state at every step", 1000,
		func(ctx context.Context, b veil.Belief[S, A, O], budget veil.Budget, seed uint64, collected float64) (veil.Decision[A], error) {
			cfg := cfg
			cfg.Seed = seed
			if cfg.Total {
				cfg.Base = collected
			}
			return uct.Search(ctx, p.Model, b, budget, cfg)
		})
	return method(e, "Couëtoux, Milone & Teytaud 2011, pp. 280–285, Alg. 2 (BSR-UCT) with Alg. 1, 3 or 4 as its belief", p.needsModel())
}

// bssuct returns the planner of 2012: a solver guides the tree and plays the simulations.
func (p *Problem[S, A, O]) bssuct() play.Method {
	cfg := p.ranged(uct.BSSUCT())
	e := p.tree("bssuct", "tree search with a solver in its nodes and simulations", 1000, p.guided(p.guide(), cfg))
	return method(e, "Sebag & Teytaud 2012 (LION 6), Table 1 (BSSUCT)", p.needsModel(),
		need{has[uct.Guide[S, A, O]](p) || p.Exact != nil, "a guide (uct.Guide: AppendPriors), or exact probabilities that give one (veil.Enumerator)"})
}

// modern returns the planner of this module.
func (p *Problem[S, A, O]) modern() play.Method {
	e := p.tree("uct", "tree search from the belief before every move", 1000, p.guided(p.powers(), p.ranged(p.Tree)))
	return method(e, "package search/uct; root sampling after Silver & Veness 2010, Lemma 1", p.needsModel())
}

// guided searches with the given powers. A forced move needs no search.
func (p *Problem[S, A, O]) guided(powers veil.Model[S, A, O], cfg uct.Config) plan[S, A, O] {
	return func(ctx context.Context, b veil.Belief[S, A, O], budget veil.Budget, seed uint64, _ float64) (veil.Decision[A], error) {
		if f, ok := powers.(uct.Forcer[S, A, O]); ok {
			if a, ok := f.Forced(b); ok {
				return veil.Decision[A]{Choices: []veil.Choice[A]{{Action: a}}, Ties: 1}, nil
			}
		}
		cfg := cfg
		cfg.Seed = seed
		return uct.Search(ctx, powers, b, budget, cfg)
	}
}

// improver returns the method that replaces moves of a fast policy if a test shows another to be better.
func (p *Problem[S, A, O]) improver() play.Method {
	cfg, powers := uct.ImproveConfig{Tree: p.ranged(p.Tree)}, p.fastPolicy()
	e := p.tree("planner", "replaces the move of a fast policy where a search shows another to be better", 1000,
		func(ctx context.Context, b veil.Belief[S, A, O], budget veil.Budget, seed uint64, _ float64) (veil.Decision[A], error) {
			cfg := cfg
			cfg.Tree.Seed = seed
			return uct.Improve(ctx, powers, b, budget, cfg)
		})
	return method(e, "package search/uct, Improve; sequential halving after Karnin, Koren & Somekh 2013", p.needsModel(),
		need{has[uct.Adviser[S, A, O]](p) || p.Exact != nil, "a fast policy (uct.Adviser: AppendCandidates), or exact probabilities that give one (veil.Enumerator)"},
		need{has[uct.Continuer[S]](p) || p.Exact != nil, "games played out (uct.Continuer: Continue)"})
}

// patience is the discount of the solver for problems without one: its bounds need a discount below 1.
const patience = 0.95

// solver returns the method that solves the problem before the first episode.
func (p *Problem[S, A, O]) solver() play.Method {
	discounted := *p
	discounted.Discount = cmp.Or(p.Discount, patience)
	return method(solver(discounted), "package search/alpha; point-based backups after Kurniawati, Hsu & Lee 2008", p.needsModel(),
		need{p.Exact != nil, "exact probabilities (veil.Enumerator)"})
}
