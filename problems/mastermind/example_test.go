// SPDX-License-Identifier: BSD-3-Clause

package mastermind_test

import (
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/mastermind"
)

// A belief is the codes that fit all answers. Knuth's first guess leaves at most 256 of 1296.
func ExampleNew() {
	m, err := mastermind.New(4, 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	var b veil.Belief[mastermind.State, mastermind.Code, mastermind.Answer]
	if b, err = belief.Exact(m); err != nil {
		fmt.Println(err)
		return
	}
	const aabb = 0x2211 // four bits for each peg, the first peg lowest
	if b, err = b.Update(aabb, mastermind.Answer{Right: 1, Elsewhere: 1}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("codes left:", len(b.(*belief.Set[mastermind.State, mastermind.Code, mastermind.Answer]).States()))
	// Output:
	// codes left: 208
}

// An answer counts pegs in the right place and further pegs of the right colour.
func ExampleCompare() {
	const aabc, abcd = 0x3211, 0x4321
	fmt.Println(mastermind.Code(aabc), mastermind.Code(abcd), mastermind.Compare(aabc, abcd))
	// Output:
	// aabc abcd 1+2
}
