// SPDX-License-Identifier: BSD-3-Clause

package lightdarkplayers_test

import (
	"fmt"

	"github.com/veilplan/veil/problems/lightdark/lightdarkplayers"
)

// The rules have defaults.
func ExampleDomain() {
	opened, err := lightdarkplayers.Domain().Open(nil)
	fmt.Println(opened.Actions, err)
	// Output:
	// [-10 -1 stop +1 +10] <nil>
}
