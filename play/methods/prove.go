// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

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
	rules := boxed[S, A, O]{&p, p.judge()}
	m := method(play.Entry{}, "", p.needsModel(),
		need{p.Exact != nil, "exact outcomes (veil.Enumerator)"},
		need{rules.judge != nil, "a judge of won and lost states (veil.Judge)"})
	if len(m.Lacks) > 0 {
		return &play.Prover{Lacks: m.Lacks}
	}
	var state S
	d := deepening[any, any, any]{rules, rules.starts, int64(unsafe.Sizeof(state))}
	return &play.Prover{Prove: d.prove, Check: d.check}
}

// NewProver returns the prover of a problem with the given rules, which may have an opponent (veil.Adversary) and
// refusals (veil.Rejecter). The states are those that are possible at first; enough is a number of plies that suffices
// for every plan, or 0.
func NewProver[S, A, O comparable](rules proof.Rules[S, A, O], states func(context.Context) ([]S, error), enough int) *play.Prover {
	d := deepening[S, A, O]{rules: rules, states: states}
	return &play.Prover{Enough: enough, Prove: d.prove, Check: d.check}
}

// deepening searches with more and more plies.
type deepening[S, A, O comparable] struct {
	rules  proof.Rules[S, A, O]
	states func(context.Context) ([]S, error)
	box    int64 // bytes behind the interface of a state, which the prover does not count
}

// memory returns the part of a limit that the prover may count: the rest is behind the interfaces of its states.
func (d deepening[S, A, O]) memory(limit int64) int64 {
	if limit == 0 {
		return 0
	}
	var state S
	counted := int64(unsafe.Sizeof(state))
	return max(1, limit/(counted+d.box)*counted)
}

// judge returns the goal of the problem: its own judge, or that of its model.
func (p *Problem[S, A, O]) judge() veil.Judge[S] {
	if p.Goal != nil {
		return p.Goal
	}
	judge, _ := p.powers().(veil.Judge[S])
	return judge
}

// boxed is a problem as provers and their checker see it. States, actions and observations are in interfaces, so that
// these are compiled once for all problems: a copy for each added an eighth to every program.
type boxed[S, A, O comparable] struct {
	problem *Problem[S, A, O]
	judge   veil.Judge[S]
}

// AppendActions appends the actions of the model.
func (r boxed[S, A, O]) AppendActions(dst []any, s *any) []any {
	state := (*s).(S)
	for _, a := range r.problem.Model.AppendActions(nil, &state) {
		dst = append(dst, a)
	}
	return dst
}

// AppendOutcomes appends the outcomes of an action.
func (r boxed[S, A, O]) AppendOutcomes(dst []veil.Outcome[any, any], s *any, a any) []veil.Outcome[any, any] {
	state := (*s).(S)
	for _, o := range r.problem.Exact.AppendOutcomes(nil, &state, a.(A)) {
		dst = append(dst, veil.Outcome[any, any]{State: o.State, Seen: o.Seen, Reward: o.Reward, Done: o.Done, P: o.P})
	}
	return dst
}

// Status judges a state.
func (r boxed[S, A, O]) Status(s *any) veil.Status {
	state := (*s).(S)
	return r.judge.Status(&state)
}

// NameState names a state by its fields: it occurs in refutations only.
func (r boxed[S, A, O]) NameState(s *any) string { return fmt.Sprintf("%+v", *s) }

// NameAction names an action as players do.
func (r boxed[S, A, O]) NameAction(a any) string { return r.problem.Actions.Format(a.(A)) }

// NameSeen names an observation as players do.
func (r boxed[S, A, O]) NameSeen(o any) string { return r.problem.Seen.Format(o.(O)) }

// starts lists the hidden states that the prior allows.
func (r boxed[S, A, O]) starts(context.Context) ([]any, error) {
	var all []any
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
		cfg := andor.Config{Memory: d.memory(q.Memory), Nodes: left(q.Nodes, found.Nodes), States: left(q.States, found.States)}
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
