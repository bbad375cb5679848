// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/search/troubleshoot"
)

// A fan or a leak: the noise is heard in 9 of 10 cases with a bad fan, and in 1 of 10 otherwise.
func Example() {
	p := &troubleshoot.Problem{
		Priors: []float64{1, 1},
		Tests:  []troubleshoot.Test{{Cost: 1, Chances: [][]float64{{0.9, 0.1}, {0.1, 0.9}}}},
		Repairs: []troubleshoot.Repair{
			{Cost: 40, Mends: []bool{true, false}},
			{Cost: 90, Mends: []bool{false, true}},
		},
		Ends: []troubleshoot.End{{Costs: []float64{500, 500}}},
	}
	s, err := troubleshoot.New(p, troubleshoot.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	res := s.Solve(ctx, 0)
	step, err := s.Plan(ctx, 0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f to %.1f, test first: %v\n", res.Low, res.High, step.Kind == troubleshoot.KindTest)
	// Output: 72.5 to 72.5, test first: true
}
