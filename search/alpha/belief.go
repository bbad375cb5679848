// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Belief is a belief in the state numbers of a policy: exact, and much faster to update and to
// bound than a list of states. It serves searches that end their walks at a policy's bounds.
type Belief[S, A, O comparable] struct {
	sparse

	policy *Policy[S, A, O]
}

// First returns the belief before the first move.
func (p *Policy[S, A, O]) First() *Belief[S, A, O] { return &Belief[S, A, O]{p.start, p} }

// Believe returns the belief over the given states. Their weights need not sum to one.
func (p *Policy[S, A, O]) Believe(states []veil.Weighted[S]) (*Belief[S, A, O], error) {
	b, err := p.locate(states)
	if err != nil {
		return nil, err
	}
	return &Belief[S, A, O]{b, p}, nil
}

// Act returns the first action of the best plan known for the belief. [Policy.Decide] looks a step
// ahead, which may earn more and takes far longer.
func (b *Belief[S, A, O]) Act() A {
	p := b.policy
	best, _ := p.lower[b.class].best(&b.sparse)
	return p.actions[p.classes[b.class].acts[p.lower[b.class].vectors[best].act].action]
}

// States returns the possible states with their probabilities.
func (b *Belief[S, A, O]) States() []veil.Weighted[S] {
	list := make([]veil.Weighted[S], len(b.p))
	for k := range list {
		list[k] = veil.Weighted[S]{State: b.state(k), P: b.p[k]}
	}
	return list
}

func (b *Belief[S, A, O]) state(k int) S {
	return b.policy.states[b.policy.classes[b.class].states[b.index[k]]]
}

// Sample draws a state.
func (b *Belief[S, A, O]) Sample(r *rand.Rand) S {
	u := r.Float64()
	for k, p := range b.p {
		if u -= p; u < 0 {
			return b.state(k)
		}
	}
	return b.state(len(b.p) - 1)
}

// Update applies Bayes' rule. An observation that ends the episode is an error: no belief follows
// it.
func (b *Belief[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	p := b.policy
	if d := p.lead(b.class, a, o); d != nil {
		dense := p.borrow()
		defer p.scratch.Put(dense)
		if next, chance := b.follow(d, (*dense)[:len(p.classes[d.to].states)]); chance > 0 {
			return &Belief[S, A, O]{next, p}, nil
		}
	}
	return nil, fmt.Errorf("after %v saw %v: %w", a, o, veil.ErrImpossible)
}

// lead returns the transitions of an action with an observation in a class, or nil.
func (p *Policy[S, A, O]) lead(class int32, a A, o O) *lead {
	act := p.act(class, a)
	for i := range act.leads {
		if d := &act.leads[i]; p.seen[d.seen] == o {
			return d
		}
	}
	return nil
}

// act returns an action of a class, or an empty one, without leads, if it is not offered.
func (p *Policy[S, A, O]) act(class int32, a A) *act {
	acts := p.classes[class].acts
	for k := range acts {
		if p.actions[acts[k].action] == a {
			return &acts[k]
		}
	}
	return &act{end: -1}
}

func (p *Policy[S, A, O]) borrow() *[]float64 {
	if dense, ok := p.scratch.Get().(*[]float64); ok {
		return dense
	}
	dense := make([]float64, p.width())
	return &dense
}

// Predict yields every possible observation after a with its probability. If several observations
// end the episode, one of them represents all.
func (b *Belief[S, A, O]) Predict(a A) iter.Seq2[O, float64] {
	return func(yield func(O, float64) bool) {
		for _, out := range b.AppendPrediction(nil, a) {
			if !yield(out.Seen, out.P) {
				return
			}
		}
	}
}

// AppendPrediction appends the observations of Predict, each with the expected reward of a, which
// is the same for all.
func (b *Belief[S, A, O]) AppendPrediction(dst []veil.Outcome[S, O], a A) []veil.Outcome[S, O] {
	p := b.policy
	act := p.act(b.class, a)
	if len(act.reward) == 0 {
		return dst
	}
	reward, left := b.dot(act.reward), 1.0
	for i := range act.leads {
		d := &act.leads[i]
		if chance := b.chance(d); chance > 0 {
			left -= chance
			dst = append(dst, veil.Outcome[S, O]{Seen: p.seen[d.seen], Reward: reward, P: chance})
		}
	}
	if act.end >= 0 && left > same {
		dst = append(dst, veil.Outcome[S, O]{Seen: p.seen[act.end], Reward: reward, Done: true, P: left})
	}
	return dst
}

// chance returns the probability of a lead.
func (b *sparse) chance(d *lead) (sum float64) {
	for k, i := range b.index {
		for e := d.rows[i]; e < d.rows[i+1]; e++ {
			sum += float64(b.p[k] * d.probs[e])
		}
	}
	return sum
}

// AppendKey appends 16 bytes that identify the belief up to rounding.
func (b *Belief[S, A, O]) AppendKey(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, b.hash(0))
	return binary.LittleEndian.AppendUint64(dst, b.hash(1))
}

// Bounds returns an interval that contains the value of best play.
func (b *Belief[S, A, O]) Bounds() (lo, hi float64) { return b.policy.bounds(&b.sparse) }

// Decide is [Policy.Decide] for this belief.
func (b *Belief[S, A, O]) Decide() veil.Decision[A] { return b.policy.decide(&b.sparse) }
