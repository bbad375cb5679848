// SPDX-License-Identifier: BSD-3-Clause

// Package tabular represents POMDPs as explicit tables: every state, action and observation has a
// name and a number, and the probabilities and rewards are listed. Packages pomdp/cassandra and
// pomdp/pomdpx read them from files.
package tabular

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// State is the number of a state in a [Problem].
type State uint32

// Action is the number of an action in a [Problem].
type Action uint16

// Seen is the number of an observation in a [Problem].
type Seen uint16

// Limits of a problem.
const (
	MaxStates       = 1 << 18
	MaxActions      = 1 << 12
	MaxObservations = 1 << 15
)

// Chance is a state or an observation and its probability.
type Chance struct {
	Index uint32
	P     float64
}

// Tables is a problem as a list of rows. A row lists the entries with positive probability, by
// increasing index.
type Tables struct {
	Discount                      float64
	States, Actions, Observations []string
	// Start is the prior.
	Start []Chance
	// Moves are the next states, by action·len(States) + state.
	Moves [][]Chance
	// Signs are the observations, by action·len(States) + next state.
	Signs [][]Chance
	// Reward returns the reward of action a in s if it leads to next and shows o.
	Reward func(a, s, next, o int) float64
	// Scaled counts the rows that a reader changed so that they sum to 1.
	Scaled Scaled
}

// Scaled counts rows that missed a sum of 1 by more than rounding in the last digits, and were
// divided by their sum. The zero value is none.
type Scaled struct {
	Rows int
	Line int     // of the first such row
	Row  string  // its name, as in the file
	Sum  float64 // as it was given
}

// Add counts a row. It asks for the name of the first only.
func (s *Scaled) Add(line int, row func() string, sum float64) {
	if s.Rows++; s.Rows == 1 {
		s.Line, s.Row, s.Sum = line, row(), sum
	}
}

// String returns the warning for people, or "" if no row was changed.
func (s Scaled) String() string {
	switch s.Rows {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("line %d: the probabilities of %s sum to %v, so they were divided by that", s.Line, s.Row, s.Sum)
	default:
		return fmt.Sprintf("line %d: the probabilities of %s sum to %v, so they were divided by that; %d rows in all", s.Line, s.Row, s.Sum, s.Rows)
	}
}

// Problem is a problem in tables, made by [New]. It is immutable, and implements [veil.Model],
// [veil.Enumerator] and [veil.Namer].
type Problem struct {
	tables  Tables
	rewards []rewards // by action·len(States) + state
}

// rewards holds the rewards of one action in one state: one for all outcomes, or one for each.
type rewards struct {
	all  float64
	each []float64 // by outcome, in the order of AppendOutcomes; nil if all are the same
}

// New checks the tables, which it keeps, and computes the rewards. Where a sum was rounded to more
// than 1, it becomes 1: other programs refuse to read more.
func New(t Tables) (*Problem, error) { return NewWithin(nil, t) }

// NewWithin is New with a memory limit. The room has counted the tables already.
func NewWithin(room *Room, t Tables) (*Problem, error) {
	p := &Problem{tables: t}
	if err := t.check(room); err != nil {
		return nil, err
	}
	if err := room.Take(len(t.Moves), rewardsSize); err != nil {
		return nil, err
	}
	p.rewards = make([]rewards, len(t.Moves))
	for a := range t.Actions {
		for s := range t.States {
			w, err := t.rewards(room, a, s)
			if err != nil {
				return nil, err
			}
			p.rewards[a*len(t.States)+s] = w
		}
	}
	p.tables.Reward = nil
	return p, nil
}

// rewards computes the rewards of one action in one state. It lists them from the first one that differs.
func (t *Tables) rewards(room *Room, a, s int) (w rewards, err error) {
	i := 0
	for _, next := range t.Moves[a*len(t.States)+s] {
		for _, sign := range t.Signs[a*len(t.States)+int(next.Index)] {
			x := t.Reward(a, s, int(next.Index), int(sign.Index))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return w, fmt.Errorf("action %s in state %s pays %v: want a finite number", t.Actions[a], t.States[s], x)
			}
			if i == 0 {
				w.all = x
			} else if x != w.all && w.each == nil {
				if w.each, err = t.repeat(room, w.all, a, s); err != nil {
					return w, err
				}
			}
			if w.each != nil {
				w.each[i] = x
			}
			i++
		}
		if err := room.Step(i); err != nil {
			return w, err
		}
	}
	if w.each != nil {
		w.all = 0
	}
	return w, nil
}

// repeat returns the same reward for every outcome of an action in a state.
func (t *Tables) repeat(room *Room, x float64, a, s int) ([]float64, error) {
	n := 0
	for _, next := range t.Moves[a*len(t.States)+s] {
		n += len(t.Signs[a*len(t.States)+int(next.Index)])
	}
	if err := room.Take(n, 8); err != nil {
		return nil, err
	}
	return slices.Repeat([]float64{x}, n), nil
}

func (t *Tables) check(room *Room) error {
	n := len(t.States)
	switch {
	case !(t.Discount > 0 && t.Discount <= 1):
		return fmt.Errorf("discount %v: want more than 0 and at most 1", t.Discount)
	case n == 0 || n > MaxStates:
		return fmt.Errorf("%d states: want 1 to %d", n, MaxStates)
	case len(t.Actions) == 0 || len(t.Actions) > MaxActions:
		return fmt.Errorf("%d actions: want 1 to %d", len(t.Actions), MaxActions)
	case len(t.Observations) == 0 || len(t.Observations) > MaxObservations:
		return fmt.Errorf("%d observations: want 1 to %d", len(t.Observations), MaxObservations)
	case len(t.Moves) != n*len(t.Actions) || len(t.Signs) != n*len(t.Actions):
		return errors.New("want one row of moves and one of observations for every action and state")
	}
	if err := checkRow(t.Start, n); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	for a, action := range t.Actions {
		for s, state := range t.States {
			if err := checkRow(t.Moves[a*n+s], n); err != nil {
				return fmt.Errorf("moves of %s in %s: %w", action, state, err)
			}
			if err := checkRow(t.Signs[a*n+s], len(t.Observations)); err != nil {
				return fmt.Errorf("observations of %s to %s: %w", action, state, err)
			}
			if err := room.Step(len(t.Moves[a*n+s]) + len(t.Signs[a*n+s])); err != nil {
				return err
			}
		}
	}
	if t.Reward == nil {
		return errors.New("want a function Reward; the tables of a problem have none")
	}
	return nil
}

// Slack is the largest accepted distance of a row's sum from 1.
const Slack = 1e-9

func checkRow(row []Chance, many int) error {
	sum := 0.0
	for i, c := range row {
		if int(c.Index) >= many || i > 0 && c.Index <= row[i-1].Index {
			return fmt.Errorf("number %d is out of order, or not below %d", c.Index, many)
		}
		if !(c.P > 0 && c.P <= 1+Slack) {
			return fmt.Errorf("probability %v is not in (0, 1]", c.P)
		}
		sum += c.P
	}
	if math.Abs(sum-1) > Slack {
		return fmt.Errorf("probabilities sum to %v, not 1", sum)
	}
	for i := range row {
		if row[i].P > 1 { // only then: rows may share memory with a caller that reads them
			row[i].P = 1
		}
	}
	return nil
}

// Sizes in memory, in bytes: of a row's header, an entry of a row, a name, and the rewards of an action in a state.
const (
	RowSize     = 24
	ChanceSize  = 16
	NameSize    = 32 // of a number as a name; longer names add their bytes
	rewardsSize = 32
)

// Bytes returns the approximate memory of the problem.
func (p *Problem) Bytes() int64 {
	t := &p.tables
	names := int64(len(t.States)+len(t.Actions)+len(t.Observations)) * NameSize
	rows := int64(len(t.Moves)) * (2*RowSize + rewardsSize)
	numbers := int64(len(t.Start)) * ChanceSize
	for i := range t.Moves {
		numbers += int64(len(t.Moves[i])+len(t.Signs[i]))*ChanceSize + int64(len(p.rewards[i].each))*8
	}
	return names + rows + numbers
}

// Tables returns the problem's tables, without the rewards. Callers must not change them.
func (p *Problem) Tables() Tables { return p.tables }

// Discount returns the factor on a reward one step later.
func (p *Problem) Discount() float64 { return p.tables.Discount }

// Rewards returns the reward of the action in the state: one number for all outcomes, or one for
// each in the order of [Problem.AppendOutcomes]. Callers must not change the slice.
func (p *Problem) Rewards(a Action, s State) (all float64, each []float64) {
	w := &p.rewards[p.row(a, s)]
	return w.all, w.each
}

func (p *Problem) row(a Action, s State) int { return int(a)*len(p.tables.States) + int(s) }

// Start draws a state.
func (p *Problem) Start(r *rand.Rand) State { return State(draw(r, p.tables.Start).Index) }

// AppendActions appends all actions.
func (p *Problem) AppendActions(dst []Action, _ *State) []Action {
	for a := range p.tables.Actions {
		dst = append(dst, Action(a))
	}
	return dst
}

// Step performs a. Episodes of a listed problem never end.
func (p *Problem) Step(r *rand.Rand, s *State, a Action) (Seen, float64, bool) {
	from := p.row(a, *s)
	w := &p.rewards[from]
	next := draw(r, p.tables.Moves[from])
	seen := draw(r, p.tables.Signs[p.row(a, State(next.Index))])
	*s = State(next.Index)
	if w.each == nil {
		return Seen(seen.Index), w.all, false
	}
	return Seen(seen.Index), p.rewardOf(from, a, next.Index, seen.Index), false
}

// rewardOf returns the reward of one outcome.
func (p *Problem) rewardOf(from int, a Action, next, seen uint32) float64 {
	i := 0
	for _, c := range p.tables.Moves[from] {
		signs := p.tables.Signs[p.row(a, State(c.Index))]
		if c.Index != next {
			i += len(signs)
			continue
		}
		for signs[0].Index != seen {
			signs, i = signs[1:], i+1
		}
		break
	}
	return p.rewards[from].each[i]
}

// draw returns a random entry of a row.
func draw(r *rand.Rand, row []Chance) Chance {
	if len(row) > 1 {
		u := r.Float64()
		for _, c := range row[:len(row)-1] {
			if u -= c.P; u < 0 {
				return c
			}
		}
	}
	return row[len(row)-1]
}

// AppendStarts appends the prior.
func (p *Problem) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	for _, c := range p.tables.Start {
		dst = append(dst, veil.Weighted[State]{State: State(c.Index), P: c.P})
	}
	return dst
}

// AppendOutcomes appends every next state with every observation.
func (p *Problem) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, a Action) []veil.Outcome[State, Seen] {
	from := p.row(a, *s)
	w, i := &p.rewards[from], 0
	for _, next := range p.tables.Moves[from] {
		for _, sign := range p.tables.Signs[p.row(a, State(next.Index))] {
			reward := w.all
			if w.each != nil {
				reward = w.each[i]
			}
			dst = append(dst, veil.Outcome[State, Seen]{
				State: State(next.Index), Seen: Seen(sign.Index), Reward: reward, P: float64(next.P * sign.P),
			})
			i++
		}
	}
	return dst
}

// Likelihood returns the probability of the observation o when a has led to s.
func (p *Problem) Likelihood(s *State, a Action, o Seen) float64 {
	for _, c := range p.tables.Signs[p.row(a, *s)] {
		if c.Index == uint32(o) {
			return c.P
		}
	}
	return 0
}

// NameState returns the name of a state.
func (p *Problem) NameState(s *State) string { return p.tables.States[*s] }

// NameAction returns the name of an action.
func (p *Problem) NameAction(a Action) string { return p.tables.Actions[a] }

// NameSeen returns the name of an observation.
func (p *Problem) NameSeen(o Seen) string { return p.tables.Observations[o] }
