// SPDX-License-Identifier: BSD-3-Clause

package rocksample

import (
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Scout is a state with the rover's memory of its readings: for every rock the logarithm of the
// odds that it is good, in quarters.
type Scout struct {
	State

	Odds [MaxRocks]int8
}

// sure is the limit of the log-odds, in quarters, and their value for a known rock.
const sure = 100

// Scouting is the problem with a rover that remembers, so that simulations can follow a policy.
// Observations and rewards are the same.
type Scouting struct {
	*Model

	shift []int8    // by cell and rock: what a reading adds to the odds
	worth []float64 // powers of the discount
}

// NewScouting returns the problem with memory.
func NewScouting(m *Model, discount float64) *Scouting {
	s := &Scouting{Model: m}
	for _, right := range m.right {
		s.shift = append(s.shift, int8(min(math.Round(4*math.Log(right/(1-right))), sure)))
	}
	for i := range 4*int(m.size) + 2 {
		s.worth = append(s.worth, math.Pow(discount, float64(i)))
	}
	return s
}

// Start draws the set of good rocks; the rover's memory is empty.
func (m *Scouting) Start(r *rand.Rand) Scout { return Scout{State: m.Model.Start(r)} }

// AppendActions appends the actions of the problem.
func (m *Scouting) AppendActions(dst []Action, s *Scout) []Action {
	return m.Model.AppendActions(dst, &s.State)
}

// Step performs a and remembers the observation.
func (m *Scouting) Step(r *rand.Rand, s *Scout, a Action) (Seen, float64, bool) {
	seen, reward, done := m.Model.Step(r, &s.State, a)
	m.remember(s, a, seen)
	return seen, reward, done
}

// remember updates the odds. A sampled rock is bad.
func (m *Scouting) remember(s *Scout, a Action, seen Seen) {
	switch {
	case a == Sample:
		s.Odds[m.under[m.index(s.Cell)]] = -sure
	case a >= firstCheck:
		rock := int(a - firstCheck)
		shift := int(m.shift[m.index(s.Cell)*len(m.rocks)+rock])
		if seen == LooksBad {
			shift = -shift
		}
		s.Odds[rock] = int8(min(max(int(s.Odds[rock])+shift, -sure), sure))
	}
}

// AppendStarts appends every set of good rocks.
func (m *Scouting) AppendStarts(dst []veil.Weighted[Scout]) []veil.Weighted[Scout] {
	for _, w := range m.Model.AppendStarts(nil) {
		dst = append(dst, veil.Weighted[Scout]{State: Scout{State: w.State}, P: w.P})
	}
	return dst
}

// AppendOutcomes appends the outcomes of a.
func (m *Scouting) AppendOutcomes(dst []veil.Outcome[Scout, Seen], s *Scout, a Action) []veil.Outcome[Scout, Seen] {
	var list [2]veil.Outcome[State, Seen]
	for _, out := range m.Model.AppendOutcomes(list[:0], &s.State, a) {
		next := Scout{out.State, s.Odds}
		if !out.Done {
			m.remember(&next, a, out.Seen)
		}
		dst = append(dst, veil.Outcome[Scout, Seen]{State: next, Seen: out.Seen, Reward: out.Reward, Done: out.Done, P: out.P})
	}
	return dst
}

// Roll is a policy for simulations: go to the most promising rock, check it there, sample it if it
// is good, and leave when no rock is worth the way.
func (m *Scouting) Roll(_ *rand.Rand, s *Scout) Action {
	if here := m.under[m.index(s.Cell)]; here >= 0 {
		switch odds := s.Odds[here]; {
		case odds > 0:
			return Sample
		case odds == 0:
			return Check(int(here))
		}
	}
	best, top := East, 0.0
	for i, rock := range m.rocks {
		if x := m.promise(s, i, rock); x > top {
			best, top = toward(s.Cell, rock), x
		}
	}
	return best
}

// promise returns what a rock adds to the reward if the rover visits it on its way out.
func (m *Scouting) promise(s *Scout, i int, rock Cell) float64 {
	odds := s.Odds[i]
	if odds < 0 {
		return 0
	}
	way := apart(s.X, rock.X) + apart(s.Y, rock.Y)
	direct, around := int(m.size-s.X), way+int(m.size-rock.X)
	chance := 1 / (1 + math.Exp(-float64(odds)/4))
	return Good*chance*m.worth[way] - Exit*(m.worth[direct]-m.worth[around+1])
}

func apart(x, y uint8) int {
	if x > y {
		return int(x - y)
	}
	return int(y - x)
}

// toward returns a move that comes closer.
func toward(from, to Cell) Action {
	switch {
	case to.X > from.X:
		return East
	case to.X < from.X:
		return West
	case to.Y > from.Y:
		return North
	default:
		return South
	}
}
