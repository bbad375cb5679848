// SPDX-License-Identifier: BSD-3-Clause

// Package hallway models a robot that searches for a goal in a building without knowing its place
// (Littman, Cassandra and Kaelbling, "Learning policies for partially observable environments:
// scaling up", ICML 1995). There are two buildings; seen from above, with the goal *:
//
//	. . A . B . C . D . .       . . . . .
//	    .   .   .   *         . .   .   . .
//	                            .   .   .
//	                          . .   .   . *
//	                            . . . . .
//
// The robot faces one of four directions. It can stay, go forward, turn right, left or around, and
// all actions except stay may fail: a step may lead sideways, back or nowhere, and a turn may be
// another one. It sees on which of its four sides there are walls: an existing one with probability
// [Wall], a missing one with [Ghost]. In the cells A to D of the first building it reads a sign if
// it faces south, and the goal is always recognised. The goal pays 1; the next step, whatever it
// is, puts the robot in a uniformly random other place and direction, and the search continues.
//
// The numbers are those of the standard benchmark files.
package hallway

import (
	"errors"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// The observation probabilities, and the discount of the original.
const (
	Wall     = 0.9
	Ghost    = 0.05
	Discount = 0.95
)

// State is four times the cell plus the direction.
type State uint8

// Model is the problem. Make one with [New].
type Model struct {
	cells  int
	moves  [][actions][]veil.Weighted[State] // by state
	signs  []Seen                            // by state: the certain observation, or the walls
	starts []State
	goal   int // a cell
}

// ErrBuilding reports an unknown building.
var ErrBuilding = errors.New("want building 1 or 2")

func plan(building int) []string {
	switch building {
	case 1:
		return []string{
			"..A.B.C.D..",
			"  . . . *  ",
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
	for _, s := range m.starts {
		again := veil.Weighted[State]{State: s, P: 1 / float64(len(m.starts))}
		for d := range 4 {
			for a := range actions {
				m.moves[4*m.goal+d][a] = append(m.moves[4*m.goal+d][a], again)
			}
		}
	}
	return m, nil
}

// add adds the four states of a cell.
func (m *Model) add(x, y int, c rune, number map[[2]int]int) {
	cell := number[[2]int{x, y}]
	next := func(d int) (int, bool) {
		n, ok := number[[2]int{x + [4]int{0, 1, 0, -1}[d], y + [4]int{-1, 0, 1, 0}[d]}]
		return n, ok
	}
	for d := range 4 {
		var moves [actions][]veil.Weighted[State]
		for a := range moves {
			if c != '*' {
				moves[a] = outcomes(cell, d, Action(a), next)
			}
		}
		m.moves = append(m.moves, moves)
		m.signs = append(m.signs, sign(c, d, next))
		if c != '*' {
			m.starts = append(m.starts, State(4*cell+d))
		}
	}
	if c == '*' {
		m.goal = cell
	}
}

// outcomes returns the states that an action leads to from a cell and direction.
func outcomes(cell, d int, a Action, next func(d int) (int, bool)) (all []veil.Weighted[State]) {
	for _, o := range motions(a) {
		to := State(4*cell + (d+o.face)%4)
		if o.walk {
			n, ok := next((d + o.way) % 4)
			if to = State(4*n + (d+o.face)%4); !ok {
				to = State(4*cell + d) // against a wall nothing happens
			}
		}
		all = merge(all, veil.Weighted[State]{State: to, P: o.p})
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

// sign returns the certain observation from a cell in a direction, or the walls.
func sign(c rune, d int, next func(d int) (int, bool)) (seen Seen) {
	const south = 2
	switch {
	case c == '*':
		return Goal
	case c >= 'A' && c <= 'D' && d == south:
		return SignA + Seen(c-'A')
	}
	for side := range 4 {
		if _, ok := next((d + side) % 4); !ok {
			seen |= 1 << side
		}
	}
	return seen
}

// motion is a possible effect of an action: turn, or walk and then face somewhere, in quarter turns
// to the right.
type motion struct {
	walk      bool
	way, face int
	p         float64
}

// motions returns the possible effects of an action.
func motions(a Action) []motion {
	switch a {
	case Forward:
		return []motion{
			{walk: true, p: 0.8},
			{walk: true, way: 1, face: 1, p: 0.05},
			{walk: true, way: 3, face: 3, p: 0.05},
			{walk: true, way: 2, p: 0.025},
			{walk: true, way: 2, face: 2, p: 0.025},
			{p: 0.05},
		}
	case Right:
		return []motion{{p: 0.1}, {face: 1, p: 0.7}, {face: 2, p: 0.1}, {face: 3, p: 0.1}}
	case Left:
		return []motion{{p: 0.1}, {face: 1, p: 0.1}, {face: 2, p: 0.1}, {face: 3, p: 0.7}}
	case Around:
		return []motion{{p: 0.1}, {face: 1, p: 0.15}, {face: 2, p: 0.6}, {face: 3, p: 0.15}}
	default:
		return []motion{{p: 1}}
	}
}

// Start draws the robot's place and direction.
func (m *Model) Start(r *rand.Rand) State { return m.starts[r.IntN(len(m.starts))] }

// AppendActions appends the five actions.
func (m *Model) AppendActions(dst []Action, _ *State) []Action {
	return append(dst, Stay, Forward, Right, Left, Around)
}

// Step performs an action.
func (m *Model) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	from, moves := *s, m.moves[*s][a]
	*s = moves[len(moves)-1].State // if the sum of P, rounded, does not exceed u
	u := r.Float64()
	for _, to := range moves {
		if u -= to.P; u < 0 {
			*s = to.State
			break
		}
	}
	return m.look(r, *s), m.reward(from, *s), false
}

// reward returns the reward of a step.
func (m *Model) reward(from, to State) float64 {
	if int(to)/4 == m.goal && int(from)/4 != m.goal {
		return 1
	}
	return 0
}

// look draws an observation.
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

// AppendStarts appends every state except those at the goal.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	return append(dst, m.moves[4*m.goal][Stay]...)
}

// AppendOutcomes appends every state that an action can lead to, with every observation there.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Action) []veil.Outcome[State, Seen] {
	for _, to := range m.moves[*s][a] {
		for o := range Seen(SeenCount) {
			if p := m.Likelihood(&to.State, a, o); p > 0 {
				dst = append(dst, veil.Outcome[State, Seen]{State: to.State, Seen: o, Reward: m.reward(*s, to.State), P: to.P * p})
			}
		}
	}
	return dst
}
