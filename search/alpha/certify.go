// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/veilplan/veil/search/controller"
)

// certified returns the best plans as a controller that an independent checker verifies. Its claim may
// differ from the lower bound: here every plan continues with the same plans always, so that it can be
// checked state by state.
func certified[S, A, O comparable](ctx context.Context, l *listing[S, A, O], g *graph) (*controller.Controller[S, A, O], error) {
	c, err := g.settled(ctx)
	if err != nil {
		return nil, err
	}
	first, top := c.best(&g.start)
	less := c.margin(g.discount)
	out := &controller.Controller[S, A, O]{Discount: g.discount, Claim: top - 2*less}
	number := map[int32]int{first: 0}
	queue := []int32{first}
	for i := 0; i < len(queue); i++ {
		p := &c.plans[queue[i]]
		class := &g.classes[p.class]
		a := &class.acts[p.act]
		if p.next == nil {
			g.loop(c, a.action)
		}
		if p.next == nil {
			return nil, errUnsettled
		}
		n := controller.Node[S, A, O]{Action: l.actions.list[a.action], Next: map[O]int{}, Values: map[S]float64{}}
		for k, s := range class.states {
			n.Values[l.states[s]] = p.values[k] - less
		}
		for k := range a.leads {
			to, known := number[p.next[k]]
			if !known {
				to = len(queue)
				number[p.next[k]] = to
				queue = append(queue, p.next[k])
			}
			n.Next[l.seen.list[a.leads[k].seen]] = to
		}
		out.Nodes = append(out.Nodes, n)
	}
	return out, nil
}

// errUnsettled reports a search that ended before the values of its first plans were computed.
var errUnsettled = errors.New("alpha: the search ended before its first bounds were settled, so no controller is known")

// Limits of the work: how often plans are evaluated, at how many beliefs new ones are made each time, and
// the multiplications of all that, which take about a second. They do not limit the first values.
const (
	again   = 12
	visited = 1 << 10
	polish  = 1 << 30
)

// settled returns plans that continue with each other, and their values: point-based policy iteration
// on the beliefs that the plans lead to.
func (g *graph) settled(ctx context.Context) (*plans, error) {
	limit := math.MaxInt
	enough := func() bool { return g.work > limit || ctx.Err() != nil }
	c, best, top := g.all(), (*plans)(nil), math.Inf(-1)
	for i := range c.plans {
		g.join(c, &c.plans[i])
	}
	for range again {
		for i := range c.plans {
			c.plans[i].moved = true
		}
		if !g.evaluate(c, enough) {
			break
		}
		if limit == math.MaxInt {
			limit = g.work + polish
		}
		if _, value := c.best(&g.start); value > top {
			best, top = c.copied(), value
		} else if value < top {
			break
		}
		if !g.extend(c, enough) {
			break
		}
	}
	if best == nil {
		return nil, ctx.Err()
	}
	return best, nil
}

// extend follows the best plans from the first belief and adds the plan that looks best at every
// belief on the way, and reports whether it added any.
func (g *graph) extend(c *plans, enough func() bool) (added bool) {
	met := map[int32]bool{0: true}
	queue := []int32{0}
	for k := 0; k < len(queue) && k < visited && !enough() && g.room.fits(1, g.widest); k++ {
		at := queue[k]
		g.expand(at)
		p, gain := g.greedy(c, at)
		for _, kid := range g.nodes[at].edges[p.act].kids {
			if !met[kid.node] {
				met[kid.node] = true
				queue = append(queue, kid.node)
			}
		}
		if gain > g.worth*(1-g.discount) {
			c.byClass[p.class] = append(c.byClass[p.class], int32(len(c.plans)))
			c.plans = append(c.plans, p)
			added = true
		}
	}
	return added
}

// greedy returns the best plan of one action at an expanded belief, continued by known ones, and by
// how much it is better there than every known plan.
func (g *graph) greedy(c *plans, at int32) (p plan, gain float64) {
	n, act, top := &g.nodes[at], 0, math.Inf(-1)
	for k := range n.edges {
		value := n.edges[k].reward
		for _, kid := range n.edges[k].kids {
			_, x := c.best(&g.nodes[kid.node].sparse)
			g.work += len(c.byClass[g.nodes[kid.node].class]) * len(g.nodes[kid.node].p)
			value += float64(g.discount * float64(kid.p*x))
		}
		if value > top {
			act, top = k, value
		}
	}
	size := len(g.classes[n.class].states)
	p = plan{vector: vector{int32(act), make([]float64, size), at}, class: n.class, moved: true}
	g.join(c, &p)
	g.renew(c, &p)
	p.values, p.fresh = p.fresh, p.values
	_, known := c.best(&n.sparse)
	return p, n.dot(p.values) - known
}

// all returns every plan that is known, and the first ones.
func (g *graph) all() *plans {
	c := &plans{byClass: make([][]int32, len(g.classes))}
	for class := range g.lower {
		for _, v := range g.blind[class] {
			c.add(int32(class), v)
		}
		for _, v := range g.lower[class].live() {
			if v.witness >= 0 {
				c.add(int32(class), v)
			}
		}
	}
	return c
}

// copied returns a copy whose values and continuations do not change.
func (c *plans) copied() *plans {
	twin := &plans{slices.Clone(c.plans), slices.Clone(c.byClass)}
	for i := range twin.plans {
		p := &twin.plans[i]
		p.values, p.next, p.fresh = slices.Clone(p.values), slices.Clone(p.next), nil
	}
	return twin
}

// loop gives the first plans of an action their continuations: each repeats its action, whatever is seen,
// or continues with a first plan that is nowhere worse. It takes as long as these plans took to make, and
// does not end before: half of it is of no use.
func (g *graph) loop(c *plans, action int32) {
	values := g.table.blind(action, g.discount, Config{}.withDefaults().room(context.Background()))
	for i := range c.plans {
		p := &c.plans[i]
		if p.next != nil || int(p.act) != g.classes[p.class].offered(action) || !slices.Equal(p.values, values[p.class]) {
			continue
		}
		leads := g.classes[p.class].acts[p.act].leads
		p.next = make([]int32, len(leads))
		for k := range leads {
			p.next[k] = c.noWorse(leads[k].to, values[leads[k].to])
		}
	}
}

// noWorse returns a first plan of a class that is nowhere worse than the values.
func (c *plans) noWorse(class int32, values []float64) int32 {
	for _, i := range c.byClass[class] {
		if p := &c.plans[i]; p.witness < 0 && dominates(p.values, values) {
			return i
		}
	}
	return c.byClass[class][0] // not reached: a plan is dropped only for one that dominates it
}

// margin returns the amount that lowers every value, so that rounding cannot break a promise: what follows is
// lowered less, by the discount.
func (c *plans) margin(discount float64) float64 {
	size := 1e-300
	for i := range c.plans {
		for _, x := range c.plans[i].values {
			size = max(size, math.Abs(x))
		}
	}
	return 1e-11 * size / (1 - discount)
}
