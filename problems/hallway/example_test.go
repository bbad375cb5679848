// SPDX-License-Identifier: BSD-3-Clause

package hallway_test

import (
	"fmt"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/hallway"
)

// A robot that does not know where it is looks around once. A sign leaves one place and direction.
func ExampleNew() {
	m, err := hallway.New(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	prior, err := belief.Exact(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(prior.States()), "places before")
	for _, seen := range []hallway.Seen{hallway.SignB, 0b1010} {
		b, err := prior.Update(hallway.Stay, seen)
		if err != nil {
			fmt.Println(err)
			return
		}
		likely := 0
		for _, w := range b.(*belief.Set[hallway.State, hallway.Action, hallway.Seen]).States() {
			if w.P > 0.05 {
				likely++
			}
		}
		fmt.Println(seen, "leaves", likely)
	}
	// Output:
	// 56 places before
	// sign-b leaves 1
	// walls-rl leaves 10
}
