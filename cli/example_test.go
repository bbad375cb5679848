// SPDX-License-Identifier: BSD-3-Clause

package cli_test

import (
	"github.com/veilplan/veil/cli"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// The whole main of a program with one domain. Yours takes the place of the tiger.
func ExampleMain() {
	cli.Main(tigerplayers.Domain())
}
