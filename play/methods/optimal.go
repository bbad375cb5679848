// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/identify"
)

// Static is a problem whose hidden state stays the same until the episode ends: every action has one outcome, and its
// cost depends on the state only if it ends every episode. Best play is then a tree of tests, which package identify
// finds.
type Static interface{ Static() bool }

// optimal returns the method that plays the plan of least expected cost.
func (p *Problem[S, A, O]) optimal() play.Method {
	fixed, ok := p.powers().(Static)
	e := play.Entry{
		Name: "optimal", About: "plays the plan of least expected cost, found by an exact search",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, optimalParams{Nodes: 100_000})
			if err == nil && params.Nodes < 1 {
				err = fmt.Errorf("nodes %d: want 1 or more", params.Nodes)
			}
			plan := share(func(ctx context.Context) (*testPlan[A, O], error) { return p.testPlan(ctx, params.Nodes) })
			return func(*rand.Rand) (play.Player, error) {
				return p.Player(&late[A, O]{begin: func(ctx context.Context) (policy[A, O], error) {
					found, err := plan.get(ctx)
					if err != nil {
						return nil, err
					}
					return &follower[A, O]{found, found.plan}, nil
				}}), nil
			}, params, err
		},
	}
	return method(e, "packages search/optimal and search/identify; branch and bound over sets of hidden states", p.needsModel(),
		need{p.Exact != nil, "exact outcomes (veil.Enumerator)"},
		need{ok && fixed.Static(), "a hidden state that stays (methods.Static)"})
}

type optimalParams struct {
	// Nodes limits the search; a plan that it could not prove to be best is played all the same.
	Nodes int `json:"nodes"`
}

// testPlan is a plan in the actions and observations of a problem.
type testPlan[A, O comparable] struct {
	plan           *identify.Plan
	weights        []uint64
	exact          bool
	tests, endings []A
	reads          map[reading[A, O]]uint16
}

type reading[A, O comparable] struct {
	action A
	seen   O
}

// Weights and costs are integers in the search: fractions of these.
const (
	weightUnit = 1 << 20
	costUnit   = 1000
)

// testPlan searches for the plan.
func (p *Problem[S, A, O]) testPlan(ctx context.Context, nodes int) (*testPlan[A, O], error) {
	out := &testPlan[A, O]{reads: map[reading[A, O]]uint16{}}
	problem, err := p.tests(out)
	if err != nil {
		return nil, err
	}
	solver, err := identify.New(problem, identify.Config{})
	if err != nil {
		return nil, err
	}
	got := solver.Solve(ctx, nodes)
	for got.High == identify.Unknown && (got.Cut == nil || errors.Is(got.Cut, identify.ErrNodes)) {
		got = solver.Solve(ctx, nodes)
	}
	out.exact = got.Exact()
	out.plan, err = solver.Plan()
	return out, err
}

// tests lists the actions as tests and endings.
func (p *Problem[S, A, O]) tests(out *testPlan[A, O]) (*identify.Problem, error) {
	starts := p.Exact.AppendStarts(nil)
	problem := &identify.Problem{}
	for _, w := range starts {
		problem.Weights = append(problem.Weights, max(1, uint64(math.Round(w.P*weightUnit))))
	}
	out.weights = problem.Weights
	for _, a := range p.Model.AppendActions(nil, &starts[0].State) {
		if err := p.test(out, problem, starts, a); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Actions.Format(a), err)
		}
	}
	problem.MustFind = len(problem.Actions) == 0
	return problem, nil
}

// errNotStatic reports a problem that claims to be static and is not.
var errNotStatic = errors.New("the hidden state does not stay, or a reward is not a cost")

// test adds one action to the problem.
func (p *Problem[S, A, O]) test(out *testPlan[A, O], problem *identify.Problem, starts []veil.Weighted[S], a A) error {
	reads, costs, ended := make([]uint16, len(starts)), make([]uint64, len(starts)), 0
	for i := range starts {
		list := p.Exact.AppendOutcomes(nil, &starts[i].State, a)
		if len(list) != 1 || list[0].Reward > 0 || !list[0].Done && list[0].State != starts[i].State {
			return errNotStatic
		}
		costs[i] = uint64(math.Round(-list[0].Reward * costUnit))
		if list[0].Done {
			reads[i] = identify.Found
			ended++
			continue
		}
		at := reading[A, O]{a, list[0].Seen}
		if _, ok := out.reads[at]; !ok {
			out.reads[at] = uint16(len(out.reads) % identify.Found)
		}
		reads[i] = out.reads[at]
	}
	switch {
	case ended == len(starts):
		out.endings, problem.Actions = append(out.endings, a), append(problem.Actions, identify.Action{Costs: costs})
	case slices.Min(costs) != slices.Max(costs):
		return errNotStatic
	default:
		out.tests, problem.Tests = append(out.tests, a), append(problem.Tests, identify.Test{Cost: costs[0], Reads: reads})
	}
	return nil
}

// follower plays a plan.
type follower[A, O comparable] struct {
	*testPlan[A, O]
	at *identify.Plan
}

// Decide returns the test or the ending of the plan.
func (f *follower[A, O]) Decide(context.Context) (play.PolicyMove[A], error) {
	var a A
	switch {
	case f.at.Test >= 0:
		a = f.tests[f.at.Test]
	case f.at.Action >= 0:
		a = f.endings[f.at.Action]
	default:
		return play.PolicyMove[A]{}, play.ErrStuck
	}
	d := veil.Decision[A]{Choices: []veil.Choice[A]{{Action: a}}, Ties: 1}
	if f.exact {
		weight := uint64(0)
		for _, c := range f.at.Causes {
			weight += f.weights[c]
		}
		worth := 0 - float64(f.at.Cost)/float64(weight)/costUnit // not -0
		d.Value = veil.BoundsValue(worth, worth)
	}
	return play.PolicyMove[A]{Decision: d}, nil
}

// Hear follows the branch of the reading.
func (f *follower[A, O]) Hear(a A, seen O) error {
	k, ok := f.reads[reading[A, O]{a, seen}]
	for _, b := range f.at.Branches {
		if ok && b.Reading == k && b.Next != nil {
			f.at = b.Next
			return nil
		}
	}
	return veil.ErrImpossible
}
