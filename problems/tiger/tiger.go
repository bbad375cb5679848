// SPDX-License-Identifier: BSD-3-Clause

// Package tiger models the tiger problem, the smallest that needs planning: two doors, a tiger
// behind one of them (Cassandra, Kaelbling & Littman 1994; Kaelbling, Littman & Cassandra,
// "Planning and acting in partially observable stochastic domains", 1998, §5.1).
//
// Listening costs 1 and names the tiger's door with probability 0.85. Opening the tiger's door
// costs 100, the other one pays 10; either puts the tiger behind a new random door, and the problem
// continues. The original answers an opened door with a meaningless growl from a random side; here
// the answer is [Silence], which reveals as little and leaves every value unchanged.
package tiger

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Action is an action of the player.
type Action uint8

// The actions.
const (
	Listen Action = iota
	OpenLeft
	OpenRight
)

// Sound is an observation of the player.
type Sound uint8

// The sounds. Silence follows an opened door.
const (
	Silence Sound = iota
	GrowlLeft
	GrowlRight
)

// The parameters of the original problem, see the package comment. Discount is the factor on a reward
// one step later in the problem without a horizon, whose optimal value is 19.37.
const (
	Hearing  = 0.85
	Cost     = -1.0
	Mauled   = -100.0
	Prize    = 10.0
	Discount = 0.95
)

// State is the tiger's door and the number of steps left.
type State struct {
	Right bool // the tiger is behind the right door
	Left  int  // steps left, if the model has a horizon
}

// Model is the problem. Episodes end after Horizon steps; 0 means no end.
type Model struct{ Horizon int }

// Start puts the tiger behind a random door.
func (m Model) Start(r *rand.Rand) State { return State{Right: r.Uint64()&1 == 1, Left: m.Horizon} }

// AppendActions appends the three actions.
func (m Model) AppendActions(dst []Action, _ *State) []Action {
	return append(dst, Listen, OpenLeft, OpenRight)
}

// Step performs a. One random number decides the sound or the tiger's next door. There is no branch
// on a, because a processor cannot predict a random policy, and simulations of this problem consist
// of steps only.
func (m Model) Step(r *rand.Rand, s *State, a Action) (Sound, float64, bool) {
	u := r.Uint64()
	right, listen, misheard := bit(s.Right), bit(a == Listen), bit(float64(u>>11) >= Hearing*(1<<53))
	heard := right ^ misheard
	fresh := int(u & 1)
	seen := Sound(listen * (int(GrowlLeft) + heard))
	reward := float64(listen)*Cost + float64(float64(1-listen)*open(a, s.Right))
	s.Right = (listen*right | (1-listen)*fresh) == 1
	s.Left = max(s.Left-1, 0)
	return seen, reward, m.done(s)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// AppendStarts appends the two hidden states.
func (m Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	left, right := State{Left: m.Horizon}, State{Right: true, Left: m.Horizon}
	return append(dst, veil.Weighted[State]{State: left, P: 0.5}, veil.Weighted[State]{State: right, P: 0.5})
}

// AppendOutcomes appends the outcomes of a.
func (m Model) AppendOutcomes(dst []veil.Outcome[State, Sound], s *State, a Action) []veil.Outcome[State, Sound] {
	next := State{Right: s.Right, Left: max(s.Left-1, 0)}
	out := veil.Outcome[State, Sound]{State: next, Done: m.done(&next)}
	for _, right := range [2]bool{false, true} {
		if a == Listen {
			out.Seen, out.Reward, out.P = growl(right), Cost, 1-Hearing
			if right == s.Right {
				out.P = Hearing
			}
		} else {
			out.State.Right, out.Reward, out.P = right, open(a, s.Right), 0.5
		}
		dst = append(dst, out)
	}
	return dst
}

func (m Model) done(s *State) bool { return m.Horizon > 0 && s.Left == 0 }

func growl(right bool) Sound {
	if right {
		return GrowlRight
	}
	return GrowlLeft
}

// open returns the reward of opening a door. It has no branch: neither the player nor a processor
// can predict which door is right.
func open(a Action, right bool) float64 {
	return Prize + float64(float64(bit((a == OpenRight) == right))*(Mauled-Prize))
}
