// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"math/rand/v2"
	"slices"
)

// cloud is a belief after an answer, as simulations build it: the states in which they arrived there, each with the
// likelihood of the answer in it.
type cloud[S any] struct {
	arrivals []arrival[S]
	totals   []float64 // the weights up to and with each arrival
}

// arrival is a state after a step that some simulation made.
type arrival[S any] struct {
	state  S
	reward float64
	done   bool
}

// add adds an arrival with its weight.
func (c *cloud[S]) add(a arrival[S], weight float64) {
	total := weight
	if n := len(c.totals); n > 0 {
		total += c.totals[n-1]
	}
	c.arrivals, c.totals = append(c.arrivals, a), append(c.totals, total)
}

// draw draws an arrival by its weight: the last one if no weight is above zero.
func (c *cloud[S]) draw(r *rand.Rand) *arrival[S] {
	last := len(c.totals) - 1
	u := r.Float64() * c.totals[last]
	i, _ := slices.BinarySearchFunc(c.totals, u, func(total, u float64) int {
		if total > u {
			return 1
		}
		return -1
	})
	return &c.arrivals[min(i, last)]
}

// arriveWeighted performs the action of an edge where no two simulations meet the same answer:
// POMCPOW (Sunberg & Kochenderfer, ICAPS 2018). An answer is new only as widening allows; otherwise the step is counted
// for an earlier answer, drawn by its simulations. Either way the state joins those of the answer with the likelihood
// of the answer in it, and the simulation continues from one of them, drawn by weight.
func (t *tree[S, A, O]) arriveWeighted(at, e int32) (next int32, done bool) {
	o, reward, done := t.Step(t.dice(), &t.s, t.edges[e].action)
	t.used++
	i, ok := t.repeated(e)
	if !ok {
		if i = t.findAnswer(e, o); i == none {
			i = t.addAnswer(e, o)
		}
	}
	for len(t.clouds) < len(t.answers) {
		t.clouds = append(t.clouds, cloud[S]{})
	}
	c := &t.clouds[i]
	c.add(arrival[S]{t.s, reward, done}, t.observation.Likelihood(&t.s, t.edges[e].action, t.answers[i].seen))
	drawn := c.draw(t.random)
	t.s = drawn.state
	t.path = append(t.path, visit{at, e, i, drawn.reward})
	if drawn.done {
		return none, true
	}
	if t.answers[i].child == none && (t.maxNodes == 0 || len(t.nodes) < t.maxNodes) {
		t.answers[i].child = t.arrive()
	}
	return t.answers[i].child, false
}

// repeated returns an answer met before, drawn in proportion to its simulations, unless the edge may widen.
func (t *tree[S, A, O]) repeated(e int32) (int32, bool) {
	edge := &t.edges[e]
	if edge.visits == 0 || !t.wide(edge.many, edge.visits) {
		return none, false
	}
	u := t.random.Int32N(edge.visits)
	for i := edge.first; i != none; i = t.answers[i].next {
		if u -= t.answers[i].visits; u < 0 {
			return i, true
		}
	}
	return none, false
}

// wide reports whether an edge with n simulations has all the answers that widening allows: c·n^p. It compares
// logarithms, because [ln] has the same bits everywhere.
func (t *tree[S, A, O]) wide(many, n int32) bool {
	if t.cfg.WidenPower == 0 {
		return int(many) >= widened(t.cfg.WidenAnswers, n)
	}
	return many > 0 && ln(float64(many)) >= ln(t.cfg.WidenAnswers)+float64(t.cfg.WidenPower*ln(float64(n)))
}
