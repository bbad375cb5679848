// SPDX-License-Identifier: BSD-3-Clause

package pomdp_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp"
)

// A problem of one of the domains, or of a file, is solved within a gap between its bounds.
func ExampleSolve() {
	problem, err := pomdp.Named("tiger")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, _, err := pomdp.Solve(context.Background(), problem, pomdp.Question{Gap: 0.1}, api.Limits{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, worth %.1f to %.1f\n", doc.Moves[0].Action, doc.Value.Lo, doc.Value.Hi)
	// Output:
	// listen, worth 19.4 to 19.5
}

// A policy is stored, loaded and played. The episodes depend on the seed alone.
func ExamplePlay() {
	problem, err := pomdp.Named("tiger")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, solved, err := pomdp.Solve(context.Background(), problem, pomdp.Question{Gap: 0.1}, api.Limits{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := solved.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	policy, err := pomdp.Load(&file, problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := pomdp.Play(context.Background(), problem, policy, pomdp.Match{Episodes: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f per episode, 95%% interval [%.0f, %.0f]\n", doc.Mean, doc.CI95[0], doc.CI95[1])
	// Output:
	// 16 per episode, 95% interval [12, 21]
}

// How large is a problem?
func ExampleInfo() {
	problem, err := pomdp.Named("tiger")
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := pomdp.Info(problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.States, "states,", info.Actions, "actions,", info.Observations, "observations")
	// Output:
	// 2 states, 3 actions, 3 observations
}
