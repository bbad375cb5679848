// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// Result is the answer to whether a win can be forced.
type Result struct {
	Verdict Verdict
	// Plan is the proof of a verdict Proved.
	Plan *proof.Plan
	// Refutation proves a verdict Disproved. Where it is nil, the verdict rests on an
	// exhaustive search.
	Refutation *proof.Refutation
	Stats      Stats
	// Cut says why the verdict is Unknown.
	Cut error
}

// Prove decides whether there is a plan that wins from every state of start within so
// many plies. The states must agree in what the player sees. A search that is ended by
// a limit or the context returns the verdict Unknown and no error.
func Prove[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, cfg Config) (Result, error) {
	g, open, err := ask(ctx, m, start, plies, &cfg)
	if err != nil {
		return Result{}, err
	}
	var found *plan[A, O]
	switch {
	case open != nil && len(open) == 0:
		found = &plan[A, O]{} // won already
	case len(open) > 0 && plies > 0:
		found = run(g, open, plies)
	}
	return g.result(m, start, plies, found)
}

// ask makes the game of a question and returns the states that are not decided; nil if
// one is lost.
func ask[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, cfg *Config) (*game[S, A, O], []S, error) {
	if err := cfg.validate(); err != nil {
		return nil, nil, err
	}
	if len(start) == 0 {
		return nil, nil, fmt.Errorf("empty belief: %w", veil.ErrImpossible)
	}
	if plies < 0 || plies > proof.MaxPlies {
		return nil, nil, fmt.Errorf("%d plies: want 0 to %d", plies, proof.MaxPlies)
	}
	g := newGame(m)
	g.ctx, g.cfg = ctx, cfg
	g.poll()
	return g, g.openStates(start), nil
}

// openStates returns the states that are not decided, each once, or nil if one is lost.
func (g *game[S, A, O]) openStates(start []S) []S {
	b := bag[S]{list: []S{}}
	for i := range start {
		switch g.m.Status(&start[i]) {
		case veil.Open:
			b.add(&start[i])
		case veil.Lost:
			return nil
		case veil.Won:
		}
	}
	return b.list
}

// run searches with the method asked for and returns a plan, or nil.
func run[S, A, O comparable](g *game[S, A, O], b []S, d int) *plan[A, O] {
	switch g.cfg.Method {
	case Veil:
		return searchVeil(g, b, d)
	case PNS:
		return searchPNS(g, b, d)
	case DUB:
		return searchDUB(g, b, d)
	case DBU:
		return searchDBU(g, b, d)
	case IPNS:
		return searchIPNS(g, b, d)
	default:
		return searchDFS(g, b, d)
	}
}

func (g *game[S, A, O]) result(m proof.Rules[S, A, O], start []S, plies int, found *plan[A, O]) (Result, error) {
	r := Result{Stats: g.stats, Cut: g.cut}
	switch {
	case errors.Is(g.cut, ErrEndless):
		return Result{}, g.cut
	case g.cut != nil:
		return r, nil
	case found == nil:
		r.Verdict, r.Refutation = Disproved, g.refutation
		return r, nil
	}
	r.Verdict = Proved
	var err error
	r.Plan, err = proof.Tidy(m, start, write(proof.NamesOf(m), found, plies), g.cfg.Beliefs)
	if err != nil {
		return Result{}, fmt.Errorf("the search is wrong: %w", err)
	}
	return r, nil
}
