// SPDX-License-Identifier: BSD-3-Clause

package proof_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

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

// A plan is text and numbers, so it can be read without the types of its problem. Reading checks the form alone.
func ExampleReadPlan() {
	plan, err := proof.ReadPlan(strings.NewReader(`{"plies":1,"nodes":[
		{"try":"0","count":2,"replies":[{"announce":"empty","refused":true,"next":1}]},
		{"try":"1","count":1}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	rules := proof.Rules[int, int, string](cups{})
	_, err = proof.Check(context.Background(), rules, []int{0, 1}, plan)
	fmt.Println("two cups:", err)
	_, err = proof.ReadPlan(strings.NewReader(`{"plies":1,"nodes":[{"try":"0","count":2,"replies":[{"announce":"empty","next":0}]}]}`))
	fmt.Println("a circle is refused:", err != nil)
	// Output:
	// two cups: <nil>
	// a circle is refused: true
}

// Prune removes what a plan does not need, and counts the states at each node. With the coin under cup 0 or 1, nothing
// is left to lift after them.
func ExamplePrune() {
	next := func(node int) []proof.Branch { return []proof.Branch{{Heard: "empty", Refused: true, Next: node}} }
	plan := &proof.Plan{Plies: 1, Nodes: []proof.Node{{Try: "0", Branches: next(1)}, {Try: "1", Branches: next(2)}, {Try: "2"}}}
	rules := proof.Rules[int, int, string](cups{})
	pruned, err := proof.Prune(context.Background(), rules, []int{0, 1}, plan, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range pruned.Nodes {
		fmt.Println("lift", n.Try, "in", n.Count, "states:", n.Belief)
	}
	// Output:
	// lift 0 in 2 states: [0 1]
	// lift 1 in 1 states: [1]
}

// Graphviz draws a plan. Refusals are dashed.
func ExamplePlan_WriteDOT() {
	plan := &proof.Plan{Plies: 1, Nodes: []proof.Node{
		{Try: "0", Count: 2, Branches: []proof.Branch{{Heard: "empty", Refused: true, Next: 1}}},
		{Try: "1", Count: 1},
	}}
	if err := plan.WriteDOT(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph plan {
	// 	node [shape=box];
	// 	n0 [label="0\n2 states"];
	// 	n0 -> n1 [label="empty", style=dashed];
	// 	n1 [label="1\n1 state"];
	// }
}

// noisy is the game in which a lifted cup ends the search, so that one lift must find the coin.
type noisy struct{ cups }

// Rejected reports that no lift is free.
func (noisy) Rejected(string) bool { return false }

// A refutation names states that cannot be won together. Here one lift cannot find the coin under two cups.
func ExampleCheckRefutation() {
	lost := &proof.Refutation{Plies: 1, States: []string{"0", "1"}, Nodes: []proof.Lost{{Belief: []int{0, 1}}}}
	rules := proof.Rules[int, int, string](noisy{})
	fmt.Println(proof.CheckRefutation(context.Background(), rules, []int{0, 1, 2}, lost))
	fmt.Println(proof.CheckRefutation(context.Background(), rules, []int{0}, lost))
	// Output:
	// <nil>
	// not a proof: node 0: the state 1 is not possible
}
