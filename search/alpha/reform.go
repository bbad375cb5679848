// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"math"
	"slices"
)

// Plans become outdated: a vector keeps the value its plan had when it was made, though better
// continuations have been found since. Reform keeps only the plans that are best at an expanded
// belief, lets each continue with the best of these, and computes their joint values, cycles
// included (point-based policy iteration, Ji, Parr, Li, Liao & Carin 2007). So gains need not
// propagate step by step, and the vectors stay few.

// rounds limits how often all plans are recomputed.
const rounds = 300

// plans is a set of plans that continue with each other.
type plans struct {
	plans   []plan
	byClass [][]int32 // plans that begin in a class
}

// plan is an action, and the plan that follows each lead.
type plan struct {
	vector

	class int32
	next  []int32   // nil if its values stay unchanged
	fresh []float64 // values of the next round
	moved bool      // by the last round
}

// reform replaces the vectors by plans that fit, unless that lowers the value of the first belief.
func (g *graph) reform(stop func() bool) {
	c := g.collect()
	for i := range c.plans {
		if stop() {
			return
		}
		g.join(c, &c.plans[i])
	}
	if g.evaluate(c, stop) {
		g.install(c)
	}
}

// collect returns the plans to keep: those for an expanded belief, and the first ones, which always
// perform the same action.
func (g *graph) collect() *plans {
	c := &plans{byClass: make([][]int32, len(g.classes))}
	for class := range g.blind {
		for _, v := range g.blind[class] {
			c.add(int32(class), v)
		}
	}
	met := map[place]bool{}
	for _, i := range g.expanded {
		n := &g.nodes[i]
		g.refreshLow(n)
		if v := g.lower[n.class].vectors[n.best]; v.witness >= 0 && !met[place{n.class, n.best}] {
			met[place{n.class, n.best}] = true
			c.add(n.class, v)
		}
	}
	return c
}

func (c *plans) add(class int32, v vector) {
	c.byClass[class] = append(c.byClass[class], int32(len(c.plans)))
	v.values = slices.Clone(v.values)
	c.plans = append(c.plans, plan{vector: v, class: class, moved: true})
}

// join sets the continuations of a plan: the best after each observation at the belief it was made
// for.
func (g *graph) join(c *plans, p *plan) {
	if p.witness < 0 {
		return
	}
	leads := g.classes[p.class].acts[p.act].leads
	kids := g.nodes[p.witness].edges[p.act].kids
	p.next, p.fresh = make([]int32, len(leads)), make([]float64, len(p.values))
	for l := range leads {
		p.next[l] = c.byClass[leads[l].to][0]
		if len(kids) > 0 && kids[0].lead == int32(l) {
			p.next[l], _ = c.best(&g.nodes[kids[0].node].sparse)
			kids = kids[1:]
		}
	}
}

// best returns the plan with the largest value at a belief, and that value.
func (c *plans) best(b *sparse) (best int32, top float64) {
	top = math.Inf(-1)
	for _, i := range c.byClass[b.class] {
		if x := b.dot(c.plans[i].values); x > top {
			best, top = i, x
		}
	}
	return best, top
}

// evaluate computes lower bounds on the values of the plans, and reports whether it did. A round is
// a contraction: if one lowers no value by more than d, all later rounds together lower none by
// more than d·γ/(1-γ).
func (g *graph) evaluate(c *plans, stop func() bool) bool {
	lowered := 0.0
	for range rounds {
		if stop() {
			return false
		}
		down, up := g.round(c)
		if lowered = down; max(down, up) < g.worth*(1-g.discount) {
			break
		}
	}
	for i := range c.plans {
		if p := &c.plans[i]; p.next != nil {
			for s := range p.values {
				p.values[s] -= lowered * g.discount / (1 - g.discount)
			}
		}
	}
	return true
}

// round extends every plan by a step, and returns the largest decrease and increase of a value.
// Where no continuation of a plan has changed, its values stay the same.
func (g *graph) round(c *plans) (down, up float64) {
	var stale []*plan
	for i := range c.plans {
		p := &c.plans[i]
		if slices.ContainsFunc(p.next, func(i int32) bool { return c.plans[i].moved }) {
			g.renew(c, p)
			stale = append(stale, p)
		}
	}
	for i := range c.plans {
		c.plans[i].moved = false
	}
	for _, p := range stale {
		for s, x := range p.fresh {
			down, up = max(down, p.values[s]-x), max(up, x-p.values[s])
			p.moved = p.moved || x != p.values[s]
		}
		p.values, p.fresh = p.fresh, p.values
	}
	return down, up
}

// renew computes a plan's values from those of its continuations.
func (g *graph) renew(c *plans, p *plan) {
	a := &g.classes[p.class].acts[p.act]
	g.work += a.work()
	copy(p.fresh, a.reward)
	for l := range a.leads {
		a.leads[l].pull(p.fresh, c.plans[p.next[l]].values, g.discount)
	}
}

// install makes the plans the lower bound.
func (g *graph) install(c *plans) {
	_, before := g.lower[g.start.class].best(&g.start)
	if _, after := c.best(&g.start); after < before {
		return
	}
	for class := range g.lower {
		for i := range g.lower[class].vectors {
			g.hold(-g.sizeOf(&g.lower[class].vectors[i], int32(class)))
		}
		g.lower[class].vectors = nil
	}
	for i := range c.plans {
		g.hold(g.sizeOf(&c.plans[i].vector, c.plans[i].class))
		g.lower[c.plans[i].class].add(c.plans[i].vector)
	}
	g.reforms++
}
