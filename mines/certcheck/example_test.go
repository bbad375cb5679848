// SPDX-License-Identifier: BSD-3-Clause

package certcheck_test

import (
	"fmt"

	"github.com/veilplan/veil/mines/certcheck"
)

// One mine among cells 0 and 1, one among cells 0, 1 and 2: so cell 2 is safe, and of cell 0 nothing follows.
func ExampleCheck() {
	premises := certcheck.Problem{Hidden: 3, Clues: []certcheck.Clue{
		{Cells: []int{0, 1}, Mines: 1},
		{Cells: []int{0, 1, 2}, Mines: 1},
	}}
	for _, claim := range []certcheck.Claim{
		{Kind: certcheck.Safe, Cell: 2},
		{Kind: certcheck.Mine, Cell: 0},
		{Kind: certcheck.Contradiction},
	} {
		verdict, err := certcheck.Check(premises, claim)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(verdict)
	}
	// Output:
	// implied
	// not implied
	// not implied
}
