// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
)

// Rejection sampling needs nothing but a model that can be simulated. After two growls
// on the left, the exact probability that the tiger is there is 0.9698.
func ExampleNewRejection() {
	prior := belief.NewRejection(tiger.Model{}, belief.RejectionConfig{})
	once, err := prior.Update(tiger.Listen, tiger.GrowlLeft)
	if err != nil {
		fmt.Println(err)
		return
	}
	twice, err := once.Update(tiger.Listen, tiger.GrowlLeft)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := rand.New(rand.NewPCG(1, 0))
	left := 0
	for range 100_000 {
		if !twice.Sample(r).Right {
			left++
		}
	}
	fmt.Printf("left in %.1f%% of the draws\n", float64(left)/1000)
	// Output:
	// left in 97.0% of the draws
}
