// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/veilplan/veil"
)

// DefaultSimulations is the number of simulations if the budget has none.
const DefaultSimulations = 10_000

// ErrNoLikelihood reports a problem that cannot weigh states by what is seen.
var ErrNoLikelihood = errors.New("uct: Weighted needs a problem with Likelihood (ObservationModel)")

// ErrNoAction reports a belief without any action.
var ErrNoAction = errors.New("uct: the problem offers no action")

// Search searches for the best action in the belief b of the problem m. The trees share the
// simulations of the budget; its nodes, if not 0, limit the size of each tree. If ctx ends the
// search early, the decision is marked Cut.
func Search[S any, A, O comparable](
	ctx context.Context, m veil.Model[S, A, O], b veil.Belief[S, A, O], budget veil.Budget, cfg Config,
) (veil.Decision[A], error) {
	cfg, err := cfg.completed()
	if err != nil {
		return veil.Decision[A]{}, err
	}
	if _, ok := m.(ObservationModel[S, A, O]); cfg.Weighted && !ok {
		return veil.Decision[A]{}, ErrNoLikelihood
	}
	if budget.Steps == 0 {
		budget.Simulations = cmp.Or(budget.Simulations, DefaultSimulations)
	}
	trees := make([]*tree[S, A, O], cfg.Trees)
	for i := range trees {
		trees[i] = newTree(m, b, budget, cfg, i)
	}
	work, cut := growAll(ctx, trees, budget)
	for _, t := range trees {
		if t.err != nil {
			return veil.Decision[A]{}, t.err
		}
	}
	if trees[0].nodes[0].count == 0 {
		return veil.Decision[A]{}, ErrNoAction
	}
	d := decide(trees)
	d.Work, d.Cut = work, cut
	if sample, ok := b.(Sampled); ok {
		d.Effective = sample.Effective()
	}
	return d, nil
}

// growAll grows the trees, as many at a time as there are processors. Each tree has its own random
// stream and its share of the budget, so the order does not matter. A single tree grows on this
// thread, so that the thread's CPU time is the cost of the search.
func growAll[S any, A, O comparable](ctx context.Context, trees []*tree[S, A, O], budget veil.Budget) (work veil.Budget, cut bool) {
	ran, cuts := make([]int, len(trees)), make([]bool, len(trees))
	grow := func(i int) {
		share := veil.Budget{Simulations: part(budget.Simulations, len(trees), i), Steps: part(budget.Steps, len(trees), i)}
		ran[i], cuts[i] = trees[i].grow(ctx, share)
	}
	if len(trees) == 1 {
		grow(0)
	} else {
		atOnce(len(trees), grow)
	}
	for i, t := range trees {
		work.Simulations += ran[i]
		work.Nodes += len(t.nodes)
		work.Steps += t.used
	}
	return work, slices.Contains(cuts, true)
}

// part returns the i-th of n nearly equal parts of a budget, at least 1; of no budget, none.
func part(budget, n, i int) int {
	if budget == 0 {
		return 0
	}
	share := budget / n
	if i < budget%n {
		share++
	}
	return max(share, 1)
}

// atOnce calls do with every number below n, on as many processors as there are.
func atOnce(n int, do func(int)) {
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			do(i)
			<-slots
		})
	}
	wg.Wait()
}

// candidate is a root action with the results of all trees.
type candidate[A comparable] struct {
	action A
	visits int
	q      float64
	lo, hi float64
	proof  evidence
}

func decide[S any, A, O comparable](trees []*tree[S, A, O]) veil.Decision[A] {
	cfg := &trees[0].cfg
	candidates := merge(trees)
	rank(candidates, cfg)
	var d veil.Decision[A]
	for _, v := range candidates {
		d.Choices = append(d.Choices, veil.Choice[A]{Action: v.action, Value: v.value(cfg)})
	}
	d.Value, d.Ties = d.Choices[0].Value, 1
	for _, v := range candidates[1:] {
		if best := candidates[0]; best.hi-best.lo > tight || v.hi-v.lo > tight || best.hi-v.lo > tight {
			break
		}
		d.Ties++
	}
	return d
}

// merge combines the trees. A bound that one of them has proved holds for all.
func merge[S any, A, O comparable](trees []*tree[S, A, O]) []candidate[A] {
	var candidates []candidate[A]
	for _, t := range trees {
		root := t.nodes[0]
		if candidates == nil {
			candidates = make([]candidate[A], root.count)
			for i := range candidates {
				candidates[i] = candidate[A]{lo: t.cfg.Low, hi: t.cfg.High}
			}
		}
		for i := range candidates {
			v, e := &candidates[i], &t.edges[root.edges+int32(i)]
			v.action = e.action
			v.visits += int(e.visits)
			v.q += float64(float64(e.visits) * e.q)
			lo, hi := t.bounds(root.edges + int32(i))
			v.lo, v.hi = max(v.lo, lo), min(v.hi, hi)
			v.proof.merge(t.returns[i])
		}
	}
	for i := range candidates {
		candidates[i].q /= float64(max(candidates[i].visits, 1))
	}
	return candidates
}

// rank puts the best action first.
func rank[A comparable](candidates []candidate[A], c *Config) {
	most := 0
	for i := range candidates {
		most = max(most, candidates[i].visits)
	}
	slices.SortStableFunc(candidates, func(x, y candidate[A]) int {
		if c.MostSimulated {
			return cmp.Or(cmp.Compare(y.visits, x.visits), cmp.Compare(y.q, x.q))
		}
		return cmp.Or(cmp.Compare(y.secure(c, most), x.secure(c, most)), cmp.Compare(y.visits, x.visits), cmp.Compare(y.hi, x.hi))
	})
	if c.MostSimulated {
		return
	}
	for i := range candidates {
		if unbeaten(candidates, i) {
			best := candidates[i]
			copy(candidates[1:], candidates[:i])
			candidates[0] = best
			return
		}
	}
}

// unbeaten reports whether the proved value of an action is at least the upper bound of any other:
// then it is best, whatever the estimates are.
func unbeaten[A comparable](candidates []candidate[A], i int) bool {
	for k := range candidates {
		if k != i && candidates[k].hi > candidates[i].lo+tight {
			return false
		}
	}
	return true
}

// handful is the share of the simulations of the most simulated action below which the estimate of
// an action does not count: the best of many such estimates is luck.
const handful = 0.25

// secure returns the action's value minus one standard error, or its proved lower bound if that is
// more. For an action with a handful of simulations only the proved bound counts.
func (v *candidate[A]) secure(c *Config, most int) float64 {
	if float64(v.visits) < handful*float64(most) {
		return v.lo
	}
	doubt := (c.High - c.Low) / 2 / math.Sqrt(float64(1+v.visits))
	if c.free() {
		if v.visits == 0 {
			return v.lo
		}
		doubt = v.proof.stderr()
	}
	return min(max(v.q-doubt, v.lo), v.hi)
}

// value returns the proved bounds if they are a point or if the action was never tried,
// and otherwise the estimate.
func (v *candidate[A]) value(c *Config) veil.Value {
	if v.hi-v.lo <= tight || v.visits == 0 {
		return veil.BoundsValue(v.lo, v.hi)
	}
	lo, hi := v.proof.interval(c)
	switch {
	case c.WidenAnswers > 0:
		lo, hi = c.Low, c.High
	case !c.Simulated:
		lo, hi = max(lo, v.lo), v.hi
	}
	q := min(max(v.q, v.lo), v.hi)
	return veil.EstimateValue(q, min(lo, q), max(hi, q), v.proof.n, c.Seed)
}
