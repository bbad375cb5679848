// SPDX-License-Identifier: BSD-3-Clause

package unavoidable_test

import (
	"fmt"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/unavoidable"
)

// An upper bound on what any player can win on a 2×2 board with one mine: after the first click, the other three
// cells look alike.
func ExampleTally() {
	rules := mines.Rules{Width: 2, Height: 2, Mines: 1, First: mines.Safe}
	tally := unavoidable.NewTally(rules, []mines.Cell{0})
	for mine := range rules.Cells() {
		layout := make(mines.Layout, rules.Cells())
		layout[mine] = true
		tally.Add(layout)
	}
	fmt.Printf("%.3f\n", tally.Bound(0))
	// Output:
	// 0.667
}
