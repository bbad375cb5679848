// SPDX-License-Identifier: BSD-3-Clause

package baseline_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// White mates in two moves, although Black's king may be on six squares. The methods
// agree but differ in their work.
func ExampleProve() {
	problem, err := krieg.ParseProblem(context.Background(), `ruleset: berkeley
to move: white
me: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1
opp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3
goal: mate in 2
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := problem.Model()
	var boards []krieg.State
	for _, w := range model.AppendStarts(nil) {
		boards = append(boards, w.State)
	}
	rules := proof.Rules[krieg.State, krieg.Action, krieg.Percept](model)
	for _, name := range []string{"DFS", "LE-DFS", "PNS", "GL-DBU", "veil"} {
		method, err := baseline.Named(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := baseline.Prove(context.Background(), rules, boards, 3, method, andor.Config{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-6s %v, %d states made\n", name, result.Verdict, result.Stats.States)
	}
	// Output:
	// DFS    proved, 1775 states made
	// LE-DFS proved, 1281 states made
	// PNS    proved, 2655 states made
	// GL-DBU proved, 2188 states made
	// veil   proved, 465 states made
}

// The states may arrive one at a time, as an estimator finds them. The search takes no more of them once those it has
// cannot be won.
func ExampleProveEach() {
	problem, err := krieg.ParseProblem(context.Background(), "to move: white\nme: 8/8/8/8/8/1K6/7R/8\nopp: k@{a1,b1,c1,e1,f1}\ngoal: mate in 1\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, taken := problem.Model(), 0
	estimator := func(yield func(krieg.State) bool) {
		for _, w := range model.AppendStarts(nil) {
			if taken++; !yield(w.State) {
				return
			}
		}
	}
	rules := proof.Rules[krieg.State, krieg.Action, krieg.Percept](model)
	result, err := baseline.ProveEach(context.Background(), rules, estimator, 1, andor.Config{})
	fmt.Println(result.Verdict, "after", taken, "boards, error", err)
	// Output:
	// disproved after 3 boards, error <nil>
}
