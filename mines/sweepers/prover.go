// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"context"
	"errors"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// prover proves that a board can be won without a guess. It is not the prover that every problem gets, because a
// protected first click decides which layouts are possible: each is searched by itself.
func prover(rules mines.Rules) *play.Prover {
	board := mines.NewView(rules)
	enough := rules.Cells() - rules.Mines // a ply opens one safe cell
	return &play.Prover{
		Enough: enough,
		Prove: func(ctx context.Context, q play.ProofQuestion) (play.Proof, error) {
			by, err := baseline.Named(q.Method)
			if err != nil {
				return play.Proof{}, err
			}
			if q.Plies < enough {
				return play.Proof{Verdict: "disproved", Plies: q.Plies}, nil
			}
			p, err := analysis.ProveBy(ctx, board, by, api.Limits{Nodes: int(q.Nodes), Memory: q.Memory}, nil)
			if err != nil {
				return play.Proof{}, err
			}
			return proved(rules, p), nil
		},
		Check: func(ctx context.Context, plan *proof.Plan) error { return analysis.CheckPlan(ctx, board, plan) },
	}
}

// proved returns a proof in the words of every problem.
func proved(rules mines.Rules, p *analysis.Proof) play.Proof {
	out := play.Proof{Verdict: "unknown", Plies: rules.Cells() - rules.Mines, Starts: p.Layouts, Plan: p.Plan, Nodes: p.Stats.Nodes, States: p.Stats.States}
	switch p.Verdict {
	case analysis.NoGuess:
		out.Verdict = "proved"
	case analysis.MayGuess:
		out.Verdict = "disproved"
	default:
		out.Cut = errors.New(p.Cut)
	}
	if p.First != nil {
		out.FirstOf = p.First.Possible
		for _, c := range p.First.Winning {
			out.First = append(out.First, rules.Name(c))
		}
	}
	return out
}
