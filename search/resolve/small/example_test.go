// SPDX-License-Identifier: BSD-3-Clause

package small_test

import (
	"fmt"

	"github.com/veilplan/veil/search/resolve/small"
)

func ExamplePhantom() {
	g := small.Phantom{Width: 3, Height: 3, Row: 3}
	s, _ := g.Next(g.Begin(), 4)
	s, heard := g.Next(s, 4) // the centre is occupied
	fmt.Println(heard, g.Turn(s), g.Actions(s))
	// Output: [0 1] 1 8
}
