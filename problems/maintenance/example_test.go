// SPDX-License-Identifier: BSD-3-Clause

package maintenance_test

import (
	"fmt"

	"github.com/veilplan/veil/problems/maintenance"
)

// The parts wear at different rates.
func ExampleRate() {
	fmt.Printf("%.3f %.3f\n", maintenance.Rate(0), maintenance.Rate(5))
	// Output:
	// 0.020 0.078
}
