// SPDX-License-Identifier: BSD-3-Clause

package minor_test

import (
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/minor"
)

// Bishop and knight against a bare king that may be anywhere. The tables are read at this question.
func ExampleBook() {
	book, err := minor.Book()
	if err != nil {
		fmt.Println(err)
		return
	}
	men, err := chess.ParseMen("8/8/8/8/3KB3/3N4/8/8")
	if err != nil {
		fmt.Println(err)
		return
	}
	claim, sure := book.Next(krieg.White, &men, ending.Kings(krieg.White, &men))
	fmt.Println(sure, claim.Moves <= 96)
	// Output:
	// true true
}
