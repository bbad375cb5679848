// SPDX-License-Identifier: BSD-3-Clause

// Package lightdark models a player on a line who must stop at its origin, and sees where it is only near a light
// elsewhere (Sunberg & Kochenderfer, "Online algorithms for POMDPs with continuous state, action, and observation
// spaces", ICAPS 2018; after Platt, Tedrake, Kaelbling & Lozano-Pérez 2010).
//
// Places are the integers from -[Radius] to [Radius]; the start is any of them, equally likely. A move by 1 or 10 to
// either side costs 1 and ends at the border at most. Then the player measures its place: a real number with a normal
// error, whose standard deviation is the distance from the [Light], and [Dimness] more. To stop pays [Right] at 0
// and costs as much elsewhere, and ends the episode. A reward counts [Discount] as much one step later.
package lightdark

import (
	"math"
	"math/rand/v2"
)

// The numbers of the problem.
const (
	Radius   = 30
	Light    = 10
	Dimness  = 0.0001
	Cost     = -1.0
	Right    = 100.0
	Discount = 0.95
)

// State is the place of the player.
type State int8

// Action is the distance that the player moves; 0 stops.
type Action int8

// Stop ends the episode.
const Stop Action = 0

// Actions returns the five actions.
func Actions() [5]Action { return [5]Action{-10, -1, Stop, 1, 10} }

// Seen is a measurement.
type Seen float64

// Model is the problem. Make one with [New].
type Model struct{ values [2*Radius + 1]float64 }

// New returns the problem.
func New() *Model {
	m := &Model{}
	for range 2 * Radius { // more than the moves of any shortest way
		m.improve()
	}
	return m
}

// improve makes the values those of the best action followed by the present values.
func (m *Model) improve() {
	for i := range m.values {
		best := math.Inf(-1)
		for _, a := range Actions() {
			s := State(i - Radius)
			reward, done := s.move(a)
			if !done {
				reward += float64(Discount * m.values[int(s)+Radius])
			}
			best = max(best, reward)
		}
		m.values[i] = best
	}
}

// Start draws a place.
func (*Model) Start(r *rand.Rand) State { return State(r.IntN(2*Radius+1) - Radius) }

// AppendActions appends the five actions.
func (*Model) AppendActions(dst []Action, _ *State) []Action {
	all := Actions()
	return append(dst, all[:]...)
}

// Step performs a and measures the place.
func (*Model) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	reward, done := s.move(a)
	return Seen(float64(*s) + float64(s.noise()*r.NormFloat64())), reward, done
}

// move performs a and returns the reward, and whether the player stopped.
func (s *State) move(a Action) (reward float64, done bool) {
	switch {
	case a != Stop:
		*s = min(max(*s+State(a), -Radius), Radius)
		return Cost, false
	case *s == 0:
		return Right, true
	default:
		return -Right, true
	}
}

// noise returns the standard deviation of a measurement.
func (s *State) noise() float64 { return math.Abs(float64(*s)-Light) + Dimness }

// Likelihood returns the density of the measurement o at s.
func (*Model) Likelihood(s *State, _ Action, o Seen) float64 {
	sd := s.noise()
	z := (float64(o) - float64(*s)) / sd
	return math.Exp(-float64(z*z)/2) / (sd * math.Sqrt(2*math.Pi))
}

// Continue returns the reward of the best player who sees the place from now on. This is an estimate from above, with
// which the paper ends simulations.
func (m *Model) Continue(_ *rand.Rand, s *State) float64 { return m.values[int(*s)+Radius] }
