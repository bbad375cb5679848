// SPDX-License-Identifier: BSD-3-Clause

package technicians_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/diag/technicians"
	"github.com/veilplan/veil/play"
)

// The plan of least expected cost finds the fault of a car that does not start.
func ExampleDomain() {
	match, _, err := play.Domains{technicians.Domain()}.Match(play.Setup{Domain: "diag", Player: "optimal"})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, "->", ply.Seen)
	}
	// Output:
	// headlights -> headlights=bright
	// fuel gauge -> fuel gauge=shows fuel
	// click -> click=no
	// it is starter relay -> right
}
