// SPDX-License-Identifier: BSD-3-Clause

package maintenanceplayers_test

import (
	"fmt"

	"github.com/veilplan/veil/problems/maintenance/maintenanceplayers"
)

// The rules have defaults.
func ExampleDomain() {
	opened, err := maintenanceplayers.Domain().Open(nil)
	fmt.Println(opened.Actions, err)
	// Output:
	// [wait inspect-1 inspect-2 inspect-3 inspect-4 inspect-5 inspect-6 replace-1 replace-2 replace-3 replace-4 replace-5 replace-6] <nil>
}
