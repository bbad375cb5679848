// SPDX-License-Identifier: BSD-3-Clause

package check_test

import (
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
)

// Where every try may stalemate or lose a man, no plan wins for sure. A lone pawn that the king may capture is one
// case.
func ExampleHopeless() {
	for _, placement := range []string{"8/8/8/8/8/2K5/1R6/8", "8/8/8/8/8/8/P6K/8"} {
		men, err := chess.ParseMen(placement)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(check.Hopeless(krieg.Berkeley(), men, ending.Kings(krieg.White, &men)))
	}
	// Output:
	// false
	// true
}
