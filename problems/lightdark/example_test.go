// SPDX-License-Identifier: BSD-3-Clause

package lightdark_test

import (
	"fmt"

	"github.com/veilplan/veil/problems/lightdark"
)

// A player who sees its place needs few moves.
func ExampleNew() {
	m := lightdark.New()
	for _, s := range []lightdark.State{0, 5, 30} {
		fmt.Printf("%.2f\n", m.Continue(nil, &s))
	}
	// Output:
	// 100.00
	// 72.85
	// 82.88
}
