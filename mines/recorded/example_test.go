// SPDX-License-Identifier: BSD-3-Clause

package recorded_test

import (
	"fmt"

	"github.com/veilplan/veil/mines/recorded"
)

// How often another program won the boards that veil's players are compared on.
func ExampleHill() {
	won, start, ok := recorded.Hill("16x16/40", "safe")
	if !ok {
		fmt.Println("no games are recorded there")
		return
	}
	wins := 0
	for _, w := range won {
		if w {
			wins++
		}
	}
	fmt.Printf("%d games from %s, %.1f%% won\n", len(won), start, 100*float64(wins)/float64(len(won)))
	// Output:
	// 10000 games from r1c1, 79.2% won
}
