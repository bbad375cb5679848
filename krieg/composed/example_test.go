// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg/composed"
)

// A published problem is checked from its history: the boards are estimated again, and its proof is replayed.
func ExampleProblem_Check() {
	problem, err := composed.Find("seed-3-2")
	if err != nil {
		fmt.Println(err)
		return
	}
	proved, err := problem.Check(context.Background())
	fmt.Println(problem.Verdict, "in", problem.Plies, "plies from", problem.Boards, "boards; proved:", proved, err)
	// Output:
	// near-miss in 3 plies from 32 boards; proved: true <nil>
}

// How many problems of a published set are mates, and how many near misses.
func ExampleLoad() {
	problems, err := composed.Load("seed-3")
	if err != nil {
		fmt.Println(err)
		return
	}
	count := map[string]int{}
	for _, p := range problems {
		count[p.Verdict]++
	}
	fmt.Println(count)
	// Output:
	// map[mate:500 near-miss:500]
}
