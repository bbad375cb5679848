// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"context"
	"io"

	"github.com/veilplan/veil"
)

// Solver bounds the value of best play in a problem with rewards, and finds a policy.
type Solver struct {
	// Lacks names the powers that the problem would need. If there are any, the functions are nil.
	Lacks []string
	// Measure returns the size of the problem.
	Measure func(ctx context.Context) (Size, error)
	// Solve improves both bounds until they are close, or a limit is reached.
	Solve func(ctx context.Context, q SolveQuestion) (*Solution, error)
	// Check verifies a stored controller by the rules alone, without what found it. The error wraps
	// controller.ErrRejected if the controller may not earn what it claims.
	Check func(ctx context.Context, r io.Reader) (Promise, error)
}

// Size is the size of a problem with rewards.
type Size struct {
	States, Outcomes, Classes, Widest int
	Least, Most                       float64 // expected reward of a step
	Seeing                            float64 // an upper bound: the value of best play by somebody who sees the state
	Discount                          float64
}

// SolveQuestion asks for bounds. Zero limits mean none.
type SolveQuestion struct {
	Gap    float64 // at which the search ends; 0 means 0.001
	Walks  int
	Memory int64  // bytes; 0 means 1 GB
	After  []Step // what was done and seen so far: the answer is about the next move
	Tell   func(low, high float64, walks int)
}

// Step is an action and what was seen, as text.
type Step struct{ Action, Seen string }

// Solution is the answer to a question of a Solver.
type Solution struct {
	Value                   veil.Value            // of best play from the start
	Moves                   []veil.Choice[string] // the next moves with their bounds, best first
	Belief                  []Likely              // the hidden states that are possible, likeliest first
	Walks, Beliefs, Vectors int
	Cut                     bool // whether the context ended the search

	Policy func(w io.Writer) error // writes the policy
	// Certify writes a controller, which Check verifies, and returns what it earns at least.
	Certify func(ctx context.Context, w io.Writer) (claim float64, err error)
	Draw    func(limit int, dot bool) (picture string, nodes, left int)
}

// Likely is a hidden state with its probability.
type Likely struct {
	State string  `json:"state"`
	P     float64 `json:"p"`
}

// Promise is the least that a controller earns.
type Promise struct {
	Claim float64
	Nodes int
}
