// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"fmt"

	"github.com/veilplan/veil"
)

// Problem is a model that lists its probabilities, as the solver needs.
type Problem[S, A, O comparable] interface {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}

// listing holds every reachable state and its transitions, by numbers.
type listing[S, A, O comparable] struct {
	problem Problem[S, A, O]
	limit   int
	room    *room

	states  []S
	index   map[S]int32
	actions numbering[A]
	seen    numbering[O]
	starts  []veil.Weighted[int32]

	steps []step  // of all states, one after the other
	first []int32 // the first step of each state, and the end
	outs  int     // of all steps
	block []out   // the rest of it is for the outcomes of the next steps
}

// step is an action in a state: its expected reward and its outcomes.
type step struct {
	action int32
	over   int32 // an observation with which the episode ends, or -1
	reward float64
	outs   []out
}

// out is an outcome that does not end the episode.
type out struct {
	seen, to int32
	p        float64
}

// numbering numbers values in order of appearance.
type numbering[T comparable] struct {
	list  []T
	index map[T]int32
}

func (n *numbering[T]) of(x T) int32 {
	i, ok := n.index[x]
	if !ok {
		if n.index == nil {
			n.index = map[T]int32{}
		}
		i = int32(len(n.list))
		n.index[x] = i
		n.list = append(n.list, x)
	}
	return i
}

// maxOutcomes limits the outcomes of all states.
const maxOutcomes = 1 << 25

// The memory of each item of a listing, in bytes: lists grow by a quarter at a time, and a growing
// list is there twice; the last outcomes of a block may stay unused.
const (
	stateSize   = 100 // in its list and map, with its place and its class
	stepSize    = 2 * 40
	outcomeSize = 2*16 + 12 // and in the table
)

// list visits every state that can be reached, breadth first.
func list[S, A, O comparable](m Problem[S, A, O], limit int, within *room) (*listing[S, A, O], error) {
	l := &listing[S, A, O]{problem: m, limit: limit, room: within, index: map[S]int32{}}
	for _, w := range m.AppendStarts(nil) {
		if w.P > 0 {
			l.starts = append(l.starts, veil.Weighted[int32]{State: l.visit(w.State), P: w.P})
		}
	}
	if err := within.take(len(l.starts), 2*16); err != nil {
		return nil, err
	}
	if len(l.starts) == 0 {
		return nil, veil.ErrImpossible
	}
	var actions []A
	var outcomes []veil.Outcome[S, O]
	for i := 0; i < len(l.states); i++ {
		l.first = append(l.first, int32(len(l.steps)))
		s := l.states[i]
		actions = m.AppendActions(actions[:0], &s)
		if len(actions) == 0 {
			return nil, fmt.Errorf("alpha: a state that is not over offers no action: %v", s)
		}
		for _, a := range actions {
			outcomes = m.AppendOutcomes(outcomes[:0], &s, a)
			if err := within.take(len(outcomes), outcomeSize); err != nil {
				return nil, err
			}
			if err := within.step(len(outcomes)); err != nil {
				return nil, err
			}
			l.add(a, outcomes)
		}
		if err := within.take(1, stateSize+len(actions)*stepSize); err != nil {
			return nil, err
		}
		if len(l.states) > l.limit || l.outs > maxOutcomes {
			return nil, fmt.Errorf("alpha: more than %d states or %d outcomes can be reached: %w", l.limit, maxOutcomes, veil.ErrTooHard)
		}
	}
	l.first = append(l.first, int32(len(l.steps)))
	return l, nil
}

func (l *listing[S, A, O]) visit(s S) int32 {
	i, ok := l.index[s]
	if !ok {
		i = int32(len(l.states))
		l.index[s] = i
		l.states = append(l.states, s)
	}
	return i
}

func (l *listing[S, A, O]) add(a A, outcomes []veil.Outcome[S, O]) {
	st := step{action: l.actions.of(a), over: -1, outs: l.reserve(len(outcomes))}
	for i := range outcomes {
		o := &outcomes[i]
		st.reward += float64(o.P * o.Reward)
		switch seen := l.seen.of(o.Seen); {
		case o.P <= 0:
		case o.Done:
			st.over = seen
		default:
			st.outs = append(st.outs, out{seen, l.visit(o.State), o.P})
		}
	}
	l.outs += len(st.outs)
	l.block = l.block[len(st.outs):]
	l.steps = append(l.steps, st)
}

// blockSize is the number of outcomes that are allocated at once. One growing list of them all would
// be copied for a tenth of a second, in which nobody checks the context.
const blockSize = 1 << 15

// reserve returns an empty list with room for n outcomes.
func (l *listing[S, A, O]) reserve(n int) []out {
	if len(l.block) < n {
		l.block = make([]out, max(n, blockSize))
	}
	return l.block[:0:n]
}

// forget drops the parts that the table has copied.
func (l *listing[S, A, O]) forget() {
	l.room.give(len(l.steps), stepSize)
	l.room.give(l.outs, outcomeSize-12)
	l.steps, l.block = nil, nil
}
