// SPDX-License-Identifier: BSD-3-Clause

package rocksample

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Start draws the set of good rocks.
func (m *Model) Start(r *rand.Rand) State {
	return State{m.start, uint16(r.Uint64()) & (1<<len(m.rocks) - 1)}
}

// AppendActions appends the moves that stay on the grid or leave it eastward, Sample on a
// rock, and the checks.
func (m *Model) AppendActions(dst []Action, s *State) []Action {
	if s.X == m.size {
		return dst
	}
	return append(dst, m.actions[m.index(s.Cell)]...)
}

// Step performs a.
func (m *Model) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	if a >= firstCheck {
		rock := int(a - firstCheck)
		wrong := r.Float64() >= m.Right(s.Cell, rock)
		return reading(s.Good>>rock&1 == 1 != wrong), 0, false
	}
	reward, done := m.move(s, a)
	return Nothing, reward, done
}

// move performs an action that is not a check.
func (m *Model) move(s *State, a Action) (reward float64, done bool) {
	switch a {
	case North:
		s.Y++
	case South:
		s.Y--
	case West:
		s.X--
	case East:
		if s.X++; s.X == m.size {
			return Exit, true
		}
	case Sample:
		return m.sample(s), false
	default: // a check, which moves nothing
	}
	return 0, false
}

func (m *Model) sample(s *State) float64 {
	bit := uint16(1) << m.under[m.index(s.Cell)]
	if s.Good&bit == 0 {
		return Bad
	}
	s.Good &^= bit
	return Good
}

// AppendStarts appends every set of good rocks.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	many := 1 << len(m.rocks)
	for good := range many {
		dst = append(dst, veil.Weighted[State]{State: State{m.start, uint16(good)}, P: 1 / float64(many)})
	}
	return dst
}

// AppendOutcomes appends the two readings of a check, or the single outcome of any other action.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Action) []veil.Outcome[State, Seen] {
	out := veil.Outcome[State, Seen]{State: *s, P: 1}
	if a < firstCheck {
		out.Reward, out.Done = m.move(&out.State, a)
		return append(dst, out)
	}
	rock := int(a - firstCheck)
	right, good := m.Right(s.Cell, rock), s.Good>>rock&1 == 1
	out.Seen, out.P = reading(good), right
	dst = append(dst, out)
	if right < 1 {
		out.Seen, out.P = reading(!good), 1-right
		dst = append(dst, out)
	}
	return dst
}

// Likelihood returns the probability of seeing o when a has led to s.
func (m *Model) Likelihood(s *State, a Action, o Seen) float64 {
	if a < firstCheck {
		return float64(bit(o == Nothing))
	}
	rock := int(a - firstCheck)
	switch right := m.Right(s.Cell, rock); {
	case o == Nothing:
		return 0
	case o == reading(s.Good>>rock&1 == 1):
		return right
	default:
		return 1 - right
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func reading(good bool) Seen {
	if good {
		return LooksGood
	}
	return LooksBad
}
