// SPDX-License-Identifier: BSD-3-Clause

package battleship_test

import (
	"fmt"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/battleship"
)

// Which cell is hit most often? With a ship of three cells on 4×4, the four in the middle are best.
func ExampleNew() {
	m, err := battleship.New(4, []int{3})
	if err != nil {
		fmt.Println(err)
		return
	}
	prior, err := belief.Exact(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Layouts(), "layouts")
	for _, c := range m.Cells()[:6] {
		for seen, p := range prior.Predict(c) {
			if seen == battleship.Hit {
				fmt.Printf("%v %.3f\n", c, p)
			}
		}
	}
	// Output:
	// 16 layouts
	// a1 0.125
	// b1 0.188
	// c1 0.188
	// d1 0.125
	// a2 0.188
	// b2 0.250
}
