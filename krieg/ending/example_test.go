// SPDX-License-Identifier: BSD-3-Clause

package ending_test

import (
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
)

// A rook and a king against a bare king that may be anywhere: the book knows what to try, and the longest way to mate.
func ExampleBook_Next() {
	book, err := ending.Standard()
	if err != nil {
		fmt.Println(err)
		return
	}
	men, err := chess.ParseMen("8/8/8/8/8/2K5/1R6/8")
	if err != nil {
		fmt.Println(err)
		return
	}
	claim, sure := book.Next(krieg.White, &men, ending.Kings(krieg.White, &men))
	fmt.Println(sure, claim.Try, "mate in at most", claim.Moves)
	// Output:
	// true b2c2 mate in at most 30
}

// A table sums up how many placements of the men win for sure.
func ExampleTable_Summary() {
	book, err := ending.Standard()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, table := range book.Tables() {
		s := table.Summary()
		fmt.Println(table.Material, s.Sure, "of", s.Placements, "placements, at most", s.Longest, "moves")
	}
	// Output:
	// KQK 4032 of 4032 placements, at most 18 moves
	// KRK 2468 of 4032 placements, at most 33 moves
	// KPK 120 of 3024 placements, at most 21 moves
}
