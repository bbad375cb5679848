// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"errors"
	"fmt"
	"sync"

	"github.com/veilplan/veil"
)

// Policy chooses an action in every reachable belief, and bounds the value of best play there.
type Policy[S, A, O comparable] struct {
	*table

	problem  Problem[S, A, O]
	index    map[S]int32
	states   []S
	actions  []A
	seen     []O
	starts   map[int32]int32 // of the first class, if it is apart
	discount float64
	lower    []lower
	informed byAct // their maximum bounds the value of best play from above
	value    [2]float64
	scratch  sync.Pool // of *[]float64, zero, as long as the largest class
}

func newPolicy[S, A, O comparable](m Problem[S, A, O], l *listing[S, A, O], g *graph) *Policy[S, A, O] {
	p := emptyPolicy(m, l, g.table)
	p.discount = g.discount
	for c := range g.classes {
		p.lower = append(p.lower, lower{g.lower[c].live()})
		p.informed = append(p.informed, g.upper[c].informed)
	}
	root := g.refresh(0)
	p.value = [2]float64{root.lo, root.hi + g.slack}
	return p
}

// emptyPolicy returns a policy of the problem without vectors.
func emptyPolicy[S, A, O comparable](m Problem[S, A, O], l *listing[S, A, O], t *table) *Policy[S, A, O] {
	p := &Policy[S, A, O]{table: t, problem: m, index: l.index, states: l.states, actions: l.actions.list, seen: l.seen.list}
	first := t.classes[t.startClass].states
	if t.place[first[0]].class != t.startClass {
		p.starts = map[int32]int32{}
		for local, s := range first {
			p.starts[s] = int32(local)
		}
	}
	return p
}

// Value returns the bounds on the value of best play from the first belief.
func (p *Policy[S, A, O]) Value() veil.Value { return veil.BoundsValue(p.value[0], p.value[1]) }

// Discount returns the factor on a reward one step later.
func (p *Policy[S, A, O]) Discount() float64 { return p.discount }

// Vectors returns the number of vectors of the lower bound.
func (p *Policy[S, A, O]) Vectors() (n int) {
	for c := range p.lower {
		n += len(p.lower[c].vectors)
	}
	return n
}

// States returns the number of listed states, and of their classes.
func (p *Policy[S, A, O]) States() (states, classes int) { return len(p.place), len(p.classes) }

// ErrElsewhere reports a belief that cannot be reached from the problem's first.
var ErrElsewhere = errors.New("alpha: the belief cannot be reached")

// locate translates a belief into the policy's numbers.
func (p *Policy[S, A, O]) locate(states []veil.Weighted[S]) (sparse, error) {
	class := int32(-1)
	dense := make([]float64, p.width())
	for _, w := range states {
		if w.P <= 0 {
			continue
		}
		i, ok := p.index[w.State]
		if !ok {
			return sparse{}, fmt.Errorf("%w: it contains %v", ErrElsewhere, w.State)
		}
		at := p.place[i]
		if class >= 0 && at.class != class {
			return p.locateFirst(states)
		}
		class = at.class
		dense[at.local] += w.P
	}
	if class < 0 {
		return sparse{}, veil.ErrImpossible
	}
	b, _ := gather(class, dense)
	return b, nil
}

// locateFirst translates a belief whose states are in one class only before the first move.
func (p *Policy[S, A, O]) locateFirst(states []veil.Weighted[S]) (sparse, error) {
	dense := make([]float64, p.width())
	for _, w := range states {
		i, ok := p.index[w.State]
		local, first := p.starts[i]
		if !ok || !first {
			return sparse{}, fmt.Errorf("%w: it contains states that observations distinguish", ErrElsewhere)
		}
		dense[local] += w.P
	}
	b, _ := gather(p.startClass, dense)
	return b, nil
}

// Bounds returns an interval that contains the value of best play from the given states. Their
// weights need not sum to one.
func (p *Policy[S, A, O]) Bounds(states []veil.Weighted[S]) (lo, hi float64, err error) {
	b, err := p.locate(states)
	if err != nil {
		return 0, 0, err
	}
	lo, hi = p.bounds(&b)
	return lo, hi, nil
}

func (p *Policy[S, A, O]) bounds(b *sparse) (lo, hi float64) {
	_, lo = p.lower[b.class].best(b)
	return lo, max(highest(p.informed[b.class], b), lo)
}

// Decide looks one step ahead from the given states and returns the action with the largest lower
// bound. A player that always does so earns at least the lower bound in expectation.
func (p *Policy[S, A, O]) Decide(states []veil.Weighted[S]) (veil.Decision[A], error) {
	b, err := p.locate(states)
	if err != nil {
		return veil.Decision[A]{}, err
	}
	return p.decide(&b), nil
}

func (p *Policy[S, A, O]) decide(b *sparse) veil.Decision[A] {
	d := veil.Decision[A]{Ties: 1}
	dense := make([]float64, p.width())
	for k := range p.classes[b.class].acts {
		a := &p.classes[b.class].acts[k]
		lo, hi := b.dot(a.reward), b.dot(a.reward)
		for i := range a.leads {
			next, chance := b.follow(&a.leads[i], dense[:len(p.classes[a.leads[i].to].states)])
			if chance > 0 {
				l, h := p.bounds(&next)
				lo += float64(p.discount * float64(chance*l))
				hi += float64(p.discount * float64(chance*h))
			}
		}
		d.Choices = append(d.Choices, veil.Choice[A]{Action: p.actions[a.action], Value: veil.BoundsValue(lo, hi)})
	}
	bestFirst(d.Choices)
	d.Value = d.Choices[0].Value
	return d
}
