// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Roller is a problem with a policy for simulations below the tree. It may use only
// what a player could see in s.
type Roller[S any, A comparable] interface {
	Roll(r *rand.Rand, s *S) A
}

// RandomWalker is a problem that plays uniformly random actions itself. Rollouts without a Roller
// spend most of their time in interface calls and on unused observations; a problem can save both.
// Implement it on a separate type: a problem that embeds another and changes its steps must not
// inherit it.
type RandomWalker[S any] interface {
	// RandomWalk performs up to steps uniformly random actions, or fewer if the episode ends, and
	// returns the sum of their rewards, each multiplied by discount once more than the one before.
	// It leaves s in any state.
	RandomWalk(r *rand.Rand, s *S, steps int, discount float64) float64
}

// ObservationModel is a problem that knows how likely an answer is: its probability, or its density if answers are
// numbers. See [Config.Weighted].
type ObservationModel[S any, A, O comparable] interface {
	// Likelihood returns the probability or the density of o when a has led to s.
	Likelihood(s *S, a A, o O) float64
}

// Valuer is a problem that estimates the value of best play from a belief. The estimate replaces
// rollouts.
type Valuer[S any, A, O comparable] interface {
	Value(b veil.Belief[S, A, O]) float64
}

// Bounder is a problem that knows an interval which contains the value of best play
// from a belief.
type Bounder[S any, A, O comparable] interface {
	Bounds(b veil.Belief[S, A, O]) (lo, hi float64)
}

// Guide is a problem that knows which actions look promising before any search.
type Guide[S any, A, O comparable] interface {
	// AppendPriors appends one weight per action, in the order given; larger is better.
	AppendPriors(dst []float64, b veil.Belief[S, A, O], actions []A) []float64
}

// Forcer is a problem that knows actions which need no search.
type Forcer[S any, A, O comparable] interface {
	// Forced returns an action that is certainly at least as good as any other, if it
	// finds one: a cell that cannot be a mine (2012, Table 1: "forced moves").
	Forced(b veil.Belief[S, A, O]) (a A, ok bool)
}

// Drawer is a belief whose draws may fail because its effort is spent. The search then
// ends as if its budget were used up, and does not count the failed simulation.
type Drawer[S any] interface {
	Draw(r *rand.Rand) (S, error)
}

// Remembering is a belief that knows what was done and seen before it. The policy of a [Memory] uses it.
type Remembering[A, O comparable] interface {
	Past() iter.Seq2[A, O]
}

// Sampled is a belief that is a weighted sample. Decisions report its effective size.
type Sampled interface {
	Effective() float64
}

// ExactPredictor is a belief that knows the exact distribution of the answer to an
// action: for every observation its probability, the expected reward with it, and
// whether it ends the episode. The states of the outcomes are not used.
type ExactPredictor[S any, A, O comparable] interface {
	AppendPrediction(dst []veil.Outcome[S, O], a A) []veil.Outcome[S, O]
}

// Keyed is a belief with a key that identifies it. Histories that lead to beliefs with equal keys
// share a node. If episodes can continue forever, nodes may then form a cycle; values on a cycle
// are meaningful only with a Discount below 1.
type Keyed interface {
	// AppendKey appends the key. Beliefs with equal keys must be interchangeable.
	AppendKey(dst []byte) []byte
}
