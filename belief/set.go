// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"iter"
	"math/rand/v2"
	"sort"

	"github.com/veilplan/veil"
)

// Set is the exact belief: every possible hidden state with its probability. Make one
// with [Exact] or [FromStates].
type Set[S, A, O comparable] struct {
	model  veil.Enumerator[S, A, O]
	states []veil.Weighted[S]
	upTo   []float64 // upTo[i] is the probability of states[0..i]
	seeds  *[2]maphash.Seed
}

// Exact returns the prior of m.
func Exact[S, A, O comparable](m veil.Enumerator[S, A, O]) (*Set[S, A, O], error) {
	return FromStates(m, m.AppendStarts(nil))
}

// FromStates returns the belief in the given states. Their weights need not sum to one.
func FromStates[S, A, O comparable](m veil.Enumerator[S, A, O], states []veil.Weighted[S]) (*Set[S, A, O], error) {
	return normalised(m, merged(states), &[2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()})
}

// normalised scales the weights of states, which it keeps, to sum to one.
func normalised[S, A, O comparable](m veil.Enumerator[S, A, O], states []veil.Weighted[S], seeds *[2]maphash.Seed) (*Set[S, A, O], error) {
	sum := 0.0
	for i := range states {
		sum += states[i].P
	}
	if !(sum > 0) {
		return nil, veil.ErrImpossible
	}
	b := &Set[S, A, O]{model: m, states: states, upTo: make([]float64, len(states)), seeds: seeds}
	total := 0.0
	for i := range states {
		states[i].P /= sum
		total += states[i].P
		b.upTo[i] = total
	}
	return b, nil
}

// merged returns the states without repetition, in order of first appearance.
func merged[S comparable](states []veil.Weighted[S]) []veil.Weighted[S] {
	once, index := make([]veil.Weighted[S], 0, len(states)), make(map[S]int, len(states))
	for _, w := range states {
		if i, ok := index[w.State]; ok {
			once[i].P += w.P
		} else if w.P > 0 {
			index[w.State] = len(once)
			once = append(once, w)
		}
	}
	return once
}

// States returns the possible states with their probabilities. A state may be listed
// more than once if several outcomes lead to it. Callers must not change the slice.
func (b *Set[S, A, O]) States() []veil.Weighted[S] { return b.states }

// Sample draws a state.
func (b *Set[S, A, O]) Sample(r *rand.Rand) S {
	u := r.Float64() * b.upTo[len(b.upTo)-1]
	i := sort.Search(len(b.upTo)-1, func(i int) bool { return b.upTo[i] > u })
	return b.states[i].State
}

// Update applies Bayes' rule.
func (b *Set[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	next := make([]veil.Weighted[S], 0, len(b.states))
	var outcomes []veil.Outcome[S, O]
	for i := range b.states {
		w := &b.states[i]
		outcomes = b.model.AppendOutcomes(outcomes[:0], &w.State, a)
		for j := range outcomes {
			if out := &outcomes[j]; out.Seen == o && out.P > 0 {
				next = append(next, veil.Weighted[S]{State: out.State, P: float64(w.P * out.P)})
			}
		}
	}
	if len(next) > len(b.states) { // a set that grows may hold states twice
		next = merged(next)
	}
	updated, err := normalised(b.model, next, b.seeds)
	if err != nil {
		return nil, fmt.Errorf("after %v saw %v: %w", a, o, err)
	}
	return updated, nil
}

// AppendKey appends 16 bytes that identify the belief among those that come from the same
// prior: beliefs with the same probabilities, up to rounding errors, have the same key whatever
// led to them. Different beliefs share a key with a probability of about 2⁻¹²⁸. Keys differ
// from run to run, but which are equal does not.
func (b *Set[S, A, O]) AppendKey(dst []byte) []byte {
	const unit = 1 << 40 // of a probability
	var sums [2]uint64
	for i := range b.states {
		w := &b.states[i]
		p := uint64(w.P*unit + 0.5)
		for k := range sums { // linear in p, so a state may be listed in parts, in any order
			sums[k] += p * (maphash.Comparable(b.seeds[k], w.State) | 1)
		}
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(dst, sums[0]), sums[1])
}

// Predict yields every possible observation after a with its probability, in the
// order in which the states first show it.
func (b *Set[S, A, O]) Predict(a A) iter.Seq2[O, float64] {
	return func(yield func(O, float64) bool) {
		for _, p := range b.AppendPrediction(nil, a) {
			if !yield(p.Seen, p.P) {
				return
			}
		}
	}
}

// AppendPrediction appends every possible observation after a with its probability, the
// expected reward with it, and whether it ends the episode. The State of an entry is one
// example of several.
func (b *Set[S, A, O]) AppendPrediction(dst []veil.Outcome[S, O], a A) []veil.Outcome[S, O] {
	from := len(dst)
	var outcomes []veil.Outcome[S, O]
	for i := range b.states {
		w := &b.states[i]
		outcomes = b.model.AppendOutcomes(outcomes[:0], &w.State, a)
		for j := range outcomes {
			out := &outcomes[j]
			out.P = float64(out.P * w.P) // the conversion prevents a fused multiply-add
			out.Reward = float64(out.Reward * out.P)
			dst = add(dst, from, out)
		}
	}
	for i := range dst[from:] {
		dst[from+i].Reward /= dst[from+i].P
	}
	return dst
}

// add merges out with the entry of dst[from:] that has the same observation. Rewards can be added
// because they are still multiplied by their probabilities.
func add[S any, O comparable](dst []veil.Outcome[S, O], from int, out *veil.Outcome[S, O]) []veil.Outcome[S, O] {
	for i := range dst[from:] {
		if entry := &dst[from+i]; entry.Seen == out.Seen {
			entry.P += out.P
			entry.Reward += out.Reward
			return dst
		}
	}
	return append(dst, *out)
}
