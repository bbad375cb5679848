// SPDX-License-Identifier: BSD-3-Clause

package values_test

import (
	"fmt"

	"github.com/veilplan/veil/experiment/values"
)

// A first click has bounds at first, then an exact value. The table keeps the better row.
func ExampleNewTable() {
	corner := values.Key{Width: 4, Height: 4, Mines: 4, First: "safe", Cell: "r1c1"}
	table, err := values.NewTable([]values.Row{
		{Key: corner, Lo: 700, Hi: 800, Layouts: 1365, Budget: values.Budget{Nodes: 1000}},
		{Key: corner, Lo: 749, Hi: 749, Layouts: 1365},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range table {
		fmt.Println(row.Cell, row.Lo, "of", row.Layouts, "exact:", row.Exact())
	}
	// Output:
	// r1c1 749 of 1365 exact: true
}
