// SPDX-License-Identifier: BSD-3-Clause

// Package maintenance models a machine of six parts that wear unseen: when to look at a part, and when to replace it
// (the machine maintenance problem: Smallwood & Sondik, "The optimal control of partially observable Markov processes
// over a finite horizon", Operations Research 1973; Monahan 1982).
//
// Every part begins new. In each step a part that is new wears with its own chance, and a part that is worn fails with
// the same chance. Nothing shows this. A part that has failed costs [Downtime] in every step. In one step the player
// does nothing, inspects one part, or replaces one part with a new one. An inspection costs [Inspection] and shows the
// state of the part. A replacement costs [Replacement] and shows nothing. The episode ends after [Horizon] steps; a
// reward counts [Discount] as much one step later.
package maintenance

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// The rewards, and the other numbers of the problem.
const (
	Downtime    = -4.0
	Inspection  = -0.25
	Replacement = -3.0
	Discount    = 0.95
	Horizon     = 30
	Parts       = 6
)

// unit is the number of equal shares in which chances are given, so that one random number decides for all parts.
const unit = 1024

// Wear is the state of a part.
type Wear uint8

// The states of a part.
const (
	New Wear = iota
	Worn
	Failed
)

// Rate returns the chance that a part gets worse in a step.
func Rate(part int) float64 { return float64(rates(part)) / unit }

func rates(part int) uint64 { return [Parts]uint64{20, 30, 40, 50, 65, 80}[part] }

// State holds the hidden wear of each part and the number of steps left.
type State struct {
	Wear [Parts]Wear
	Left uint8
}

// Model is the problem.
type Model struct{}

// Start returns a machine whose parts are new.
func (Model) Start(*rand.Rand) State { return State{Left: Horizon} }

// AppendActions appends the 13 actions.
func (Model) AppendActions(dst []Action, _ *State) []Action {
	for a := range Action(ActionCount) {
		dst = append(dst, a)
	}
	return dst
}

// Step performs a; then the parts wear.
func (Model) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	reward, u := act(s, a), r.Uint64()
	for i := range s.Wear {
		if s.Wear[i] != Failed && u>>(10*i)&(unit-1) < rates(i) {
			s.Wear[i]++
		}
	}
	seen := Nothing
	if part, ok := a.Inspects(); ok {
		seen = shows(s.Wear[part])
	}
	s.Left--
	return seen, reward, s.Left == 0
}

// act performs a and returns the reward of the step.
func act(s *State, a Action) float64 {
	reward := 0.0
	if part, ok := a.Replaces(); ok {
		s.Wear[part], reward = New, Replacement
	} else if _, ok := a.Inspects(); ok {
		reward = Inspection
	}
	for _, w := range s.Wear {
		if w == Failed {
			reward += Downtime
		}
	}
	return reward
}

// shows returns what an inspection of a part shows.
func shows(w Wear) Seen { return LooksNew + Seen(w) }

// AppendStarts appends the only start.
func (Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	return append(dst, veil.Weighted[State]{State: State{Left: Horizon}, P: 1})
}

// AppendOutcomes appends the outcomes of a: every set of parts that get worse.
func (Model) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Action) []veil.Outcome[State, Seen] {
	next := *s
	reward := act(&next, a)
	next.Left--
	from := len(dst)
	dst = append(dst, veil.Outcome[State, Seen]{State: next, Reward: reward, Done: next.Left == 0, P: 1})
	for part := range next.Wear {
		if next.Wear[part] == Failed {
			continue
		}
		for i, to := from, len(dst); i < to; i++ {
			worse := dst[i]
			worse.State.Wear[part]++
			worse.P *= Rate(part)
			dst[i].P *= 1 - Rate(part)
			dst = append(dst, worse)
		}
	}
	if part, ok := a.Inspects(); ok {
		for i := range dst[from:] {
			dst[from+i].Seen = shows(dst[from+i].State.Wear[part])
		}
	}
	return dst
}
