// SPDX-License-Identifier: BSD-3-Clause

package veil

import "math/rand/v2"

// Model is all that sampling needs: draw a hidden state, list the actions, take a step.
//
// States are stepped in place and actions are appended to the caller's slice, so
// that a simulation allocates nothing. The model itself must not change: all
// randomness comes from r, all memory lives in S. S is a plain value: assignment
// copies it, and stepping the copy must not show in the original.
type Model[S any, A, O comparable] interface {
	// Start draws a hidden state from the prior.
	Start(r *rand.Rand) S
	// AppendActions appends the actions available in s, in a fixed order. They are
	// the same for every state of a belief: listing them must not tell the player
	// anything about what is hidden.
	AppendActions(dst []A, s *S) []A
	// Step performs a in s and returns what the player sees, the reward, and
	// whether the episode is over.
	Step(r *rand.Rand, s *S, a A) (o O, reward float64, done bool)
}

// Weighted is a hidden state and its probability (or, where said, its weight).
type Weighted[S any] struct {
	State S
	P     float64
}

// Outcome is one way an action can turn out: the state it leads to, what is seen,
// and the probability of this way.
type Outcome[S any, O comparable] struct {
	State  S
	Seen   O
	Reward float64
	Done   bool
	P      float64
}

// Enumerator knows its probabilities exactly: what exact Bayes, exact backups and
// proofs need. The P of the appended entries sum to one.
type Enumerator[S any, A, O comparable] interface {
	// AppendStarts appends every hidden state the prior allows.
	AppendStarts(dst []Weighted[S]) []Weighted[S]
	// AppendOutcomes appends every outcome of a in s, in a fixed order.
	AppendOutcomes(dst []Outcome[S, O], s *S, a A) []Outcome[S, O]
}

// Reply is one hidden answer of an opponent: the state after it, and what the
// player hears of it.
type Reply[S any, O comparable] struct {
	State S
	Seen  O
}

// Adversary lists the hidden replies of an opponent about whom nothing is assumed:
// the children of an EXPAND node (Russell & Wolfe 2005, §5).
type Adversary[S any, O comparable] interface {
	AppendReplies(dst []Reply[S, O], s *S) []Reply[S, O]
}

// Status says whether an episode goes on.
type Status uint8

// The statuses. A draw is Lost to whoever must win.
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

// Judge tells how a state stands.
type Judge[S any] interface {
	Status(s *S) Status
}

// Rejecter is a problem in which an action can be refused ("illegal"): nothing is
// spent, and the player, who has learned something, may try something else.
//
// A refusal leaves the state as it was, or changes what is public about the turn (a
// question was asked, a duty was met). Such changes must come to an end: no chain of
// refusals returns to a state it has left.
type Rejecter[O comparable] interface {
	Rejected(o O) bool
}

// Namer spells states, actions and observations in one line of text each. Different
// ones must be spelled differently.
type Namer[S any, A, O comparable] interface {
	NameState(s *S) string
	NameAction(a A) string
	NameSeen(o O) string
}
