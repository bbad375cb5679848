// SPDX-License-Identifier: BSD-3-Clause

package resolve_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/search/resolve"
	"github.com/veilplan/veil/search/resolve/small"
)

// Kuhn's poker is solved: it costs the first player 1/18 per game. The second player, with the
// lowest card after a pass, bluffs one time in three.
func Example() {
	tree, err := resolve.New(small.Kuhn{}, []resolve.Root[small.Deal]{{Weight: 1}}, resolve.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := tree.Search(context.Background(), resolve.Budget{Nodes: 60, Leaves: 5, Iterations: 1, Last: 500}); err != nil {
		fmt.Println(err)
		return
	}
	bluff := tree.Last(resolve.Second, []uint64{0, 2 * 1, 2 * 1}) // the card is 0, the other passed
	fmt.Printf("%.4f %.2f\n", tree.Value(), bluff)
	// Output: -0.0556 [0.67 0.33]
}
