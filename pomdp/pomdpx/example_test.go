// SPDX-License-Identifier: BSD-3-Clause

package pomdpx_test

import (
	"fmt"
	"os"

	"github.com/veilplan/veil/pomdp/pomdpx"
)

// A problem in the XML format of APPL, with its states and actions by name.
func ExampleRead() {
	file, err := os.Open("testdata/tiger.pomdpx")
	if err != nil {
		fmt.Println(err)
		return
	}
	problem, err := pomdpx.Read(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	tables := problem.Tables()
	fmt.Println(tables.States, tables.Actions, tables.Observations, tables.Discount)
	// Output:
	// [left right] [listen open-left open-right] [growl-left growl-right] 0.95
}
