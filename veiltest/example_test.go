// SPDX-License-Identifier: BSD-3-Clause

package veiltest_test

import (
	"errors"
	"fmt"

	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

// loudTiger is a wrong variation of the tiger problem: its actions show where the tiger is.
type loudTiger struct{ tiger.Model }

// AppendActions leaves out the tiger's door.
func (loudTiger) AppendActions(dst []tiger.Action, s *tiger.State) []tiger.Action {
	if s.Right {
		return append(dst, tiger.Listen, tiger.OpenLeft)
	}
	return append(dst, tiger.Listen, tiger.OpenRight)
}

// Faults plays random episodes and names each rule that a problem breaks, with the remedy. A problem whose actions
// reveal what is hidden would make every search wrong.
func ExampleFaults() {
	few := veiltest.Config[tiger.State, tiger.Action, tiger.Sound]{Episodes: 4, Steps: 8, Draws: 200}
	fmt.Println(len(veiltest.Faults(tiger.Model{Horizon: 8}, few)))
	faults := veiltest.Faults(loudTiger{tiger.Model{Horizon: 8}}, few)
	for _, err := range faults {
		if breach, ok := errors.AsType[*veiltest.Breach](err); ok {
			fmt.Println(breach.Rule)
		}
	}
	// Output:
	// 0
	// actions, and the end of an episode, reveal nothing beyond the observations
}

// A patch is a Minesweeper small enough to list: a problem to test your own search or belief on.
func ExamplePatch() {
	patch := veiltest.Patch{Width: 3, Height: 1, Mines: 1}
	prior, err := belief.Exact(patch)
	if err != nil {
		fmt.Println(err)
		return
	}
	for seen, p := range prior.Predict(1) { // the cell in the middle
		if seen == veiltest.Boom {
			fmt.Printf("a mine with %.2f\n", p)
		} else {
			fmt.Printf("the number %d with %.2f\n", seen, p)
		}
	}
	// Output:
	// the number 1 with 0.67
	// a mine with 0.33
}
