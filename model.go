// SPDX-License-Identifier: BSD-3-Clause

package veil

import "math/rand/v2"

// Model is all that sampling needs: draw a hidden state, list the actions, take a step.
//
// States are stepped in place and actions are appended to the caller's slice, so a
// simulation need not allocate. The model itself must not change: all randomness comes
// from r, and all memory is in S. S is a plain value: assignment copies it, and stepping
// the copy must not affect the original.
type Model[S any, A, O comparable] interface {
	// Start draws a hidden state from the prior.
	Start(r *rand.Rand) S
	// AppendActions appends the actions available in s, in a fixed order. They must be
	// the same for every state of a belief, or the list would reveal what is hidden.
	AppendActions(dst []A, s *S) []A
	// Step performs a in s and returns the observation, the reward, and whether the
	// episode is over.
	Step(r *rand.Rand, s *S, a A) (o O, reward float64, done bool)
}

// Weighted is a hidden state and its probability or, where documented, its weight.
type Weighted[S any] struct {
	State S
	P     float64
}

// Outcome is one possible result of an action: the next state, the observation, and
// their probability.
type Outcome[S any, O comparable] struct {
	State  S
	Seen   O
	Reward float64
	Done   bool
	P      float64
}

// Enumerator is a problem that lists its probabilities exactly, as exact Bayes, exact
// backups and proofs need. The P of the appended entries sum to one.
type Enumerator[S any, A, O comparable] interface {
	// AppendStarts appends every hidden state that the prior allows.
	AppendStarts(dst []Weighted[S]) []Weighted[S]
	// AppendOutcomes appends every outcome of a in s, in a fixed order.
	AppendOutcomes(dst []Outcome[S, O], s *S, a A) []Outcome[S, O]
}

// Reply is one hidden reply of an opponent: the state after it, and the player's
// observation.
type Reply[S any, O comparable] struct {
	State S
	Seen  O
}

// Adversary is a problem with an opponent. It lists every hidden reply and assigns no probabilities
// to them: the children of an EXPAND node (Russell & Wolfe 2005, §5).
type Adversary[S any, O comparable] interface {
	AppendReplies(dst []Reply[S, O], s *S) []Reply[S, O]
}

// Status reports whether an episode is open, won or lost.
type Status uint8

// The statuses. For a player that must win, a draw is Lost.
const (
	Open Status = iota
	Won
	Lost
)

// String returns the status in one word.
func (s Status) String() string {
	switch s {
	case Open:
		return "open"
	case Won:
		return "won"
	case Lost:
		return "lost"
	default:
		return "unknown"
	}
}

// Judge is a problem that knows whether a state is won, lost or open.
type Judge[S any] interface {
	Status(s *S) Status
}

// Rejecter is a problem in which an action can be refused as illegal. A refused action
// costs nothing and informs the player, who may then try another.
//
// A refusal leaves the state unchanged, or changes only what is public about the turn:
// a question was asked, an obligation was met. Such changes must end: no chain of
// refusals returns to a state it has left.
type Rejecter[O comparable] interface {
	Rejected(o O) bool
}

// Namer is a problem that names its states, actions and observations, each in one line
// of text. Different ones must have different names.
type Namer[S any, A, O comparable] interface {
	NameState(s *S) string
	NameAction(a A) string
	NameSeen(o O) string
}
