// SPDX-License-Identifier: BSD-3-Clause

package controller_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/controller"
)

// Each step of listening costs 1: with a discount of 1/2, 2 in all. A plan that promises to cost less
// is refused.
func ExampleCheck() {
	values := map[tiger.State]float64{{Right: false}: -2.0005, {Right: true}: -2.0005}
	listen := controller.Node[tiger.State, tiger.Action, tiger.Sound]{
		Action: tiger.Listen,
		Next:   map[tiger.Sound]int{tiger.GrowlLeft: 0, tiger.GrowlRight: 0},
		Values: values,
	}
	for _, claim := range []float64{-2.001, -1.9} {
		plan := &controller.Controller[tiger.State, tiger.Action, tiger.Sound]{
			Discount: 0.5, Claim: claim, Nodes: []controller.Node[tiger.State, tiger.Action, tiger.Sound]{listen},
		}
		err := controller.Check(context.Background(), tiger.Model{}, 0.5, plan)
		fmt.Println(claim, errors.Is(err, controller.ErrRejected))
	}
	// Output:
	// -2.001 false
	// -1.9 true
}
