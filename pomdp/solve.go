// SPDX-License-Identifier: BSD-3-Clause

package pomdp

import (
	"context"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/search/alpha"
)

// Question sets the required precision.
type Question struct {
	Gap   float64 // stop when the bounds are this close; 0 means 0.001
	Walks int     // limits the work; 0 means no limit
}

// Progress is the state of a search.
type Progress = alpha.Progress

// Solve returns bounds on the value of best play. It calls tell, if not nil, with the bounds so far.
func Solve(ctx context.Context, p *tabular.Problem, q Question, limits api.Limits, tell func(Progress)) (*api.PomdpSolution, *Policy, error) {
	limits = limits.WithDefaults()
	ctx, cancel := api.WithTime(ctx, limits.Time)
	defer cancel()
	if q.Gap == 0 {
		q.Gap = 1e-3
	}
	cfg, err := config(p, limits)
	if err != nil {
		return nil, nil, err
	}
	cfg.Discount, cfg.Gap, cfg.Progress = p.Discount(), q.Gap, tell
	s, err := alpha.Solve(ctx, p, veil.Budget{Simulations: q.Walks}, cfg)
	if err != nil {
		return nil, nil, unsolved(err, p, "the problem cannot be solved")
	}
	doc := &api.PomdpSolution{
		Schema: "pomdp.solution/1", State: api.Partial, Cut: s.Decision.Cut, Value: bounds(s.Value()), Gap: q.Gap,
		Work:    api.PomdpWork{Walks: s.Decision.Work.Simulations, Beliefs: s.Decision.Work.Nodes, Vectors: s.Vectors()},
		Warning: p.Tables().Scaled.String(),
	}
	if doc.Value.Hi-doc.Value.Lo <= 1.001*q.Gap {
		doc.State = api.Done
	}
	for _, c := range s.Decision.Choices {
		doc.Moves = append(doc.Moves, api.PomdpMove{Action: p.NameAction(c.Action), Value: bounds(c.Value)})
	}
	return doc, s.Policy, nil
}

func bounds(v veil.Value) api.Bounds {
	lo, hi := v.Interval()
	return api.Bounds{Lo: lo, Hi: hi}
}
