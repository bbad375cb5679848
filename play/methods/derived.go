// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/uct"
)

// derived is a model with a guide and a fast policy that follow from its exact probabilities, for problems that have
// none. An action is scored by one step of lookahead: the reward, and the value of the belief after each
// observation. That value is the mean of two bounds that need no search: of a player who sees the hidden state from
// one action later on (QMDP: Littman, Cassandra & Kaelbling 1995), and of the best player who always repeats one action
// (blind policies: Hauskrecht 2000). The first alone ignores what an observation is worth; the second alone knows
// nothing beyond one step.
type derived[S, A, O comparable] struct {
	veil.Model[S, A, O]
	exact    veil.Enumerator[S, A, O]
	discount float64
	horizon  int
	values   func() *valued[S, A, O]
	repeat   func() int // the index of the action that Continue repeats
}

// derive returns the model with its derived powers. They are computed when first used.
func (p *Problem[S, A, O]) derive() veil.Model[S, A, O] {
	d := &derived[S, A, O]{Model: p.Model, exact: p.Exact, discount: cmp.Or(p.Discount, patience)}
	d.horizon = int(math.Ceil(math.Log(0.01) / math.Log(d.discount)))
	d.values = sync.OnceValue(func() *valued[S, A, O] { return newValued(d.Model, d.exact, d.discount) })
	d.repeat = sync.OnceValue(func() int { return d.values().bestRepeated(d.exact) })
	return d
}

// guide returns the model with a guide: its own powers if they have one, else the derived ones.
func (p *Problem[S, A, O]) guide() veil.Model[S, A, O] {
	if has[uct.Guide[S, A, O]](p) || p.Exact == nil {
		return p.powers()
	}
	return p.derive()
}

// fastPolicy returns the model with a fast policy, in the same way.
func (p *Problem[S, A, O]) fastPolicy() veil.Model[S, A, O] {
	if has[uct.Adviser[S, A, O]](p) && has[uct.Continuer[S]](p) || p.Exact == nil {
		return p.powers()
	}
	return p.derive()
}

// guesses is the number of hidden states by which a belief is scored.
const guesses = 32

// states returns some hidden states of a belief with weights: all if there are few, else a sample, which is the same
// for the same belief. It returns none if the belief finds none.
func (d *derived[S, A, O]) states(b veil.Belief[S, A, O]) []veil.Weighted[S] {
	if set, ok := b.(interface{ States() []veil.Weighted[S] }); ok && len(set.States()) <= guesses {
		return set.States()
	}
	r := rand.New(rand.NewPCG(1, 1)) // any seed: the sample must only be the same every time
	list := make([]veil.Weighted[S], 0, guesses)
	for range guesses {
		s, err := drawn(r, b)
		if err != nil {
			break
		}
		list = append(list, veil.Weighted[S]{State: s, P: 1 / float64(guesses)})
	}
	return list
}

func drawn[S, A, O comparable](r *rand.Rand, b veil.Belief[S, A, O]) (S, error) {
	if d, ok := b.(uct.Drawer[S]); ok {
		return d.Draw(r)
	}
	return b.Sample(r), nil
}

// scores appends the score of each action in a belief.
func (d *derived[S, A, O]) scores(dst []float64, b veil.Belief[S, A, O], actions []A) []float64 {
	v, list := d.values(), d.states(b)
	for _, a := range actions {
		dst = append(dst, v.lookahead(d.exact, list, a, d.discount))
	}
	return dst
}

// sharpness is the weight of the best action against the worst one, as a logarithm.
const sharpness = 4

// AppendPriors weighs actions by their scores.
func (d *derived[S, A, O]) AppendPriors(dst []float64, b veil.Belief[S, A, O], actions []A) []float64 {
	from := len(dst)
	dst = d.scores(dst, b, actions)
	scores := dst[from:]
	best := slices.Max(scores)
	span := best - slices.Min(scores)
	for i := range scores {
		if span > 0 {
			scores[i] = math.Exp(sharpness * (scores[i] - best) / span)
		} else {
			scores[i] = 1
		}
	}
	return dst
}

// AppendCandidates appends all actions, the best score first.
func (d *derived[S, A, O]) AppendCandidates(dst []A, b veil.Belief[S, A, O]) []A {
	list := d.states(b)
	if len(list) == 0 {
		return dst
	}
	actions := d.AppendActions(nil, &list[0].State)
	scores := d.scores(nil, b, actions)
	order := make([]int, len(actions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(scores[y], scores[x]) })
	for _, i := range order {
		dst = append(dst, actions[i])
	}
	return dst
}

// Continue plays the best policy that ignores what it sees, since a hidden state does not contain what the player has
// seen. So it estimates the value of the fast policy from below.
func (d *derived[S, A, O]) Continue(r *rand.Rand, s *S) float64 {
	v, repeat := d.values(), d.repeat()
	earned, worth := 0.0, 1.0
	var actions []A
	for range d.horizon {
		actions = d.AppendActions(actions[:0], s)
		if len(actions) == 0 {
			break
		}
		_, reward, done := d.Step(r, s, v.repeated(actions, repeat))
		earned += float64(worth * reward)
		if worth *= d.discount; done {
			break
		}
	}
	return earned
}
