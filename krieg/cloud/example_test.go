// SPDX-License-Identifier: BSD-3-Clause

package cloud_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// A cloud follows a game with a bounded number of boards. Here 200 of them stand for many more, with weights.
func ExampleFollow() {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\nW d2d4 yes\nB moved\nW b1c3 yes\nB moved\nW c1f4 yes\nB takes e4\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := cloud.Follow(context.Background(), &h, cloud.Config{Boards: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("exact:", c.Report().Exact)
	for _, letter := range []byte("pnb") {
		fmt.Printf("%c on e4: %.0f%%\n", letter, 100*c.Heat(letter)[28])
	}
	fmt.Println("the opponent's moves on one board:", c.Moves(0))
	// Output:
	// exact: false
	// p on e4: 69%
	// n on e4: 27%
	// b on e4: 4%
	// the opponent's moves on one board: [b8a6 f7f5 b7b6 f5e4]
}
