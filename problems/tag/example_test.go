// SPDX-License-Identifier: BSD-3-Clause

package tag_test

import (
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tag"
)

// The robot sees its own cell and not the person, who moves away from it. Each step spreads or narrows the cells
// where the person may be.
func ExampleNew() {
	m := tag.New()
	var b veil.Belief[tag.State, tag.Action, tag.Seen]
	b, err := belief.FromStates(m, []veil.Weighted[tag.State]{{State: tag.State{Robot: 0, Person: 4}, P: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range []tag.Seen{1, 2} { // the robot goes east
		if b, err = b.Update(tag.East, cell); err != nil {
			fmt.Println(err)
			return
		}
	}
	where := map[uint8]float64{}
	for _, w := range b.(*belief.Set[tag.State, tag.Action, tag.Seen]).States() {
		where[w.State.Person] += w.P
	}
	fmt.Println(len(where), "cells are possible")
	fmt.Printf("two cells to the east with %.2f\n", where[6])
	// Output:
	// 5 cells are possible
	// two cells to the east with 0.16
}
