// SPDX-License-Identifier: BSD-3-Clause

// Package tag models a robot that searches a room for a person who evades it, and must tag the
// person (Pineau, Gordon & Thrun, "Point-based value iteration: an anytime algorithm for POMDPs",
// IJCAI 2003, §4.2).
//
// The room has 29 cells:
//
//	     . . .
//	     . . .
//	     . . .
//	. . . . . . . . . .
//	. . . . . . . . . .
//
// Both begin anywhere. The robot moves as it wants, at a cost of 1, and stays in its cell if there
// is none in that direction. It sees its own cell, and the person only in that cell. Tag pays 10
// and ends the episode if the person is there, and costs 10 if not. The person moves with
// probability 0.8: half of this away from the robot in the direction east–west, half in the
// direction north–south, each split between both sides if neither is away; a move against a wall
// does nothing. A reward counts [Discount] as much one step later.
package tag

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// The rewards, and the discount of the original.
const (
	Cost     = -1.0
	Caught   = 10.0
	Missed   = -10.0
	Discount = 0.95
)

// Cells is the number of cells of the room. Cell 0 is the south-west corner; cells are
// numbered eastward, then northward.
const Cells = 29

// State holds the cells of the robot and of the person, or [Gone] once the person is tagged.
type State struct{ Robot, Person uint8 }

// Gone is the place of a tagged person.
const Gone = Cells

// Model is the problem. Make one with [New].
type Model struct {
	next [Cells][4]uint8        // the robot's cell after a move
	flee [Cells][Cells][5]uint8 // by robot and person: five equally likely cells
}

// New returns the problem.
func New() *Model {
	m := &Model{}
	for c := range uint8(Cells) {
		for a := North; a <= West; a++ {
			m.next[c][a] = neighbour(c, a)
		}
	}
	for robot := range uint8(Cells) {
		for person := range uint8(Cells) {
			m.flee[robot][person] = m.evade(robot, person)
		}
	}
	return m
}

// place returns the column and row of a cell.
func place(c uint8) (x, y int) {
	if c < 20 {
		return int(c % 10), int(c / 10)
	}
	return 5 + int(c-20)%3, 2 + int(c-20)/3
}

// neighbour returns the next cell in a direction, or c itself if there is none.
func neighbour(c uint8, a Action) uint8 {
	x, y := place(c)
	x += [4]int{North: 0, South: 0, East: 1, West: -1}[a]
	y += [4]int{North: 1, South: -1, East: 0, West: 0}[a]
	for other := range uint8(Cells) {
		if i, j := place(other); i == x && j == y {
			return other
		}
	}
	return c
}

// evade returns the person's five next cells, each with probability 0.2.
func (m *Model) evade(robot, person uint8) [5]uint8 {
	rx, ry := place(robot)
	px, py := place(person)
	step := func(a Action) uint8 { return m.next[person][a] }
	away := [5]uint8{step(East), step(West), step(North), step(South), person}
	switch {
	case px > rx:
		away[1] = away[0]
	case px < rx:
		away[0] = away[1]
	}
	switch {
	case py > ry:
		away[3] = away[2]
	case py < ry:
		away[2] = away[3]
	}
	return away
}

// Start draws the two cells.
func (m *Model) Start(r *rand.Rand) State {
	return State{uint8(r.IntN(Cells)), uint8(r.IntN(Cells))}
}

// AppendActions appends the five actions, or none once the person is tagged.
func (m *Model) AppendActions(dst []Action, s *State) []Action {
	if s.Person == Gone {
		return dst
	}
	return append(dst, North, South, East, West, Tag)
}

// Step performs a; then the person moves.
func (m *Model) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	away, reward, done := m.act(s, a)
	if !done {
		s.Person = away[r.IntN(len(away))]
	}
	return look(s), reward, done
}

// act performs a and returns the person's possible next cells.
func (m *Model) act(s *State, a Action) (away *[5]uint8, reward float64, done bool) {
	away = &m.flee[s.Robot][s.Person]
	switch {
	case a != Tag:
		s.Robot = m.next[s.Robot][a]
		return away, Cost, false
	case s.Robot == s.Person:
		s.Person = Gone
		return away, Caught, true
	default:
		return away, Missed, false
	}
}

func look(s *State) Seen {
	switch s.Person {
	case Gone:
		return Tagged
	case s.Robot:
		return Together
	default:
		return Seen(s.Robot)
	}
}

// AppendStarts appends every pair of cells.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	for robot := range uint8(Cells) {
		for person := range uint8(Cells) {
			dst = append(dst, veil.Weighted[State]{State: State{robot, person}, P: 1.0 / (Cells * Cells)})
		}
	}
	return dst
}

// AppendOutcomes appends the outcomes of a, one for each possible next cell of the person.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Action) []veil.Outcome[State, Seen] {
	next := *s
	away, reward, done := m.act(&next, a)
	if done {
		return append(dst, veil.Outcome[State, Seen]{State: next, Seen: look(&next), Reward: reward, Done: true, P: 1})
	}
	from := len(dst)
	for _, c := range away {
		next.Person = c
		dst = merge(dst, from, veil.Outcome[State, Seen]{State: next, Seen: look(&next), Reward: reward, P: 0.2})
	}
	return dst
}

func merge(dst []veil.Outcome[State, Seen], from int, out veil.Outcome[State, Seen]) []veil.Outcome[State, Seen] {
	for i := range dst[from:] {
		if dst[from+i].State == out.State {
			dst[from+i].P += out.P
			return dst
		}
	}
	return append(dst, out)
}

// Roll is a policy for simulations: tag the person if seen, else go to a random cell.
func (m *Model) Roll(r *rand.Rand, s *State) Action {
	if s.Robot == s.Person {
		return Tag
	}
	a := Action(r.IntN(4))
	for m.next[s.Robot][a] == s.Robot {
		a = Action(r.IntN(4))
	}
	return a
}

// Likelihood returns the probability of seeing o when an action has led to s.
func (m *Model) Likelihood(s *State, _ Action, o Seen) float64 {
	if look(s) == o {
		return 1
	}
	return 0
}
