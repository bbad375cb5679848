// SPDX-License-Identifier: BSD-3-Clause

// Package mastermind models the game of finding a hidden code by guesses: each is answered by the
// number of pegs with the right colour in the right place, and of further pegs with the right
// colour elsewhere. Every guess costs 1, and the right one ends the episode. With four pegs and six
// colours, best play takes 5625/1296 guesses on average (Koyama & Lai 1993).
package mastermind

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// The limits, and the cost of a guess.
const (
	MaxPegs  = 6
	MaxCodes = 5000
	Cost     = -1.0
)

// Code is a row of pegs, four bits each: the colour from 1, the first peg lowest.
type Code uint32

// String returns the colours as letters, such as "aabc".
func (c Code) String() string {
	var text []byte
	for ; c > 0; c >>= 4 {
		text = append(text, byte('a'+c&15-1))
	}
	return string(text)
}

// Answer is the answer to a guess.
type Answer struct{ Right, Elsewhere uint8 }

// String returns both numbers, such as "2+1".
func (a Answer) String() string { return fmt.Sprintf("%d+%d", a.Right, a.Elsewhere) }

// State is the hidden code, or zero once it was guessed.
type State struct{ Code Code }

// Model is the game. Make one with [New].
type Model struct {
	pegs  int
	codes []Code
}

// New returns the game with the given numbers of pegs and colours.
func New(pegs, colours int) (*Model, error) {
	if pegs < 1 || pegs > MaxPegs || colours < 1 || colours > 15 {
		return nil, fmt.Errorf("%d pegs and %d colours: want 1 to %d and 1 to 15", pegs, colours, MaxPegs)
	}
	m := &Model{pegs: pegs, codes: []Code{0}}
	for peg := range pegs {
		var longer []Code
		for _, c := range m.codes {
			for colour := range colours {
				longer = append(longer, c|Code(colour+1)<<(4*peg))
			}
		}
		if m.codes = longer; len(m.codes) > MaxCodes {
			return nil, fmt.Errorf("%d pegs and %d colours make more than %d codes", pegs, colours, MaxCodes)
		}
	}
	return m, nil
}

// Codes returns all codes. Callers must not change the slice.
func (m *Model) Codes() []Code { return m.codes }

// Answers returns every possible answer.
func (m *Model) Answers() []Answer {
	var all []Answer
	for right := range m.pegs + 1 {
		for elsewhere := range m.pegs + 1 - right {
			all = append(all, Answer{uint8(right), uint8(elsewhere)})
		}
	}
	return all
}

// Compare returns the answer to a guess.
func Compare(guess, code Code) Answer {
	var a Answer
	var here, there [16]uint8
	for ; guess > 0; guess, code = guess>>4, code>>4 {
		if guess&15 == code&15 {
			a.Right++
			continue
		}
		here[guess&15]++
		there[code&15]++
	}
	for colour := range here {
		a.Elsewhere += min(here[colour], there[colour])
	}
	return a
}

// Start draws a code.
func (m *Model) Start(r *rand.Rand) State { return State{m.codes[r.IntN(len(m.codes))]} }

// AppendActions appends every guess, or none once the code was guessed.
func (m *Model) AppendActions(dst []Code, s *State) []Code {
	if s.Code == 0 {
		return dst
	}
	return append(dst, m.codes...)
}

// Step answers a guess.
func (m *Model) Step(_ *rand.Rand, s *State, guess Code) (Answer, float64, bool) {
	a := Compare(guess, s.Code)
	done := guess == s.Code
	if done {
		s.Code = 0
	}
	return a, Cost, done
}

// AppendStarts appends every code.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	for _, c := range m.codes {
		dst = append(dst, veil.Weighted[State]{State: State{c}, P: 1 / float64(len(m.codes))})
	}
	return dst
}

// AppendOutcomes appends the only outcome of a guess.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Answer], s *State, guess Code) []veil.Outcome[State, Answer] {
	out := veil.Outcome[State, Answer]{State: *s, P: 1}
	out.Seen, out.Reward, out.Done = m.Step(nil, &out.State, guess)
	return append(dst, out)
}

// Static reports that the code does not change until it is guessed.
func (m *Model) Static() bool { return true }

// Goal returns the judge of the game: a code is guessed.
func (m *Model) Goal() veil.Judge[State] { return goal{} }

type goal struct{}

// Status returns Won once the code was guessed.
func (goal) Status(s *State) veil.Status {
	if *s == (State{}) {
		return veil.Won
	}
	return veil.Open
}
