// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"context"

	"github.com/veilplan/veil/search/proof"
)

// Prover decides whether one plan wins a problem whatever is hidden and whatever happens, within a number of plies.
type Prover struct {
	// Lacks names the powers that the problem would need. If there are any, Prove and Check are nil.
	Lacks []string
	// Enough is a number of plies that suffices for every plan, if one is known; 0 if not.
	Enough int
	// Prove searches with more and more plies, so the plan that it finds is the shortest.
	Prove func(ctx context.Context, q ProofQuestion) (Proof, error)
	// Check replays a plan from every hidden state by the rules alone. The error wraps [proof.ErrRejected] if the
	// plan is not a proof.
	Check func(ctx context.Context, p *proof.Plan) error
}

// ProofQuestion asks for a proof. Zero limits mean none.
type ProofQuestion struct {
	Method        string // as baseline.Named: veil, or one of the methods of Russell & Wolfe 2005, such as GL-DBU
	Plies         int
	Nodes, States int64
	Memory        int64 // bytes, approximately
}

// Proof is the answer.
type Proof struct {
	Verdict string // proved, disproved or unknown
	Plies   int    // of the plan, or searched in vain
	Starts  int    // hidden states from which the plan wins
	Plan    *proof.Plan
	Nodes   int64 // beliefs expanded
	States  int64 // hidden states made
	Cut     error // why the verdict is unknown

	// First are the first actions that win, of FirstOf that are possible, where a problem decides each of them.
	First   []string
	FirstOf int
}
