// SPDX-License-Identifier: BSD-3-Clause

package network_test

import (
	"fmt"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/network"
)

// The built-in network estimates the winning chance of an expert board after its first click, in microseconds and
// with the same bits on every machine.
func ExampleNetwork_Win() {
	net, err := network.Standard()
	if err != nil {
		fmt.Println(err)
		return
	}
	rules := mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Safe}
	position := count.NewSolver(rules, count.Limit{})
	if err := position.Set(rules.Cell(0, 0), 0); err != nil {
		fmt.Println(err)
		return
	}
	features, err := network.NewDescriber(rules).Look(position)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("about %.2f\n", net.Win(features))
	// Output:
	// about 0.48
}
