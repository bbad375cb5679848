// SPDX-License-Identifier: BSD-3-Clause

package proof_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// cups hides a coin under one of three cups. Lifting an empty cup costs nothing, so it
// counts as a refusal. The state is the cup with the coin, or found.
type cups struct{}

const found = -1

func (cups) AppendActions(dst []int, _ *int) []int { return append(dst, 0, 1, 2) }

func (cups) AppendOutcomes(dst []veil.Outcome[int, string], s *int, cup int) []veil.Outcome[int, string] {
	if cup == *s {
		return append(dst, veil.Outcome[int, string]{State: found, Seen: "coin"})
	}
	return append(dst, veil.Outcome[int, string]{State: *s, Seen: "empty"})
}

func (cups) Rejected(o string) bool { return o == "empty" }

func (cups) Status(s *int) veil.Status {
	if *s == found {
		return veil.Won
	}
	return veil.Open
}

// A plan lifts one cup after the other. The checker replays it from all three states.
func ExampleCheck() {
	next := func(node int) []proof.Branch { return []proof.Branch{{Heard: "empty", Refused: true, Next: node}} }
	plan := &proof.Plan{Plies: 1, Nodes: []proof.Node{
		{Try: "0", Count: 3, Branches: next(1)},
		{Try: "1", Count: 2, Branches: next(2)},
		{Try: "2", Count: 1},
	}}
	rules := proof.Rules[int, int, string](cups{})
	report, err := proof.Check(context.Background(), rules, []int{0, 1, 2}, plan)
	fmt.Printf("%d states, %d steps, error %v\n", report.States, report.Steps, err)
	if err := plan.WriteText(os.Stdout, nil); err != nil {
		fmt.Println(err)
	}

	plan.Nodes[1].Branches, plan.Nodes = nil, plan.Nodes[:2]
	_, err = proof.Check(context.Background(), rules, []int{0, 1, 2}, plan)
	fmt.Println(errors.Is(err, proof.ErrRejected), err)
	// Output:
	// 3 states, 6 steps, error <nil>
	// 1. 0 sor 1 sor 2   3 states
	// true not a proof: node 1: nothing is planned after "1" is answered "empty", then "", in 2
}
