// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// maxStarts limits the hidden states that a prover begins with.
const maxStarts = 1 << 16

// Prover returns the prover of a problem: all methods that Russell and Wolfe compare in 2005, and veil's own. It needs
// the exact outcomes of actions and a judge of states.
func Prover[S, A, O comparable](p Problem[S, A, O]) *play.Prover {
	rules := provable[S, A, O]{problem: &p, judge: p.judge()}
	m := method(play.Entry{}, "", p.needsModel(),
		need{p.Exact != nil, "exact outcomes (veil.Enumerator)"},
		need{rules.judge != nil, "a judge of won and lost states (veil.Judge)"})
	if len(m.Lacks) > 0 {
		return &play.Prover{Lacks: m.Lacks}
	}
	return NewProver[S, A, O](rules, rules.starts, 0)
}

// NewProver returns the prover of a problem with the given rules, which may have an opponent (veil.Adversary) and
// refusals (veil.Rejecter). The states are those that are possible at first; enough is a number of plies that suffices
// for every plan, or 0.
func NewProver[S, A, O comparable](rules proof.Rules[S, A, O], states func(context.Context) ([]S, error), enough int) *play.Prover {
	d := deepening[S, A, O]{rules, states}
	return &play.Prover{Enough: enough, Prove: d.prove, Check: d.check}
}

// deepening searches with more and more plies.
type deepening[S, A, O comparable] struct {
	rules  proof.Rules[S, A, O]
	states func(context.Context) ([]S, error)
}

// judge returns the goal of the problem: its own judge, or that of its model.
func (p *Problem[S, A, O]) judge() veil.Judge[S] {
	if p.Goal != nil {
		return p.Goal
	}
	judge, _ := p.powers().(veil.Judge[S])
	return judge
}

// provable is a problem as provers and their checker see it.
type provable[S, A, O comparable] struct {
	problem *Problem[S, A, O]
	judge   veil.Judge[S]
}

// AppendActions appends the actions of the model.
func (r provable[S, A, O]) AppendActions(dst []A, s *S) []A {
	return r.problem.Model.AppendActions(dst, s)
}

// AppendOutcomes appends the outcomes of an action.
func (r provable[S, A, O]) AppendOutcomes(dst []veil.Outcome[S, O], s *S, a A) []veil.Outcome[S, O] {
	return r.problem.Exact.AppendOutcomes(dst, s, a)
}

// Status judges a state.
func (r provable[S, A, O]) Status(s *S) veil.Status { return r.judge.Status(s) }

// NameState names a state by its fields: it occurs in refutations only.
func (r provable[S, A, O]) NameState(s *S) string { return fmt.Sprintf("%+v", *s) }

// NameAction names an action as players do.
func (r provable[S, A, O]) NameAction(a A) string { return r.problem.Actions.Format(a) }

// NameSeen names an observation as players do.
func (r provable[S, A, O]) NameSeen(o O) string { return r.problem.Seen.Format(o) }

// starts lists the hidden states that the prior allows.
func (r provable[S, A, O]) starts(context.Context) ([]S, error) {
	var all []S
	for _, w := range r.problem.Exact.AppendStarts(nil) {
		if w.P > 0 {
			all = append(all, w.State)
		}
	}
	if len(all) > maxStarts {
		return nil, fmt.Errorf("%d hidden states: want at most %d", len(all), maxStarts)
	}
	return all, nil
}

// prove searches with more and more plies until a plan is found or the limit is reached.
func (d deepening[S, A, O]) prove(ctx context.Context, q play.ProofQuestion) (play.Proof, error) {
	by, err := baseline.Named(q.Method)
	if err != nil {
		return play.Proof{}, err
	}
	start, err := d.states(ctx)
	if err != nil {
		return play.Proof{}, err
	}
	found := play.Proof{Starts: len(start)}
	for plies := 1; plies <= q.Plies; plies++ {
		cfg := andor.Config{Memory: q.Memory, Nodes: left(q.Nodes, found.Nodes), States: left(q.States, found.States)}
		got, err := baseline.Prove(ctx, d.rules, start, plies, by, cfg)
		if err != nil {
			return found, err
		}
		found.Verdict, found.Plies, found.Plan, found.Cut = got.Verdict.String(), plies, got.Plan, got.Cut
		found.Nodes, found.States = found.Nodes+got.Stats.Nodes, found.States+got.Stats.States
		if got.Verdict != andor.Disproved {
			return found, nil
		}
	}
	return found, nil
}

// left returns the rest of a limit, of which some was used: 0 means no limit, so 1 is the least.
func left(limit, used int64) int64 {
	if limit == 0 {
		return 0
	}
	return max(1, limit-used)
}

// check replays a plan from every hidden state.
func (d deepening[S, A, O]) check(ctx context.Context, p *proof.Plan) error {
	if p == nil {
		return errors.Join(proof.ErrRejected, errors.New("the document has no plan"))
	}
	start, err := d.states(ctx)
	if err == nil {
		_, err = proof.Check(ctx, d.rules, start, p)
	}
	return err
}
