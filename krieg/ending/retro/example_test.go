// SPDX-License-Identifier: BSD-3-Clause

package retro_test

import (
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
	"github.com/veilplan/veil/krieg/ending/retro"
)

// A small table of king and queen: wins of at most two moves. The checker replays every claim with the rules.
func ExampleBuild() {
	table, err := retro.Build(retro.Config{Material: ending.KQK, Beam: 4, Moves: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	checked, err := check.Tables(krieg.Berkeley(), table)
	fmt.Println(table.Len(), "claims,", checked, "checked, error", err)
	// Output:
	// 833 claims, 833 checked, error <nil>
}
