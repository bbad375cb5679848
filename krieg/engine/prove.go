// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"context"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/andor"
)

// provePlies are the plies of a mate in two moves.
const provePlies = 3

// prove searches for a mate in at most two moves on every board. On a sample it proves nothing, but
// it is the best guess there is.
func (p *Player) prove(ctx context.Context, t *Thought, boards []tactics.Board) bool {
	if p.off("prover") || len(boards) > p.n.ProveBoards {
		return false
	}
	model := &krieg.Model{Rules: p.own.Rules(), Me: p.own.Me()}
	states := make([]krieg.State, len(boards))
	for i := range boards {
		states[i] = krieg.State{Pos: boards[i].Pos, Asked: p.own.Asked()}
	}
	for i := range min(3, len(states)) { // most often one of the first boards shows that there is none
		won, made := model.SolvePerfectInfo(&states[i*len(states)/3], provePlies)
		if !won && made > 0 {
			return false
		}
	}
	return p.proves(ctx, t, model, states)
}

// proves chooses the first try of a mate in at most provePlies plies that is forced from all of the
// states, and reports whether there is one.
func (p *Player) proves(ctx context.Context, t *Thought, model *krieg.Model, states []krieg.State) bool {
	for plies := 1; plies <= provePlies; plies += 2 {
		r, err := andor.Prove(ctx, deduction.Rules(model), states, plies, andor.Config{States: p.n.ProveStates})
		if err != nil || r.Verdict != andor.Proved {
			continue
		}
		if a, err := krieg.ParseAction(r.Plan.Nodes[0].Try); err == nil && p.may(a) {
			t.Source, t.Best = ByProof, a
			return true
		}
	}
	return false
}
