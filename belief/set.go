// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"sort"

	"github.com/veilplan/veil"
)

// Set is exact Bayes: every possible hidden state with its probability. Its zero
// value is not useful; see [Exact] and [FromStates].
type Set[S, A, O comparable] struct {
	model  veil.Enumerator[S, A, O]
	states []veil.Weighted[S]
	upTo   []float64 // upTo[i] is the probability of states[0..i]
}

// Exact returns the prior of m.
func Exact[S, A, O comparable](m veil.Enumerator[S, A, O]) (*Set[S, A, O], error) {
	return FromStates(m, m.AppendStarts(nil))
}

// FromStates returns the belief in the given states with the given weights, which
// need not sum to one.
func FromStates[S, A, O comparable](m veil.Enumerator[S, A, O], states []veil.Weighted[S]) (*Set[S, A, O], error) {
	merged, index := make([]veil.Weighted[S], 0, len(states)), make(map[S]int, len(states))
	for _, w := range states {
		merged = merge(merged, index, w)
	}
	sum := 0.0
	for _, w := range merged {
		sum += w.P
	}
	if !(sum > 0) {
		return nil, veil.ErrImpossible
	}
	b := &Set[S, A, O]{model: m, states: merged, upTo: make([]float64, len(merged))}
	total := 0.0
	for i := range merged {
		merged[i].P /= sum
		total += merged[i].P
		b.upTo[i] = total
	}
	return b, nil
}

// merge adds w to the states, keeping the order of first appearance.
func merge[S comparable](states []veil.Weighted[S], index map[S]int, w veil.Weighted[S]) []veil.Weighted[S] {
	if w.P == 0 {
		return states
	}
	if i, ok := index[w.State]; ok {
		states[i].P += w.P
		return states
	}
	index[w.State] = len(states)
	return append(states, w)
}

// States returns every possible state with its probability. Do not change it.
func (b *Set[S, A, O]) States() []veil.Weighted[S] { return b.states }

// Sample draws a state.
func (b *Set[S, A, O]) Sample(r *rand.Rand) S {
	u := r.Float64() * b.upTo[len(b.upTo)-1]
	i := sort.Search(len(b.upTo)-1, func(i int) bool { return b.upTo[i] > u })
	return b.states[i].State
}

// Update is Bayes' rule.
func (b *Set[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	next, index := make([]veil.Weighted[S], 0, len(b.states)), make(map[S]int, len(b.states))
	var outcomes []veil.Outcome[S, O]
	for _, w := range b.states {
		outcomes = b.model.AppendOutcomes(outcomes[:0], &w.State, a)
		for _, out := range outcomes {
			if out.Seen == o {
				next = merge(next, index, veil.Weighted[S]{State: out.State, P: w.P * out.P})
			}
		}
	}
	updated, err := FromStates(b.model, next)
	if err != nil {
		return nil, fmt.Errorf("after %v saw %v: %w", a, o, err)
	}
	return updated, nil
}

// Predict yields every possible observation after a with its probability, in the
// order in which the states first show it.
func (b *Set[S, A, O]) Predict(a A) iter.Seq2[O, float64] {
	return func(yield func(O, float64) bool) {
		for _, p := range b.AppendLaw(nil, a) {
			if !yield(p.Seen, p.P) {
				return
			}
		}
	}
}

// AppendLaw appends every possible answer to a with its probability, the reward to
// expect with it, and whether it ends the episode. The states of the entries are
// examples.
func (b *Set[S, A, O]) AppendLaw(dst []veil.Outcome[S, O], a A) []veil.Outcome[S, O] {
	from := len(dst)
	var buf [8]veil.Outcome[S, O]
	outcomes := buf[:0]
	for i := range b.states {
		w := &b.states[i]
		outcomes = b.model.AppendOutcomes(outcomes[:0], &w.State, a)
		for _, out := range outcomes {
			out.P *= w.P
			out.Reward *= out.P
			dst = add(dst, from, out)
		}
	}
	for i := range dst[from:] {
		dst[from+i].Reward /= dst[from+i].P
	}
	return dst
}

// add merges out with the entry of dst[from:] that shows the same.
func add[S any, O comparable](dst []veil.Outcome[S, O], from int, out veil.Outcome[S, O]) []veil.Outcome[S, O] {
	for i := range dst[from:] {
		if entry := &dst[from+i]; entry.Seen == out.Seen {
			entry.P += out.P
			entry.Reward += out.Reward
			return dst
		}
	}
	return append(dst, out)
}
