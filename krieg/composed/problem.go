// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/proof"
)

// The two answers.
const (
	Mate     = "mate"
	NearMiss = "near-miss"
)

// The families.
const (
	Seed = "seed" // from a random position with few men
	Few  = "few"  // the same with three black men
	Hist = "hist" // from the initial array
	// Blind starts from the initial position, against a Black that knows only its own history.
	Blind = "blind"
)

// Families returns every family.
func Families() []string { return []string{Seed, Few, Hist, Blind} }

// Problem is one question with its answer and the answer's proof.
type Problem struct {
	ID      string `json:"id"`
	Family  string `json:"family"`
	Plies   int    `json:"plies"`
	Verdict string `json:"verdict"`
	// Game is the number of the self-played game; with the seed of its set it reproduces the
	// problem.
	Game uint64 `json:"game"`
	// Boards is the number of boards that fit the history, and Belief a hash of them.
	Boards int    `json:"boards"`
	Belief string `json:"belief"`
	// Winnable is the number of boards that could be won in Plies by a player who sees them.
	Winnable int `json:"winnable"`
	// Covered lists the boards from which Plan wins, as indices into the result of
	// [Problem.States]; for a mate, which covers all, it is omitted.
	Covered []int       `json:"covered,omitempty"`
	Plan    *proof.Plan `json:"plan,omitempty"`
	// Refutation proves a near miss; without it the verdict relies on an exhaustive search.
	Refutation *proof.Refutation `json:"refutation,omitempty"`
	// History is White's history, as a referee log.
	History string `json:"history"`
}

// Informational reports a near miss that lacks only information: every board could be won by a
// player who sees it.
func (p *Problem) Informational() bool { return p.Verdict == NearMiss && p.Winnable == p.Boards }

// Halfway reports a near miss in which one plan wins from at least half of the boards.
func (p *Problem) Halfway() bool { return p.Verdict == NearMiss && 2*len(p.Covered) >= p.Boards }

// States returns the rules of the problem and every hidden state that fits the history, in a fixed
// order.
func (p *Problem) States(ctx context.Context) (*krieg.Model, []krieg.State, error) {
	h, err := krieg.ParseLog(p.History)
	if err != nil {
		return nil, nil, err
	}
	b, err := krieg.Estimate(ctx, &h, krieg.Limits{Boards: MaxBoards})
	if err != nil {
		return nil, nil, err
	}
	m, states := statesOf(b)
	return m, states, nil
}

// MaxBoards limits the beliefs on the way to a problem from elsewhere.
const MaxBoards = 2_000_000

// statesOf returns the states of a belief, sorted by their names.
func statesOf(b *krieg.Belief) (*krieg.Model, []krieg.State) {
	m := &krieg.Model{Rules: b.Rules(), Me: b.Me()}
	states := make([]krieg.State, b.Len())
	for i := range states {
		states[i] = b.State(i)
		m.Starts = append(m.Starts, states[i].Pos)
	}
	slices.SortFunc(states, func(x, y krieg.State) int { return strings.Compare(x.Pos.String(), y.Pos.String()) })
	return m, states
}

// hashOf returns a hash that identifies a set of states.
func hashOf(states []krieg.State) string {
	h := fnv.New64a()
	for i := range states {
		fmt.Fprintln(h, states[i].Pos.String())
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Check computes the belief again and checks all claims of the problem by proofs: a mate by its
// plan, a near miss by the plan for the covered boards and by its refutation. It reports whether
// the problem contains a proof of its verdict.
func (p *Problem) Check(ctx context.Context) (proved bool, err error) {
	m, states, err := p.States(ctx)
	if err != nil {
		return false, fmt.Errorf("%s: %w", p.ID, err)
	}
	if len(states) != p.Boards || hashOf(states) != p.Belief {
		return false, fmt.Errorf("%s: %d boards fit the history, not the %d it claims", p.ID, len(states), p.Boards)
	}
	if err := p.checkPlan(ctx, m, states); err != nil {
		return false, fmt.Errorf("%s: plan: %w", p.ID, err)
	}
	if p.Verdict == Mate {
		return true, nil
	}
	if p.Refutation == nil {
		return false, nil
	}
	if p.Refutation.Plies != p.Plies {
		return false, fmt.Errorf("%s: the refutation has %d plies, want %d", p.ID, p.Refutation.Plies, p.Plies)
	}
	if err := proof.CheckRefutation(ctx, deduction.Rules(m), states, p.Refutation); err != nil {
		return false, fmt.Errorf("%s: refutation: %w", p.ID, err)
	}
	return true, nil
}

// checkPlan checks the plan of a mate from all boards, and that of a near miss from the covered
// ones. A near miss that covers no board needs no plan.
func (p *Problem) checkPlan(ctx context.Context, m *krieg.Model, states []krieg.State) error {
	switch {
	case p.Verdict == Mate && len(p.Covered) > 0, p.Verdict != Mate && p.Verdict != NearMiss:
		return fmt.Errorf("verdict %q with %d boards covered", p.Verdict, len(p.Covered))
	case p.Plan == nil && p.Verdict == Mate:
		return errors.New("missing")
	case p.Plan == nil && len(p.Covered) == 0:
		return nil
	case p.Plan == nil || p.Plan.Plies != p.Plies:
		return errors.New("missing, or of other plies")
	case p.Verdict == Mate:
		_, err := proof.Check(ctx, deduction.Rules(m), states, p.Plan)
		return err
	}
	var part []krieg.State
	for i, k := range p.Covered {
		if k < 0 || k >= len(states) || i > 0 && k <= p.Covered[i-1] {
			return fmt.Errorf("board %d is out of order", k)
		}
		part = append(part, states[k])
	}
	_, err := proof.Check(ctx, deduction.Rules(m), part, p.Plan)
	return err
}
