// SPDX-License-Identifier: BSD-3-Clause

package tabular

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/veilplan/veil"
)

// ErrMixed reports a problem that cannot be listed because an observation depends on more than the
// action and the next state.
var ErrMixed = errors.New("an observation depends on the state before the action")

// From lists a problem of any domain: the states that can be reached, numbered in the order in
// which they are met, and one more in which the episode is over and nothing pays. All actions
// must be offered in all states, or do nothing where they are not offered; an action that does
// nothing shows the first observation.
func From[S, A, O comparable](m interface {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}, discount float64, states int,
) (*Problem, error) {
	b := &builder[S, A, O]{number: map[S]uint32{}, actions: map[A]int{}, seen: map[O]int{}}
	for _, w := range m.AppendStarts(nil) {
		b.starts = append(b.starts, veil.Weighted[uint32]{State: b.visit(w.State), P: w.P})
	}
	for i := 0; i < len(b.states); i++ {
		if len(b.states) > states {
			return nil, fmt.Errorf("more than %d states can be reached: %w", states, veil.ErrTooHard)
		}
		s := b.states[i]
		for _, a := range m.AppendActions(nil, &s) {
			b.add(uint32(i), a, m.AppendOutcomes(nil, &s, a))
		}
	}
	return b.problem(discount)
}

// builder collects the transitions of a problem.
type builder[S, A, O comparable] struct {
	states  []S
	number  map[S]uint32
	actions map[A]int
	seen    map[O]int
	names   [2][]string // of actions and observations
	starts  []veil.Weighted[uint32]
	steps   []listedStep
	ends    bool
}

// listedStep is an outcome; to equals the number of states if the episode is over.
type listedStep struct {
	action, seen int
	from, to     uint32
	done         bool
	p, reward    float64
}

func (b *builder[S, A, O]) visit(s S) uint32 {
	i, ok := b.number[s]
	if !ok {
		i = uint32(len(b.states))
		b.number[s] = i
		b.states = append(b.states, s)
	}
	return i
}

func (b *builder[S, A, O]) add(from uint32, a A, outcomes []veil.Outcome[S, O]) {
	action := numberOf(b.actions, a, &b.names[0])
	for i := range outcomes {
		out := &outcomes[i]
		st := listedStep{action: action, seen: numberOf(b.seen, out.Seen, &b.names[1]), from: from, done: out.Done, p: out.P, reward: out.Reward}
		if out.Done {
			b.ends = true
		} else {
			st.to = b.visit(out.State)
		}
		b.steps = append(b.steps, st)
	}
}

func numberOf[T comparable](of map[T]int, x T, names *[]string) int {
	i, ok := of[x]
	if !ok {
		i = len(of)
		of[x] = i
		*names = append(*names, fmt.Sprint(x))
	}
	return i
}

func (b *builder[S, A, O]) problem(discount float64) (*Problem, error) {
	n := len(b.states)
	if b.ends {
		n++
	}
	t := Tables{Discount: discount, Actions: b.names[0], Observations: b.names[1]}
	for i := range n {
		t.States = append(t.States, strconv.Itoa(i))
	}
	for _, w := range b.starts {
		t.Start = put(t.Start, w.State, w.P)
	}
	t.Moves, t.Signs = make([][]Chance, n*len(t.Actions)), make([][]Chance, n*len(t.Actions))
	rewards := map[[3]uint32]earning{} // by row, next state and observation
	shown := make([][]Chance, len(t.Moves))
	for _, st := range b.steps {
		if st.done {
			st.to = uint32(n - 1)
		}
		row := st.action*n + int(st.from)
		t.Moves[row] = put(t.Moves[row], st.to, st.p)
		key := [3]uint32{uint32(row), st.to, uint32(st.seen)}
		rewards[key] = earning{rewards[key].p + st.p, rewards[key].sum + float64(st.p*st.reward)}
		shown[row] = put(shown[row], st.to*uint32(len(t.Observations))+uint32(st.seen), st.p)
	}
	if err := t.signs(shown, n); err != nil {
		return nil, err
	}
	t.fill(n)
	t.Reward = func(a, s, next, o int) float64 {
		e, ok := rewards[[3]uint32{uint32(a*n + s), uint32(next), uint32(o)}]
		if !ok {
			return 0
		}
		return e.sum / e.p
	}
	return New(t)
}

// earning is the probability of an outcome, and its expected reward times that.
type earning struct{ p, sum float64 }

// put adds a probability to a row.
func put(row []Chance, index uint32, p float64) []Chance {
	i, found := slices.BinarySearchFunc(row, index, func(c Chance, index uint32) int { return int(c.Index) - int(index) })
	if found {
		row[i].P += p
		return row
	}
	return slices.Insert(row, i, Chance{index, p})
}

// signs computes the probabilities of observations given action and next state. They must not
// depend on the state before.
func (t *Tables) signs(shown [][]Chance, n int) error {
	many := uint32(len(t.Observations))
	for row := range shown {
		a := row / n
		for _, next := range t.Moves[row] {
			var signs []Chance
			for _, c := range shown[row] {
				if c.Index/many == next.Index {
					signs = append(signs, Chance{c.Index % many, c.P / next.P})
				}
			}
			at := a*n + int(next.Index)
			if t.Signs[at] == nil {
				t.Signs[at] = signs
			} else if !sameRow(t.Signs[at], signs) {
				return fmt.Errorf("%w: %s", ErrMixed, t.Actions[a])
			}
		}
	}
	return nil
}

func sameRow(x, y []Chance) bool {
	return slices.EqualFunc(x, y, func(c, d Chance) bool { return c.Index == d.Index && math.Abs(c.P-d.P) <= Slack })
}

// fill adds the rows of actions that are not offered, and of the state after the end.
func (t *Tables) fill(n int) {
	for row := range t.Moves {
		if t.Moves[row] == nil {
			t.Moves[row] = []Chance{{uint32(row % n), 1}}
		}
		if t.Signs[row] == nil {
			t.Signs[row] = []Chance{{0, 1}}
		}
	}
}
