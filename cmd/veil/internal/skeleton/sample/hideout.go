// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// State is a place that nobody sees, and the tries that are left, which are known.
type State struct {
	Place, Left int8
	Found       bool
}

// Try is an action: the place to look at.
type Try int8

func (a Try) String() string { return fmt.Sprintf("try-%d", a+1) }

// Seen is an observation: the direction from the place that was tried to the hidden one.
type Seen int8

// The observations.
const (
	Here Seen = iota
	Lower
	Higher
	Fog // no direction
)

func (o Seen) String() string { return [...]string{"here", "lower", "higher", "fog"}[o] }

// Hideout is the problem: places in a row, a limit on tries, and how often fog hides the direction.
type Hideout struct {
	Places, Tries int8
	Fog           float64
}

// Start hides something at any place.
func (m Hideout) Start(r *rand.Rand) State {
	return State{Place: int8(r.IntN(int(m.Places))), Left: m.Tries}
}

// AppendActions appends every place. Actions must not depend on what is hidden.
func (m Hideout) AppendActions(dst []Try, _ *State) []Try {
	for i := range m.Places {
		dst = append(dst, Try(i))
	}
	return dst
}

// Step draws one of the outcomes, so that the rules are written once.
func (m Hideout) Step(r *rand.Rand, s *State, a Try) (Seen, float64, bool) {
	u := r.Float64()
	outcomes := m.AppendOutcomes(nil, s, a)
	last := len(outcomes) - 1
	for _, o := range outcomes[:last] {
		if u < o.P {
			*s = o.State
			return o.Seen, o.Reward, o.Done
		}
		u -= o.P
	}
	o := outcomes[last]
	*s = o.State
	return o.Seen, o.Reward, o.Done
}

// AppendStarts appends the hidden states before the first try, with their probabilities.
func (m Hideout) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	for i := range m.Places {
		dst = append(dst, veil.Weighted[State]{State: State{Place: i, Left: m.Tries}, P: 1 / float64(m.Places)})
	}
	return dst
}

// AppendOutcomes appends the outcomes of a try, with their probabilities. A try that finds nothing costs 1.
func (m Hideout) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Try) []veil.Outcome[State, Seen] {
	next := State{Place: s.Place, Left: s.Left - 1, Found: s.Place == int8(a)}
	if next.Found {
		return append(dst, veil.Outcome[State, Seen]{State: next, Seen: Here, Done: true, P: 1})
	}
	direction := Lower
	if s.Place > int8(a) {
		direction = Higher
	}
	for _, o := range []struct {
		seen Seen
		p    float64
	}{{direction, 1 - m.Fog}, {Fog, m.Fog}} {
		if o.p > 0 {
			dst = append(dst, veil.Outcome[State, Seen]{State: next, Seen: o.seen, Reward: -1, Done: next.Left == 0, P: o.p})
		}
	}
	return dst
}

// Status reports whether an episode is won or lost.
func (m Hideout) Status(s *State) veil.Status {
	switch {
	case s.Found:
		return veil.Won
	case s.Left == 0:
		return veil.Lost
	default:
		return veil.Open
	}
}
