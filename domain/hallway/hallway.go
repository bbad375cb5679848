// SPDX-License-Identifier: BSD-3-Clause

// Package hallway is the problem of a robot that does not know where it is in a building and looks
// for a goal (Littman, Cassandra and Kaelbling, "Learning policies for partially observable environments: scaling
// up", ICML 1995). There are two buildings; seen from above, with the goal *:
//
//	. . . . . . . . . . .       . . . . .
//	    A   B   C   *         . .   .   . .
//	                            .   .   .
//	                          . .   .   . *
//	                            . . . . .
//
// The robot faces one of four directions. It can stay, go forward, turn right, left or around. All but stay
// succeed with probability [Success]; else one of the other four happens. Against a wall nothing does. The robot sees
// on which of its four sides there are walls: one that is there with probability [Wall], one that is
// not with [Ghost]. The cells A, B and C of the first building have a sign on their south wall, which a robot that
// faces it reads, and the goal cannot be mistaken. The goal pays 1; then the robot is anywhere else, and looks again.
//
// The buildings and the rules follow the paper. Its files are not copied: the probabilities are as others describe
// them, and what the descriptions leave open changes the value of best play. See docs/pomdp.md.
package hallway

import (
	"errors"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// The probabilities, and the discount of the original.
const (
	Success  = 0.8
	Wall     = 0.9
	Ghost    = 0.05
	Discount = 0.95
)

// State is four times the cell plus the direction.
type State uint8

// Model is the problem. Make one with [New].
type Model struct {
	cells   int
	forward []State // by state
	signs   []Seen  // by state: what is surely seen, or the walls
	starts  []State
	goal    int // a cell
}

// ErrBuilding is returned for a building that is not known.
var ErrBuilding = errors.New("want building 1 or 2")

func plan(building int) []string {
	switch building {
	case 1:
		return []string{
			"...........",
			"  A B C *  ",
		}
	case 2:
		return []string{
			" ..... ",
			".. . ..",
			" . . . ",
			".. . .*",
			" ..... ",
		}
	default:
		return nil
	}
}

// New returns the problem of a building.
func New(building int) (*Model, error) {
	rows := plan(building)
	if rows == nil {
		return nil, ErrBuilding
	}
	m := &Model{}
	number := map[[2]int]int{}
	for y, row := range rows {
		for x, c := range row {
			if c != ' ' {
				number[[2]int{x, y}] = m.cells
				m.cells++
			}
		}
	}
	for y, row := range rows {
		for x, c := range row {
			if c != ' ' {
				m.add(x, y, c, number)
			}
		}
	}
	return m, nil
}

// add adds the four states of a cell.
func (m *Model) add(x, y int, c rune, number map[[2]int]int) {
	cell := number[[2]int{x, y}]
	if c == '*' {
		m.goal = cell
	}
	next := func(d int) (int, bool) {
		n, ok := number[[2]int{x + [4]int{0, 1, 0, -1}[d], y + [4]int{-1, 0, 1, 0}[d]}]
		return n, ok
	}
	for d := range 4 {
		to, walls := State(4*cell+d), Seen(0)
		if n, ok := next(d); ok {
			to = State(4*n + d)
		}
		for side := range 4 {
			if _, ok := next((d + side) % 4); !ok {
				walls |= 1 << side
			}
		}
		switch {
		case c == '*':
			walls = Goal
		case c >= 'A' && c <= 'C' && d == south:
			walls = SignA + Seen(c-'A')
		}
		m.forward, m.signs = append(m.forward, to), append(m.signs, walls)
		if c != '*' {
			m.starts = append(m.starts, State(4*cell+d))
		}
	}
}

const south = 2

// Start draws where the robot is.
func (m *Model) Start(r *rand.Rand) State { return m.starts[r.IntN(len(m.starts))] }

// AppendActions appends the five actions.
func (m *Model) AppendActions(dst []Action, _ *State) []Action {
	return append(dst, Stay, Forward, Right, Left, Around)
}

// Step performs an action.
func (m *Model) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	if m.atGoal(*s) {
		*s = m.Start(r)
		return m.look(r, *s), 0, false
	}
	if a != Stay && r.Float64() >= Success {
		a = (a + 1 + Action(r.IntN(actions-1))) % actions
	}
	*s = m.move(*s, a)
	return m.look(r, *s), m.reward(*s), false
}

func (m *Model) atGoal(s State) bool { return int(s)/4 == m.goal }

func (m *Model) reward(s State) float64 {
	if m.atGoal(s) {
		return 1
	}
	return 0
}

// move is what an action does if it succeeds.
func (m *Model) move(s State, a Action) State {
	turn := [actions]State{Right: 1, Left: 3, Around: 2}[a]
	if a == Forward {
		return m.forward[s]
	}
	return s - s%4 + (s%4+turn)%4
}

// look draws what is seen.
func (m *Model) look(r *rand.Rand, s State) Seen {
	sure := m.signs[s]
	if sure >= SignA {
		return sure
	}
	seen := Seen(0)
	for side := range 4 {
		if r.Float64() < sees(sure, side) {
			seen |= 1 << side
		}
	}
	return seen
}

// sees returns the probability that a wall is seen on a side.
func sees(walls Seen, side int) float64 {
	if walls>>side&1 == 1 {
		return Wall
	}
	return Ghost
}

// Likelihood returns the probability of seeing o when an action has led to s.
func (m *Model) Likelihood(s *State, _ Action, o Seen) float64 {
	sure := m.signs[*s]
	switch {
	case sure == o && o >= SignA:
		return 1
	case sure >= SignA || o >= SignA:
		return 0
	}
	p := 1.0
	for side := range 4 {
		if o>>side&1 == 1 {
			p *= sees(sure, side)
		} else {
			p *= 1 - sees(sure, side)
		}
	}
	return p
}

// AppendStarts appends every state but those at the goal.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	for _, s := range m.starts {
		dst = append(dst, veil.Weighted[State]{State: s, P: 1 / float64(len(m.starts))})
	}
	return dst
}

// AppendOutcomes appends what an action can lead to, with everything that may be seen there.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Action) []veil.Outcome[State, Seen] {
	for _, to := range m.moves(*s, a) {
		for o := range Seen(SeenCount) {
			if p := m.Likelihood(&to.State, a, o); p > 0 {
				dst = append(dst, veil.Outcome[State, Seen]{State: to.State, Seen: o, Reward: m.arrive(*s, to.State), P: to.P * p})
			}
		}
	}
	return dst
}

// arrive is what a step pays: nothing where it leaves the goal.
func (m *Model) arrive(from, to State) float64 {
	if m.atGoal(from) {
		return 0
	}
	return m.reward(to)
}

// moves lists where an action can lead.
func (m *Model) moves(s State, a Action) []veil.Weighted[State] {
	switch {
	case m.atGoal(s):
		return m.AppendStarts(nil)
	case a == Stay:
		return []veil.Weighted[State]{{State: s, P: 1}}
	}
	var all []veil.Weighted[State]
	for b := range Action(actions) {
		p := (1 - Success) / (actions - 1)
		if b == a {
			p = Success
		}
		all = merge(all, veil.Weighted[State]{State: m.move(s, b), P: p})
	}
	return all
}

func merge(all []veil.Weighted[State], w veil.Weighted[State]) []veil.Weighted[State] {
	for i := range all {
		if all[i].State == w.State {
			all[i].P += w.P
			return all
		}
	}
	return append(all, w)
}
