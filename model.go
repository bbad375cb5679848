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

// Harmless is a problem in which some steps never hurt: whatever could be forced from
// a set of states in some number of plies can be forced after the step in the plies
// then left. Opening a cell that turns out safe is one in Minesweeper. A refusal that
// leaves every state as it was is harmless in any problem and need not be listed.
type Harmless[A, O comparable] interface {
	// Harmless reports whether doing a and hearing o never hurts.
	Harmless(a A, o O) bool
}

// Finisher tells fast what actions do when only a win at once counts: the last ply of a
// proof.
type Finisher[S any, A comparable] interface {
	// Finish sets bit i of won if action i wins at once, of refused if it is refused,
	// in the same words in any state, and leaves the state as it was, and of changed if
	// it is refused otherwise. For an action that does anything else it sets none. The
	// sets are clear and large enough.
	Finish(s *S, actions []A, refused, won, changed []uint64)
}

// Striker tells fast what can be forced in a few plies by who sees everything: the leaves
// of a search over single states.
type Striker[S any] interface {
	// Strike reports whether the player wins within so many plies from a state that he
	// sees, whoever is to move, and how many states were made to tell; none if it does
	// not tell.
	Strike(s *S, plies int) (won bool, made int)
}

// Namer spells states, actions and observations in one line of text each. Different
// ones must be spelled differently.
type Namer[S any, A, O comparable] interface {
	NameState(s *S) string
	NameAction(a A) string
	NameSeen(o O) string
}

// Bounder knows an interval that contains the value of best play from a belief.
type Bounder[S any, A, O comparable] interface {
	Bounds(b Belief[S, A, O]) (lo, hi float64)
}

// Guide knows which actions look promising before any search.
type Guide[S any, A, O comparable] interface {
	// AppendPriors appends one weight per action, in the order given; larger is better.
	AppendPriors(dst []float64, b Belief[S, A, O], actions []A) []float64
}

// Roller plays on from a state: the policy of a simulation below the tree. It may
// look only at what a player could see in s.
type Roller[S any, A comparable] interface {
	Roll(r *rand.Rand, s *S) A
}
