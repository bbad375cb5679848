// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg"
)

// What can White know after losing the pawn on e4?
func ExampleEstimate() {
	h, err := krieg.ParseLog(`
ruleset berkeley
W e2e4 yes
B moved
W d2d4 yes
B takes e4
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := krieg.Estimate(context.Background(), &h, krieg.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Len(), "boards")
	heat := b.Heat()
	for _, letter := range []byte("pnb") {
		if n := b.Heat(letter)[28]; n > 0 { // e4
			fmt.Printf("%c on e4: %d of %d\n", letter, n, heat[28])
		}
	}
	// Output:
	// 3 boards
	// p on e4: 2 of 3
	// n on e4: 1 of 3
}

// What could be heard after a try, and how much would it teach?
func ExampleBelief_Chances() {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := krieg.Estimate(context.Background(), &h, krieg.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := krieg.ParseAction("e4d5")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := b.Chances(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range list {
		fmt.Printf("%-14s %2d of %d\n", c.Heard.Describe(b.Rules()), c.Boards, b.Len())
	}
	fmt.Printf("%.2f bits\n", krieg.Bits(list))
	// Output:
	// yes takes d5    1 of 20
	// no             19 of 20
	// 0.29 bits
}
