// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"context"
	"fmt"
	"os"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// White mates in two moves, although the piece on e1 may be a queen, a rook, a bishop or
// a knight.
func ExampleProve() {
	problem, err := krieg.ParseProblem(context.Background(), `ruleset: english
to move: white
me: 8/7B/8/2K5/2N5/8/8/1R6
opp: k@a4 q|r|b|n@e1
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
	result, err := andor.Prove(context.Background(), rules, boards, 3, andor.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)
	if err := result.Plan.WriteText(os.Stdout, nil); err != nil {
		fmt.Println(err)
	}
	report, err := proof.Check(context.Background(), rules, boards, result.Plan)
	fmt.Println(report.States, "boards checked, error", err)
	// Output:
	// proved
	// 1. b1a1   4 states
	//    ├─ yes check file, then yes            4 states   2. a1a3
	//    └─ yes check file, then yes takes a1   2 states   2. h7c2
	// 4 boards checked, error <nil>
}
