// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"math"
	"slices"

	"github.com/veilplan/veil"
)

// valued has two values of every action in every hidden state that can be reached: of best play afterwards by
// somebody who sees the state, and of repeating the action.
type valued[S, A, O comparable] struct {
	index   map[S]int32
	actions []A       // every action that occurs
	best    []float64 // by state: the value of best play
	seeing  []float64 // by state and action: the value of best play after it; -∞ if it is not available
	repeats []float64 // by state and action: the value of repeating it
	edges   []edge
	spans   []span
}

// edge is one outcome of an action; next is -1 after the end, or if the state is not listed.
type edge struct {
	next   int32
	p      float64
	reward float64
}

// span is an action of a state, with its edges from the end of the span before.
type span struct {
	action int32
	last   bool // of the state
	end    int32
}

// Limits of the lists. States beyond them have the value 0: the powers derived from the values only order actions.
const (
	maxValued = 1 << 17
	maxEdges  = 1 << 21
	maxValues = 1 << 22
)

func newValued[S, A, O comparable](m veil.Model[S, A, O], exact veil.Enumerator[S, A, O], discount float64) *valued[S, A, O] {
	v := &valued[S, A, O]{index: map[S]int32{}}
	var states []S
	visit := func(s S) int32 {
		i, ok := v.index[s]
		if !ok && len(states) == maxValued {
			return -1
		}
		if !ok {
			i = int32(len(states))
			v.index[s], states = i, append(states, s)
		}
		return i
	}
	for _, w := range exact.AppendStarts(nil) {
		visit(w.State)
	}
	number := map[A]int32{}
	for i := 0; i < len(states) && len(v.edges) < maxEdges; i++ {
		v.expand(m, exact, states[i], number, visit)
	}
	v.best = make([]float64, len(states))
	v.improve(discount, v.best, func(q []choice) float64 {
		best := math.Inf(-1)
		for _, c := range q {
			best = max(best, c.value)
		}
		return best
	})
	v.seeing, v.repeats = v.each(discount), v.repeating(discount)
	return v
}

// expand lists the actions and outcomes of a state.
func (v *valued[S, A, O]) expand(m veil.Model[S, A, O], exact veil.Enumerator[S, A, O], s S, number map[A]int32, visit func(S) int32) {
	from := len(v.spans)
	for _, a := range m.AppendActions(nil, &s) {
		n, ok := number[a]
		if !ok {
			n = int32(len(v.actions))
			number[a], v.actions = n, append(v.actions, a)
		}
		for _, o := range exact.AppendOutcomes(nil, &s, a) {
			next := int32(-1)
			if !o.Done {
				next = visit(o.State)
			}
			v.edges = append(v.edges, edge{next, o.P, o.Reward})
		}
		v.spans = append(v.spans, span{action: n, end: int32(len(v.edges))})
	}
	if len(v.spans) == from { // a state without actions still needs a place in the list
		v.spans = append(v.spans, span{action: -1, end: int32(len(v.edges))})
	}
	v.spans[len(v.spans)-1].last = true
}

// choice is the value of an action in a state.
type choice struct {
	action int32
	value  float64
}

// sweeps limits the iterations of values; with the discounts of the papers they converge before.
const sweeps = 400

// improve iterates the values of all states until they change little.
func (v *valued[S, A, O]) improve(discount float64, values []float64, pick func([]choice) float64) {
	var q []choice
	for range sweeps {
		change, scale := 0.0, 0.0
		state, from := 0, int32(0)
		q = q[:0]
		for _, sp := range v.spans {
			if sp.action >= 0 {
				q = append(q, choice{sp.action, v.expect(v.edges[from:sp.end], values, discount)})
			}
			from = sp.end
			if !sp.last {
				continue
			}
			if len(q) > 0 {
				now := pick(q)
				change, scale = max(change, math.Abs(now-values[state])), max(scale, math.Abs(now))
				values[state] = now
			}
			state, q = state+1, q[:0]
		}
		if change <= 1e-3*scale {
			return
		}
	}
}

func (v *valued[S, A, O]) expect(list []edge, values []float64, discount float64) float64 {
	sum := 0.0
	for _, e := range list {
		then := 0.0
		if e.next >= 0 {
			then = float64(discount * values[e.next])
		}
		sum += float64(e.p * (e.reward + then))
	}
	return sum
}

// repeating returns the values of repeating each action. Where it is not available, the first one is taken.
func (v *valued[S, A, O]) repeating(discount float64) []float64 {
	n := v.listed()
	all := make([]float64, len(v.best)*n)
	one := make([]float64, len(v.best))
	for a := range n {
		clear(one)
		v.improve(discount, one, func(q []choice) float64 {
			if i := slices.IndexFunc(q, func(c choice) bool { return c.action == int32(a) }); i >= 0 {
				return q[i].value
			}
			return q[0].value
		})
		for s, x := range one {
			all[s*n+a] = x
		}
	}
	return all
}

// listed returns the number of actions with a value in every state: the first ones if there are too many.
func (v *valued[S, A, O]) listed() int { return min(len(v.actions), maxValues/max(len(v.best), 1)) }

// each returns the values of every action, followed by best play.
func (v *valued[S, A, O]) each(discount float64) []float64 {
	n := v.listed()
	all := slices.Repeat([]float64{math.Inf(-1)}, len(v.best)*n)
	state, from := 0, int32(0)
	for _, sp := range v.spans {
		if sp.action >= 0 && int(sp.action) < n {
			all[state*n+int(sp.action)] = v.expect(v.edges[from:sp.end], v.best, discount)
		}
		if from = sp.end; sp.last {
			state++
		}
	}
	return all
}

// bestRepeated returns the index of the action whose repetition earns most from the start.
func (v *valued[S, A, O]) bestRepeated(exact veil.Enumerator[S, A, O]) int {
	sums := make([]float64, v.listed())
	for _, w := range exact.AppendStarts(nil) {
		if i, ok := v.index[w.State]; ok {
			for a := range sums {
				sums[a] += float64(w.P * v.repeats[int(i)*len(sums)+a])
			}
		}
	}
	best := 0
	for a := range sums {
		if sums[a] > sums[best] {
			best = a
		}
	}
	return best
}

// repeated returns the action to repeat, or the first one where it is not available.
func (v *valued[S, A, O]) repeated(actions []A, repeat int) A {
	if repeat < len(v.actions) && slices.Contains(actions, v.actions[repeat]) {
		return v.actions[repeat]
	}
	return actions[0]
}

// after collects the outcomes of an action with one observation: for each next action, the sums of both values.
type after struct{ seeing, repeats []float64 }

// lookahead returns the score of an action: see derived.
func (v *valued[S, A, O]) lookahead(exact veil.Enumerator[S, A, O], list []veil.Weighted[S], a A, discount float64) float64 {
	score, heard := 0.0, map[O]*after{}
	var order []O // so that sums are the same every time
	for i := range list {
		for _, o := range exact.AppendOutcomes(nil, &list[i].State, a) {
			p := float64(list[i].P * o.P)
			score += float64(p * o.Reward)
			at, ok := v.index[o.State]
			if o.Done || !ok {
				continue
			}
			h := heard[o.Seen]
			if h == nil {
				h = &after{make([]float64, v.listed()), make([]float64, v.listed())}
				heard[o.Seen], order = h, append(order, o.Seen)
			}
			h.add(v, int(at), p)
		}
	}
	for _, o := range order {
		h := heard[o]
		score += float64(discount / 2 * (slices.Max(h.seeing) + slices.Max(h.repeats)))
	}
	return score
}

func (h *after) add(v interface{ row(int) (x, y []float64) }, state int, p float64) {
	x, y := v.row(state)
	for k := range x {
		h.seeing[k] += float64(p * x[k])
		h.repeats[k] += float64(p * y[k])
	}
}

// row returns the values of the actions in a state.
func (v *valued[S, A, O]) row(state int) (seeing, repeats []float64) {
	n := v.listed()
	return v.seeing[state*n : state*n+n], v.repeats[state*n : state*n+n]
}
