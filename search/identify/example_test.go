// SPDX-License-Identifier: BSD-3-Clause

package identify_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/search/identify"
)

// A lamp is dark. The bulb, the fuse or the switch is broken, in proportion 6 to 3 to 1; three tests cost
// what they cost.
func Example() {
	causes := []string{"bulb", "fuse", "switch"}
	p := &identify.Problem{
		Weights: []uint64{6, 3, 1},
		Tests: []identify.Test{
			{Cost: 2, Reads: []uint16{1, 0, 0}}, // another bulb lights up
			{Cost: 5, Reads: []uint16{0, 1, 0}}, // a tester shows no voltage at the fuse
			{Cost: 9, Reads: []uint16{0, 1, 2}}, // the tester all along the wire
		},
	}
	s, err := identify.New(p, identify.Config{})
	if err != nil {
		panic(err)
	}
	r := s.Solve(context.Background(), 0)
	fmt.Println("least expected cost:", r.Cost(r.Low).RatString())
	plan, err := s.Plan()
	if err != nil {
		panic(err)
	}
	for plan.Test >= 0 {
		fmt.Printf("test %d;", plan.Test)
		plan = plan.Branches[0].Next
	}
	fmt.Println(" if all read 0, it is the", causes[plan.Causes[0]])
	// Output:
	// least expected cost: 4
	// test 0;test 1; if all read 0, it is the switch
}
