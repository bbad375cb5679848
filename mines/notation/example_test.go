// SPDX-License-Identifier: BSD-3-Clause

package notation_test

import (
	"fmt"

	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// A board is read in any format; package count says what is known about it.
func ExampleParse() {
	doc, err := notation.Parse([]byte("4x4/4\n1...\n....\n....\n....\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := count.Analyse(doc.View, count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	corner := doc.View.Cell(3, 3)
	fmt.Printf("%v of %v layouts have a mine in the far corner\n", a.MineCount(corner), a.Layouts())
	// Output:
	// 165 of 660 layouts have a mine in the far corner
}
